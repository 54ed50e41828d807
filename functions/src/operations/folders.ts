import { compareFolders } from '@foldmark/library/order/order';

import * as changes from '#functions/changes/folders.ts';
import { requireUploadedImage } from '#functions/changes/uploaded-images.ts';
import { Failure } from '#functions/errors/failure.ts';
import { FOLDERS } from '#functions/library/collections.ts';
import { requireUserIfEmpty } from '#functions/library/require-user.ts';
import type { Operation } from '#functions/operations/operation.ts';

export const getFolder: Operation<'/folders/get/'> = async ({ input, caller }, services) => {
  const folder = await (await services.library(caller.uid)).get(FOLDERS, input);
  if (folder === null) throw new Failure('noSuchFolder');
  return folder;
};

export const listFolders: Operation<'/folders/list/'> = async ({ caller }, services) => {
  const library = await services.library(caller.uid);
  return (await requireUserIfEmpty(library, await library.list(FOLDERS))).sort(compareFolders);
};

export const createFolder: Operation<'/folders/create/'> = async (
  { input, caller, requestKey },
  services,
) => {
  const library = await services.library(caller.uid);
  return library.transaction(async (transaction) => changes.createFolder(transaction, input, requestKey));
};

export const updateFolder: Operation<'/folders/update/'> = async ({ input, caller }, services) => {
  const library = await services.library(caller.uid);
  return (await library.transaction(async (transaction) => changes.setFolder(transaction, input))).entity;
};

export const moveFolder: Operation<'/folders/update-parent/'> = async ({ input, caller }, services) => {
  const { folder_id, parent_folder_id } = input;
  const guard = input.if?.parent_folder_id;
  const move = {
    folder_id,
    parent_folder_id,
    ...(guard === undefined ? {} : { if: { parent_folder_id: guard } }),
  };
  const library = await services.library(caller.uid);
  return (await library.transaction(async (transaction) => changes.moveFolder(transaction, move))).entity;
};

export const updateFolderImage: Operation<'/folders/update-image/'> = async ({ input, caller }, services) => {
  await requireUploadedImage(services.uploads, 'folder', input.s3_bucket, input.s3_key);
  const library = await services.library(caller.uid);
  return (await library.transaction(async (transaction) => changes.setFolderImage(transaction, input)))
    .entity;
};
