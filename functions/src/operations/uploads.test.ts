import { UPLOADS_A_DAY } from '@foldmark/contract/limits';
import { MESSAGES } from '@foldmark/contract/messages';
import { expect, test } from 'vitest';

import { grantUpload } from '#functions/operations/uploads.ts';
import { callOperation } from '#functions/testing/call-operation.ts';
import { MemoryLibrary } from '#functions/testing/memory-library.ts';
import { noImageStore } from '#functions/testing/no-services.ts';

const GRANT = { s3_bucket: 'b', s3_key: 'k', region: 'r', identity_id: 'i', token: 't' };
const uploads = { hasImage: async () => false, acceptsKey: async (key: string) => key === 'k' };

async function grant({ library }: MemoryLibrary, s3_key = 'k', store: object | null = {}) {
  const imageStore = async () =>
    store && noImageStore({ grant: async () => Object.assign({ ...GRANT }, store) });
  return callOperation(grantUpload, library, { s3_key }, { uploads, imageStore });
}

test('an upload is granted for a key of the app only', async () => {
  expect(await grant(new MemoryLibrary())).toEqual(GRANT);
  await expect(grant(new MemoryLibrary(), 'other')).rejects.toMatchObject({
    errors: [MESSAGES.uploadFailed],
  });
});

test('an upload is refused after the last one of the day', async () => {
  const memory = new MemoryLibrary();
  for (let count = 0; count < UPLOADS_A_DAY; count += 1) await grant(memory);
  await expect(grant(memory)).rejects.toMatchObject({ code: 'tooManyUploads' });
});

test('an upload is refused if the deployment has no image storage', async () => {
  await expect(grant(new MemoryLibrary(), 'k', null)).rejects.toMatchObject({ code: 'noImages' });
});
