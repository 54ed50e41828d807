import { Failure } from '#functions/errors/failure.ts';
import { LINKS } from '#functions/library/collections.ts';
import { requireLasting, requireUpload } from '#functions/operations/require-upload.ts';
import type { Operation } from '#functions/operations/operation.ts';

export const updateLinkImage: Operation<'/links/update-image/'> = async ({ input, caller }, services) => {
  const { link_id, s3_bucket, s3_key } = input;
  await requireUpload(services.uploads, 'link', s3_bucket, s3_key);
  const library = await services.library(caller.uid);
  return library.transaction(async (transaction) => {
    const link = await transaction.get(LINKS, { link_id });
    if (link === null) throw new Failure('noSuchLink');
    await requireLasting(transaction, link, s3_key);
    return transaction.change(LINKS, link, { image_s3_key: s3_key });
  });
};
