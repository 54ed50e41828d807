import {
  type Applied,
  fieldEdit,
  gone,
  isEdited,
  type Read,
  type Refusal,
  type RecordView,
} from '#library/changes/change.ts';
import type { FolderValues } from '#library/changes/edits.ts';
import { ROOT_FOLDER_ID } from '#library/entities/limits.ts';

/** Sets those values of a folder that are still the expected ones. Refuses to move a folder into itself. */
export function setFolderValues(
  view: RecordView,
  folder_id: number,
  wanted: FolderValues,
  expected: FolderValues | undefined,
): Applied | Refusal {
  const folder = view.folder(folder_id);
  if (folder === undefined) return gone('folder');
  const values = fieldEdit<FolderValues>(folder, wanted, expected);
  const { before, after, leftAlone } = values;
  if (after.parent_folder_id !== undefined) {
    const refusal = refusedParent(view, folder_id, after.parent_folder_id);
    if (refusal !== null) return refusal;
  }
  return {
    edits: isEdited(values) ? [{ table: 'folders', key: { folder_id }, before, after }] : [],
    leftAlone,
  };
}

/** Refuses a move that would create a cycle: walks up from the new parent and looks for the moved folder. */
function refusedParent(view: RecordView, folder: number, parent: number): Refusal | null {
  const visited = new Set([folder]);
  for (let id = parent; id !== ROOT_FOLDER_ID;) {
    if (visited.has(id)) return { refused: 'cycle' };
    visited.add(id);
    const ancestor = view.folder(id);
    if (ancestor === undefined) return gone('parent');
    id = ancestor.parent_folder_id;
  }
  return null;
}

/** The reads of the folder and its ancestors, as far as the view knows them. */
export function ancestorReads(view: RecordView, folder: number): readonly Read[] {
  const ids = new Set<number>();
  for (let id = folder; id !== ROOT_FOLDER_ID && !ids.has(id);) {
    ids.add(id);
    id = view.folder(id)?.parent_folder_id ?? ROOT_FOLDER_ID;
  }
  return [...ids].map((id) => ({ of: 'folder', id }) as const);
}
