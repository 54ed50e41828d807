import type { StoredAction } from '@foldmark/contract/stored';

import { countText } from '#web/sync/count-text.ts';
import { numberText } from '@foldmark/library/text/number-text';

type Icons = NonNullable<NonNullable<StoredAction['import']>['icons']>;

/** For example 'Icons: 12 of 340 sites'. */
export function iconsText({ domains, done, next }: Icons): string {
  if (next !== undefined && next.list < 0) return 'Icons: collecting the sites...';
  return `Icons: ${numberText(done)} of ${countText(domains, 'site')}`;
}

/** Names the button that fetches icons. The number of sites is known only after they are collected. */
export function fetchIconsText({ import: imported }: Pick<StoredAction, 'import'>): string {
  const { created = 0, icons } = imported ?? {};
  const sites = icons?.domains ?? 0;
  return `Fetch icons for ${sites > 0 ? countText(sites, 'site') : countText(created, 'new link')}`;
}

/** Whether icons can be fetched for an import: no icon job is running, and the import has created links. */
export function canGetIcons({ state, import: imported }: StoredAction): boolean {
  return (
    state === 'done' && imported !== undefined && imported.created > 0 && imported.icons?.next === undefined
  );
}
