import type { ChangeOf } from '@foldmark/library/changes/changes';
import { NO_IDS } from '@foldmark/library/entities/field';
import { dateOf, type LinkRecord, type Micros, microsOf } from '@foldmark/library/entities/records';
import { STATUS_ACTIVE, STATUS_TRASHED } from '@foldmark/library/entities/limits';
import { unitedValues } from '@foldmark/library/changes/united-values';

import { givenByMerge } from '#web/sync/changes/merged-links.ts';
import type { Patch } from '@foldmark/library/memory/layered-table';
import type { Library } from '@foldmark/library/memory/library';
import { favoriteKey, membershipKey } from '@foldmark/library/memory/pairs';

/** None if the merge can't be made. */
export function mergePatches(
  library: Library,
  change: ChangeOf<'link.merge'>,
  now: Micros,
): readonly Patch[] {
  const given = givenByMerge(library, change);
  if (given === null) return [];
  const { tables } = library;
  const { link_id, into_id } = change;
  const patches: Patch[] = [
    tables.links.patch(link_id, (record) => record && { ...record, status_id: STATUS_TRASHED }),
    ...given.folders.map((folder_id) => {
      const created = { folder_link_id: 0, folder_id, link_id: into_id, updated_at: now };
      return tables.folder_links.patch(membershipKey(folder_id, into_id), (record) => record ?? created);
    }),
  ];
  if (Object.keys(given.values).length > 0) {
    // Applied to the record of the server, which may contain another edit or this merge.
    patches.push(
      tables.links.patch(into_id, (record) => record && { ...record, ...unitedValues(record, given.link) }),
    );
  }
  if (given.isStarred) {
    const created = { object_type: 'link', object_id: into_id, updated_at: now } as const;
    patches.push(tables.favorites.patch(favoriteKey('link', into_id), (record) => record ?? created));
  }
  return patches;
}

export function unmergePatches(library: Library, change: ChangeOf<'link.unmerge'>): readonly Patch[] {
  const { tables } = library;
  const { link_id, into_id, folder_ids, favorite } = change;
  // The merged link is gone, so the other one keeps what it got.
  if (library.link(link_id) === undefined) return [];
  const patches: Patch[] = [
    tables.links.patch(link_id, (record) => record && { ...record, status_id: STATUS_ACTIVE }),
    tables.links.patch(into_id, (record) => record && withoutMerge(record, change)),
    ...folder_ids.map((folder) => tables.folder_links.patch(membershipKey(folder, into_id), () => undefined)),
  ];
  if (favorite) patches.push(tables.favorites.patch(favoriteKey('link', into_id), () => undefined));
  return patches;
}

/** Sets each value that is still as the merge left it. */
function withoutMerge(record: LinkRecord, { before, after }: ChangeOf<'link.unmerge'>): LinkRecord {
  const { created_at } = before;
  const isDated = created_at !== undefined && dateOf(record.created_at).toISOString() === after.created_at;
  return {
    ...record,
    ...(before.name !== undefined && record.name === after.name ? { name: before.name } : {}),
    ...(before.note !== undefined && record.note === after.note ? { note: before.note } : {}),
    ...(before.image_s3_key !== undefined && record.image_s3_key === after.image_s3_key
      ? { image_s3_key: before.image_s3_key }
      : {}),
    ...(isDated ? { created_at: microsOf(new Date(created_at)) } : {}),
  };
}

/** Adds a link to the list of another one, or removes it. The link may get its id of the server only later. */
export function distinctPatch(library: Library, change: ChangeOf<'link.distinct'>): Patch {
  const { link_id, other_id, distinct } = change;
  const { keys, links } = library.tables;
  return links.patch(link_id, (record) => {
    if (record === undefined) return undefined;
    const others = record.distinct_from.filter((id) => keys.keyOf('link', id) !== other_id);
    const isThere = others.length < record.distinct_from.length;
    if (isThere === distinct) return record;
    if (!distinct) return { ...record, distinct_from: others.length === 0 ? NO_IDS : others };
    return { ...record, distinct_from: [...others, keys.idOf('link', other_id) ?? other_id] };
  });
}
