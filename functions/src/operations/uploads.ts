import { UPLOADS_A_DAY } from '@foldmark/contract/limits';
import { MESSAGES } from '@foldmark/contract/messages';

import { Failure, Invalid } from '#functions/errors/failure.ts';
import type { Operation } from '#functions/operations/operation.ts';

/** The counters exist only with a profile, so counting also rejects an account whose profile is missing or deleted. */
export const grantUpload: Operation<'/uploads/grant/'> = async ({ input: { s3_key }, caller }, services) => {
  if (!(await services.uploads.acceptsKey(s3_key))) throw new Invalid([MESSAGES.uploadFailed]);
  const library = await services.library(caller.uid);
  const day = services.now().toISOString().slice(0, 'YYYY-MM-DD'.length);
  await library.transaction(async (transaction) => {
    if ((await transaction.counters.countUpload(day)) > UPLOADS_A_DAY) throw new Failure('tooManyUploads');
  });
  const store = await services.imageStore();
  if (store === null) throw new Failure('noImages');
  return store.grant(caller.uid, s3_key).catch((cause: unknown) => {
    throw new Failure('noImages', { cause });
  });
};
