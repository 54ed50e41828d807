import { Failure } from '#functions/errors/failure.ts';
import { FOLDERS } from '#functions/library/collections.ts';
import { requireLasting, requireUpload } from '#functions/operations/require-upload.ts';
import type { Operation } from '#functions/operations/operation.ts';

export const updateFolderImage: Operation<'/folders/update-image/'> = async ({ input, caller }, services) => {
  const { folder_id, s3_bucket, s3_key } = input;
  await requireUpload(services.uploads, 'folder', s3_bucket, s3_key);
  const library = await services.library(caller.uid);
  return library.transaction(async (transaction) => {
    const folder = await transaction.get(FOLDERS, { folder_id });
    if (folder === null) throw new Failure('noSuchFolder');
    await requireLasting(transaction, folder, s3_key);
    return transaction.change(FOLDERS, folder, { image_s3_key: s3_key });
  });
};
