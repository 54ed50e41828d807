import type { StoredAction } from '@foldmark/contract/stored';

import { countText } from '@foldmark/library/text/count-text';
import { numberText } from '@foldmark/library/text/number-text';

type Icons = NonNullable<NonNullable<StoredAction['import']>['icons']>;

/** For example 'Icons: 12 of 340 sites'. */
export function iconsText({ pages, domains, done, next }: Icons): string {
  if (pages === true) {
    return next !== undefined && next.list < 0
      ? 'Pictures: collecting the pages...'
      : `Pictures: ${numberText(done)} of ${countText(domains, 'page')}`;
  }
  if (next !== undefined && next.list < 0) return 'Icons: collecting the sites...';
  return `Icons: ${numberText(done)} of ${countText(domains, 'site')}`;
}

interface ImportCall {
  readonly path: '/imports/icons/' | '/imports/pictures/' | '/imports/stop/';
  /** The text of the button. */
  readonly text: string;
}

/** The calls that fetch icons or pictures for the links that an import has created, or stop that. */
export function importCalls({ state, import: imported }: StoredAction): readonly ImportCall[] {
  if (state !== 'done' || imported === undefined || imported.created === 0) return [];
  const { created, icons } = imported;
  if (icons?.next !== undefined) return [{ path: '/imports/stop/', text: 'Stop fetching' }];
  // The number of sites is known only after they were collected.
  const isKnown = icons !== undefined && icons.pages !== true && icons.domains > 0;
  const links = countText(created, 'new link');
  return [
    {
      path: '/imports/icons/',
      text: `Fetch icons for ${isKnown ? countText(icons.domains, 'site') : links}`,
    },
    { path: '/imports/pictures/', text: `Fetch pictures for ${links}` },
  ];
}
