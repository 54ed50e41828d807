import { ROOT_FOLDER_ID } from '@foldmark/contract/limits';

import { Failure } from '#functions/errors/failure.ts';
import { FOLDERS } from '#functions/library/collections.ts';
import type { LibraryTransaction } from '#functions/library/library.ts';
import type { Operation } from '#functions/operations/operation.ts';

export const moveFolder: Operation<'/folders/update-parent/'> = async ({ input, caller }, services) => {
  const { folder_id, parent_folder_id } = input;
  const library = await services.library(caller.uid);
  return library.transaction(async (transaction) => {
    const folder = await transaction.get(FOLDERS, { folder_id });
    if (folder === null) throw new Failure('noSuchFolder');
    if (folder.parent_folder_id !== parent_folder_id) {
      await checkParent(transaction, folder_id, parent_folder_id);
    }
    return transaction.change(FOLDERS, folder, { parent_folder_id });
  });
};

/** Walks up from the new parent: a folder that is met on the way would end up below itself. */
async function checkParent(
  transaction: LibraryTransaction,
  folderId: number,
  parentId: number,
): Promise<void> {
  const met = new Set([folderId]);
  for (let id = parentId; id !== ROOT_FOLDER_ID;) {
    if (met.has(id)) throw new Failure('folderInItself');
    met.add(id);
    const ancestor = await transaction.get(FOLDERS, { folder_id: id });
    if (ancestor === null) throw new Failure('noSuchParent');
    id = ancestor.parent_folder_id;
  }
}
