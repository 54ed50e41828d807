import type { ObjectKind } from '@foldmark/library/entities/collections';
import { uploadKey } from '@foldmark/contract/upload-keys';
import { grantedS3, putImage } from '@foldmark/aws-emulator/src/testing/granted-s3.ts';
import { inject } from 'vitest';

import type { Person } from '#tests/api/support.ts';

export const BUCKET = 'foldmark-local';

export function newKey(kind: ObjectKind = 'link'): string {
  const id = crypto.randomUUID();
  return uploadKey({ prefix: 'dev/uploads/', kind, at: new Date(), id, extension: 'png' });
}

/** Uploads an image like the app. Returns its key. */
export async function uploadImage(person: Person, kind: ObjectKind = 'link'): Promise<string> {
  const key = newKey(kind);
  const granted = await person.ask('/uploads/grant/', { s3_key: key });
  const grant = Object.assign({ identity_id: '', token: '' }, granted);
  await putImage(await grantedS3(inject('suite').awsUrl, grant), key);
  return key;
}

/** Returns the status of a public request for an image. */
export async function statusOf(key: string): Promise<number> {
  const answer = await fetch(`${inject('suite').awsUrl}/${BUCKET}/${key}`);
  await answer.body?.cancel();
  return answer.status;
}
