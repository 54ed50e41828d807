import type { LibraryChange } from '@foldmark/library/changes/changes';
import type { ObjectKind } from '@foldmark/library/entities/collections';
import { ROOT_FOLDER_ID } from '@foldmark/library/entities/limits';

import type { Item } from '@foldmark/library/memory/items';
import type { Key } from '@foldmark/library/memory/keys';

type MapReference = (kind: ObjectKind, key: Key) => number;

/** Replaces every reference of a change, for example the keys of this tab by the ids of the server. */
export function withReferences<C extends LibraryChange>(change: C, map: MapReference): C;
export function withReferences(change: LibraryChange, map: MapReference): LibraryChange {
  const place = (key: Key): number => (key === ROOT_FOLDER_ID ? key : map('folder', key));
  switch (change.kind) {
    case 'link.create':
    case 'user.set':
      return change;
    case 'folder.create':
      return { ...change, parent_folder_id: place(change.parent_folder_id) };
    case 'link.set':
    case 'link.image':
    case 'link.delete':
      return { ...change, link_id: map('link', change.link_id) };
    case 'link.merge':
      return { ...change, link_id: map('link', change.link_id), into_id: map('link', change.into_id) };
    case 'link.unmerge':
      return {
        ...change,
        link_id: map('link', change.link_id),
        into_id: map('link', change.into_id),
        folder_ids: change.folder_ids.map((folder) => map('folder', folder)),
      };
    case 'link.distinct':
      return { ...change, link_id: map('link', change.link_id), other_id: map('link', change.other_id) };
    case 'folder.set':
    case 'folder.image':
      return { ...change, folder_id: map('folder', change.folder_id) };
    case 'folder.move': {
      const moved = {
        ...change,
        folder_id: map('folder', change.folder_id),
        parent_folder_id: place(change.parent_folder_id),
      };
      return change.if === undefined
        ? moved
        : { ...moved, if: { parent_folder_id: place(change.if.parent_folder_id) } };
    }
    case 'folder.delete': {
      const deleted = { ...change, folder_id: map('folder', change.folder_id) };
      const { created } = change;
      return created === undefined
        ? deleted
        : { ...deleted, created: { ...created, parent_folder_id: place(created.parent_folder_id) } };
    }
    case 'member.set':
      return {
        ...change,
        folder_id: map('folder', change.folder_id),
        link_id: map('link', change.link_id),
      };
    case 'favorite.set':
      return { ...change, object_id: map(change.object_type, change.object_id) };
  }
}

/** The link or folder that a change is about. Null for the profile. */
export function subjectOf(change: LibraryChange): Item | null {
  switch (change.kind) {
    case 'link.create':
      return { kind: 'link', key: change.ref };
    case 'folder.create':
      return { kind: 'folder', key: change.ref };
    case 'link.set':
    case 'link.image':
    case 'link.delete':
    case 'link.merge':
    case 'link.unmerge':
    case 'link.distinct':
    case 'member.set':
      return { kind: 'link', key: change.link_id };
    case 'folder.set':
    case 'folder.move':
    case 'folder.image':
    case 'folder.delete':
      return { kind: 'folder', key: change.folder_id };
    case 'favorite.set':
      return { kind: change.object_type, key: change.object_id };
    case 'user.set':
      return null;
  }
}

/** Replaces keys, also that of a created object. */
export function withKeys(change: LibraryChange, keys: ReadonlyMap<Key, Key>): LibraryChange {
  const mapped = withReferences(change, (_, key) => keys.get(key) ?? key);
  return 'ref' in mapped ? { ...mapped, ref: keys.get(mapped.ref) ?? mapped.ref } : mapped;
}

/** All moves of folders. Made in another order, one of them could be a cycle. */
const TREE_LANE = 'tree';

/** What two requests must not concern at once: changes with a common lane are made in their order. */
export function lanesOf(change: LibraryChange): readonly string[] {
  if (change.kind === 'user.set') return ['user'];
  // Fast, because a selection can have 100,000 items.
  if (change.kind === 'link.set') return [laneOf('link', change.link_id)];
  if (change.kind === 'favorite.set') return [laneOf(change.object_type, change.object_id)];
  const isOfTree = change.kind === 'folder.move' || change.kind === 'folder.delete';
  const lanes = [...createdLanes([change]), ...(isOfTree ? [TREE_LANE] : [])];
  withReferences(change, (kind, key) => {
    lanes.push(laneOf(kind, key));
    return key;
  });
  return lanes;
}

/** The lanes of the objects that the changes create. */
export function createdLanes(changes: readonly LibraryChange[]): readonly string[] {
  return changes.flatMap((change) =>
    'ref' in change ? [laneOf(change.kind === 'link.create' ? 'link' : 'folder', change.ref)] : [],
  );
}

function laneOf(kind: ObjectKind, key: Key): string {
  return `${kind}:${key}`;
}
