import type { LibraryChange } from '@foldmark/contract/changes';
import type { ObjectKind } from '@foldmark/contract/firestore-paths';
import { ROOT_FOLDER_ID } from '@foldmark/contract/limits';

import type { Item } from '#web/sync/library/items.ts';
import type { Key } from '#web/sync/library/keys.ts';

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

/** What must not be changed by two requests at once: the subject, and the objects that it refers to while they have no id. */
export function lanesOf(
  change: LibraryChange,
  hasId: (kind: ObjectKind, key: Key) => boolean,
): readonly string[] {
  const subject = subjectOf(change);
  const lanes = [subject === null ? 'user' : laneOf(subject.kind, subject.key)];
  withReferences(change, (kind, key) => {
    if (!hasId(kind, key)) lanes.push(laneOf(kind, key));
    return key;
  });
  return lanes;
}

function laneOf(kind: ObjectKind, key: Key): string {
  return `${kind}:${key}`;
}
