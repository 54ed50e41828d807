import type { LibraryChange } from '@foldmark/library/changes/changes';
import type { Folder } from '@foldmark/library/entities/entities';
import { compareFolders } from '@foldmark/library/order/order';

import { makeOnly } from '#functions/changes/make-changes.ts';
import { requireImageFound, requireUploadedImage } from '#functions/changes/uploaded-images.ts';
import { Failure } from '#functions/errors/failure.ts';
import { FOLDERS } from '#functions/store/collections.ts';
import type { Library } from '#functions/store/library.ts';
import { requireUserIfEmpty } from '#functions/store/require-user.ts';
import type { Operation } from '#functions/operations/operation.ts';

export const getFolder: Operation<'/folders/get/'> = async ({ input, caller }, services) =>
  existing(await (await services.library(caller.uid)).get(FOLDERS, input));

export const listFolders: Operation<'/folders/list/'> = async ({ caller }, services) => {
  const library = await services.library(caller.uid);
  return (await requireUserIfEmpty(library, await library.list(FOLDERS))).sort(compareFolders);
};

export const createFolder: Operation<'/folders/create/'> = async (
  { input, caller, requestKey },
  services,
) => {
  const library = await services.library(caller.uid);
  return library.transaction(async (transaction) => {
    const { created } = await makeOnly(transaction, { kind: 'folder.create', ref: -1, ...input }, requestKey);
    return existing(created && (await transaction.get(FOLDERS, { folder_id: created.id })));
  });
};

export const updateFolder: Operation<'/folders/update/'> = async ({ input, caller }, services) =>
  changed(await services.library(caller.uid), { kind: 'folder.set', ...input });

export const moveFolder: Operation<'/folders/update-parent/'> = async ({ input, caller }, services) => {
  const { folder_id, parent_folder_id } = input;
  const guard = input.if?.parent_folder_id;
  return changed(await services.library(caller.uid), {
    kind: 'folder.move',
    folder_id,
    parent_folder_id,
    ...(guard === undefined ? {} : { if: { parent_folder_id: guard } }),
  });
};

export const updateFolderImage: Operation<'/folders/update-image/'> = async ({ input, caller }, services) => {
  await requireUploadedImage(services.uploads, 'folder', input.s3_bucket, input.s3_key);
  return changed(await services.library(caller.uid), { kind: 'folder.image', ...input });
};

/** Makes a change of a folder, and returns the folder. */
async function changed(
  library: Library,
  change: LibraryChange & { readonly folder_id: number },
): Promise<Folder> {
  return library.transaction(async (transaction) => {
    requireImageFound(await makeOnly(transaction, change));
    return existing(await transaction.get(FOLDERS, { folder_id: change.folder_id }));
  });
}

function existing(folder: Folder | null): Folder {
  if (folder === null) throw new Failure('noSuchFolder');
  return folder;
}
