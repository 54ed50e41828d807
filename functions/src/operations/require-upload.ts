import type { ObjectKind } from '@foldmark/contract/firestore-paths';
import { MESSAGES } from '@foldmark/contract/messages';

import { Invalid } from '#functions/errors/failure.ts';
import type { LibraryTransaction } from '#functions/library/library.ts';
import type { Uploads } from '#functions/services/images.ts';

/** Refuses a new key whose image is being deleted. Reads in the transaction, so that no deletion can come in between. */
export async function requireLasting(
  transaction: LibraryTransaction,
  before: { readonly image_s3_key: string },
  key: string,
): Promise<void> {
  if (key === '' || key === before.image_s3_key) return;
  if (await transaction.isImageGoing(key)) throw new Invalid([MESSAGES.uploadFailed]);
}

/** Lets through the removal of an image, and an image that is where it should be. */
export async function requireUpload(
  uploads: Uploads,
  kind: ObjectKind,
  bucket: string,
  key: string,
): Promise<void> {
  if (key !== '' && !(await uploads.holds(kind, bucket, key))) throw new Invalid([MESSAGES.uploadFailed]);
}
