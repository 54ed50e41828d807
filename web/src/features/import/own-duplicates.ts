import type { StoredAction } from '@foldmark/contract/stored';

interface WithImport {
  readonly import?: Pick<NonNullable<StoredAction['import']>, 'links' | 'first_link_id'> | undefined;
}

/** The ids that an import has reserved for new links, as `first-last`. Empty for imports of earlier versions. */
export function linkRangeOf({ import: imported }: WithImport): string {
  const { first_link_id: first, links } = imported ?? {};
  return first === undefined || links === undefined ? '' : `${first}-${first + links - 1}`;
}

/** The page with the duplicates among the links of a range. */
export function duplicatesPath(range: string): string {
  return range === '' ? '/duplicates' : `/duplicates?links=${range}`;
}
