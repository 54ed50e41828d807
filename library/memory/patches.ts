import { type Edit, type EditOf, withValues } from '#library/changes/edits.ts';
import { NEW_FOLDER } from '#library/changes/folder-create.ts';
import { newLink } from '#library/entities/new-link.ts';
import { NO_IDS } from '#library/entities/field.ts';
import type { Micros } from '#library/entities/records.ts';
import type { Key } from './keys.ts';
import type { LayeredTable, Patch } from './layered-table.ts';
import type { Library } from './library.ts';
import { favoriteKey, membershipKey } from './pairs.ts';

/** Shows an edit before the server answers. */
export interface EditPatch extends Patch {
  /** Called when the server has created the object with this id. */
  readonly created?: (id: number) => void;
}

export function patchesOf(library: Library, edit: Edit, now: Micros): readonly EditPatch[] {
  const { tables } = library;
  switch (edit.table) {
    case 'links':
      return [linkPatch(library, edit, now)];
    case 'folders':
      return folderPatches(library, edit, now);
    case 'folder_links': {
      const { key, after } = edit;
      const created = after === null ? undefined : { ...key, ...after, updated_at: now };
      const at = membershipKey(key.folder_id, key.link_id);
      return [tables.folder_links.patch(at, (record) => created && (record ?? created))];
    }
    case 'favorites': {
      const { key, after } = edit;
      const created = after === null ? undefined : { ...key, updated_at: now };
      const at = favoriteKey(key.object_type, key.object_id);
      return [tables.favorites.patch(at, (record) => created && (record ?? created))];
    }
    case 'distinct':
      return [distinctPatch(library, edit)];
    case 'users':
      // The profile is not part of the library. It is updated from the answer instead.
      return [];
  }
}

function linkPatch({ tables: { links } }: Library, edit: EditOf<'links'>, now: Micros): EditPatch {
  const { key, before, after } = edit;
  if (after === null) return links.patch(key.link_id, () => undefined);
  if (before !== null) return links.patch(key.link_id, (record) => record && withValues(record, after));
  const created = { ...newLink(key.link_id, after.url ?? ''), created_at: now, updated_at: now };
  return creationPatch(links, key.link_id, (link_id) => ({ ...created, ...after, link_id }));
}

function folderPatches(library: Library, edit: EditOf<'folders'>, now: Micros): readonly EditPatch[] {
  const { folders } = library.tables;
  const { key, before, after } = edit;
  if (after === null) {
    const all = [key.folder_id, ...library.tree.descendants(key.folder_id)];
    return all.map((folder) => folders.patch(folder, () => undefined));
  }
  if (before !== null) return [folders.patch(key.folder_id, (record) => record && { ...record, ...after })];
  const created = { ...NEW_FOLDER, ...after, created_at: now, updated_at: now };
  return [creationPatch(folders, key.folder_id, (folder_id) => ({ ...created, folder_id }))];
}

function creationPatch<T extends object>(
  table: LayeredTable<Key, T>,
  key: Key,
  recordOf: (id: number) => T,
): EditPatch {
  const created = recordOf(key);
  const patch = table.patch(key, (record) => record ?? created);
  return Object.assign(patch, {
    created: (id: number) => {
      const stored = recordOf(id);
      patch.amend((record) => record ?? stored);
    },
  });
}

/** Marks a link as no duplicate of another one, or removes the mark. The link may get its server id only later. */
function distinctPatch(library: Library, { key, after }: EditOf<'distinct'>): Patch {
  const { keys, links } = library.tables;
  const isDistinct = after !== null;
  return links.patch(key.link_id, (record) => {
    if (record === undefined) return undefined;
    const others = record.distinct_from.filter((id) => keys.keyOf('link', id) !== key.other_id);
    const isThere = others.length < record.distinct_from.length;
    if (isThere === isDistinct) return record;
    if (!isDistinct) return { ...record, distinct_from: others.length === 0 ? NO_IDS : others };
    return { ...record, distinct_from: [...others, keys.idOf('link', key.other_id) ?? key.other_id] };
  });
}
