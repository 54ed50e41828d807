import { NEW_FOLDER } from '@foldmark/library/changes/folder-create';
import type { Edit } from '@foldmark/library/changes/edits';
import type { ObjectKind } from '@foldmark/library/entities/collections';
import { ROOT_FOLDER_ID } from '@foldmark/library/entities/limits';

import { commit } from '#functions/changes/commit.ts';
import { TOP } from '#functions/imports/match-folders.ts';
import type { FolderWork, Planned } from '#functions/imports/next-work.ts';
import { statusOf } from '#functions/imports/status.ts';
import { FAVORITES, FOLDERS } from '#functions/store/collections.ts';
import type { LibraryTransaction } from '#functions/store/library.ts';

interface AddedFolders {
  /** The ids of the import's folders. They differ from the plan if a planned folder does not exist any more. */
  readonly folder_ids: readonly number[];
  readonly edits: readonly Edit[];
}

/** Creates the missing folders, in order. */
export async function addFolders(
  transaction: LibraryTransaction,
  plan: Planned,
  work: readonly FolderWork[],
): Promise<AddedFolders> {
  await readAhead(transaction, plan, work);
  const ids = [...plan.folder_ids];
  const edits: Edit[] = [];
  for (const { folder, number, id: planned, reserved } of work) {
    const status_id = statusOf(folder);
    const found = planned === reserved ? null : await transaction.get(FOLDERS, { folder_id: planned });
    const folder_id = found?.status_id === status_id ? planned : reserved;
    ids[number] = folder_id;
    if (folder_id === reserved) {
      const wanted = folder.parent === TOP ? plan.target_folder_id : (ids[folder.parent] ?? ROOT_FOLDER_ID);
      const parent_folder_id = (await exists(transaction, wanted)) ? wanted : ROOT_FOLDER_ID;
      const { name, icon = '' } = folder;
      const after = { ...NEW_FOLDER, name, status_id, parent_folder_id, icon };
      edits.push(...(await made(transaction, { table: 'folders', key: { folder_id }, before: null, after })));
    }
    if (folder.favorite === true)
      edits.push(...(await addFavorite(transaction, 'folder', folder_id, folder_id === reserved)));
  }
  return { folder_ids: ids, edits };
}

async function readAhead(
  transaction: LibraryTransaction,
  plan: Planned,
  work: readonly FolderWork[],
): Promise<void> {
  const created = new Set(work.flatMap(({ id, reserved }) => (id === reserved ? [id] : [])));
  const parents = work.map(({ folder: { parent } }) =>
    parent === TOP ? plan.target_folder_id : (plan.folder_ids[parent] ?? ROOT_FOLDER_ID),
  );
  const ids = new Set([...parents, ...work.map(({ id }) => id)]);
  await Promise.all(
    [...ids]
      .filter((id) => id !== ROOT_FOLDER_ID && !created.has(id))
      .map(async (folder_id) => transaction.get(FOLDERS, { folder_id })),
  );
}

async function exists(transaction: LibraryTransaction, folder_id: number): Promise<boolean> {
  return folder_id === ROOT_FOLDER_ID || (await transaction.get(FOLDERS, { folder_id })) !== null;
}

export async function addFavorite(
  transaction: LibraryTransaction,
  object_type: ObjectKind,
  object_id: number,
  isNew: boolean,
): Promise<readonly Edit[]> {
  const key = { object_type, object_id };
  // A new object can't have a favorite yet, so nothing has to be read.
  if (isNew) transaction.assumeMissing(FAVORITES, key);
  if ((await transaction.get(FAVORITES, key)) !== null) return [];
  return made(transaction, { table: 'favorites', key, before: null, after: {} });
}

/** Applies an edit. Returns it in the form that undo needs. */
export async function made(transaction: LibraryTransaction, edit: Edit): Promise<readonly Edit[]> {
  return (await commit(transaction, { edits: [edit], leftAlone: [] })).edits;
}
