import type { ObjectKind } from '@foldmark/library/entities/collections';
import { MESSAGES } from '@foldmark/contract/messages';

import { Invalid } from '#functions/errors/failure.ts';
import type { LibraryTransaction } from '#functions/library/library.ts';
import type { Uploads } from '#functions/services/images.ts';

/**
 * Rejects a new key whose image is being deleted. Reads in the transaction, so no deletion can begin in between. The user can
 * take back an image of the last day: an undo does that.
 */
export async function requireAvailable(
  transaction: LibraryTransaction,
  before: { readonly image_s3_key: string },
  key: string | undefined,
): Promise<void> {
  if (key === undefined || key === '' || key === before.image_s3_key) return;
  if (!(await transaction.claimImage(key))) throw new Invalid([MESSAGES.uploadFailed]);
}

/** Rejects a key without an uploaded image. An empty key removes the image and is accepted. */
export async function requireUploadedImage(
  uploads: Uploads,
  kind: ObjectKind,
  bucket: string,
  key: string,
): Promise<void> {
  if (key !== '' && !(await uploads.hasImage(kind, bucket, key))) throw new Invalid([MESSAGES.uploadFailed]);
}
