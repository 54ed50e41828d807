import type { ObjectKind } from '@foldmark/contract/firestore-paths';
import { MESSAGES } from '@foldmark/contract/messages';

import { Invalid } from '#functions/http/failure.ts';
import type { Uploads } from '#functions/services.ts';

/** Lets through the removal of an image, and an image that is where it should be. */
export async function requireUpload(
  uploads: Uploads,
  kind: ObjectKind,
  bucket: string,
  key: string,
): Promise<void> {
  if (key !== '' && !(await uploads.holds(kind, bucket, key))) throw new Invalid([MESSAGES.uploadFailed]);
}
