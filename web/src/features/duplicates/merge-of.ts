import type { DuplicateGroup } from '@foldmark/library/duplicates/group-links';
import { keeperOf } from '@foldmark/library/duplicates/keeper-of';
import { areDistinct } from '@foldmark/library/memory/distinct-links';
import type { Key } from '@foldmark/library/memory/keys';
import type { Library } from '@foldmark/library/memory/library';
import type { MergedGroup } from '#web/sync/changes/actions.ts';

/** The merge of a group into the link that the user has chosen, or else into the suggested one. */
export function mergeOf(
  { links }: Pick<DuplicateGroup, 'links'>,
  chosen: ReadonlySet<Key>,
  library: Library,
): MergedGroup {
  const keep = links.find((link) => chosen.has(link)) ?? keeperOf(library, links);
  return { keep, others: links.filter((link) => link !== keep && !areDistinct(library, link, keep)) };
}
