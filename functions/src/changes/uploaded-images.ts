import type { ObjectKind } from '@foldmark/library/entities/collections';
import { MESSAGES } from '@foldmark/contract/messages';

import { Invalid } from '#functions/errors/failure.ts';
import type { Uploads } from '#functions/services/images.ts';

/** Rejects a key without an uploaded image. An empty key removes the image and is accepted. */
export async function requireUploadedImage(
  uploads: Uploads,
  kind: ObjectKind,
  bucket: string,
  key: string,
): Promise<void> {
  if (key !== '' && !(await uploads.hasImage(kind, bucket, key))) throw new Invalid([MESSAGES.uploadFailed]);
}

/** Rejects a key whose image is being deleted. */
export function requireImageFound<Made extends { readonly isImageLost: boolean }>(made: Made): Made {
  if (made.isImageLost) throw new Invalid([MESSAGES.uploadFailed]);
  return made;
}
