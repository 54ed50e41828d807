import type { Edit, RevertedEdit } from '#library/changes/edits.ts';
import { createdKind, type LibraryChange } from '#library/changes/changes.ts';
import type { ObjectKind } from '#library/entities/collections.ts';
import { ROOT_FOLDER_ID } from '#library/entities/limits.ts';

/** The fields that refer to a link or folder, in every change and edit. `object_type` tells the kind of `object_id`. */
const REFERENCES: Readonly<Record<string, ObjectKind>> = {
  link_id: 'link',
  into_id: 'link',
  other_id: 'link',
  while_link: 'link',
  folder_id: 'folder',
  parent_folder_id: 'folder',
};

type MapReference = (kind: ObjectKind, id: number) => number;

/** Maps all references of a change, for example the keys of a tab to the ids of the server. 0 is the root, and stays. */
export function withReferences<C extends LibraryChange | Edit>(change: C, map: MapReference): C {
  return mapped(change, map);
}

function mapped<T extends object>(value: T, map: MapReference): T {
  const copy = { ...value };
  for (const field in value) {
    const at: unknown = value[field];
    if (Array.isArray(at)) {
      Object.assign(copy, { [field]: at.map((one: object) => mapped(one, map)) });
    } else if (typeof at === 'object' && at !== null) {
      Object.assign(copy, { [field]: mapped(at, map) });
    } else if (typeof at === 'number' && at !== ROOT_FOLDER_ID) {
      const kind = kindOf(field, value);
      if (kind !== undefined) Object.assign(copy, { [field]: map(kind, at) });
    }
  }
  return copy;
}

function kindOf(field: string, value: object): ObjectKind | undefined {
  if (field !== 'object_id') return REFERENCES[field];
  return 'object_type' in value && value.object_type === 'folder' ? 'folder' : 'link';
}

export interface NamedItem {
  readonly kind: ObjectKind;
  readonly id: number;
}

/** Maps the references of a change to ids. A revert drops the edits of objects without an id. Null if no edit is left. */
export function withKnownIds<C extends LibraryChange>(
  change: C,
  idOf: (kind: ObjectKind, id: number) => number | null,
): C | null {
  const known = <T extends LibraryChange | RevertedEdit>(one: T): T | null => {
    let isUnknown = false;
    const resolved = mapped(one, (kind, id) => {
      const found = idOf(kind, id);
      isUnknown ||= found === null;
      return found ?? id;
    });
    return isUnknown ? null : resolved;
  };
  if (change.kind !== 'revert') return known(change);
  const edits = change.edits.flatMap((edit) => known(edit) ?? []);
  return edits.length === 0 ? null : { ...change, edits };
}

/** The links and folders that a change refers to. */
export function referencesOf(change: LibraryChange): readonly NamedItem[] {
  const items: NamedItem[] = [];
  withReferences(change, (kind, id) => {
    items.push({ kind, id });
    return id;
  });
  return items;
}

/** The link or folder that a change affects. Null for the profile. Must be fast, because a selection can have 100,000 items. */
export function subjectOf(change: LibraryChange): NamedItem | null {
  if ('ref' in change) return { kind: createdKind(change) ?? 'link', id: change.ref };
  const key = change.kind === 'revert' ? change.edits[0]?.key : change;
  if (key === undefined) return null;
  if ('object_id' in key) return { kind: key.object_type, id: key.object_id };
  // The subject of a membership is its link.
  if ('link_id' in key) return { kind: 'link', id: key.link_id };
  return 'folder_id' in key ? { kind: 'folder', id: key.folder_id } : null;
}

/** Replaces ids in a change, including the id of a created object. */
export function withIds(change: LibraryChange, ids: ReadonlyMap<number, number>): LibraryChange {
  const mappedChange = withReferences(change, (_, id) => ids.get(id) ?? id);
  return 'ref' in mappedChange
    ? { ...mappedChange, ref: ids.get(mappedChange.ref) ?? mappedChange.ref }
    : mappedChange;
}
