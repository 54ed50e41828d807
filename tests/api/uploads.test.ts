import { UPLOADS_A_DAY } from '@foldmark/contract/limits';
import { grantedS3, loginAtPool, putImage } from '@foldmark/aws-emulator/src/testing/granted-s3.ts';
import { describe, expect, inject, test } from 'vitest';

import { openFirestore } from '#tests/api/firestore.ts';
import { type Answer, type Person, personOf, register, signUp } from '#tests/api/support.ts';
import { newKey, statusOf } from '#tests/api/upload-image.ts';

const firestore = openFirestore();

async function grantTo(person: Person, s3_key: string): Promise<Answer> {
  return person.call('/uploads/grant/', { s3_key });
}

describe('an upload', () => {
  test('is granted for one key only', async () => {
    const person = await register();
    const key = newKey();
    const granted = await grantTo(person, key);
    expect(granted.status).toBe(200);
    const { awsUrl } = inject('suite');
    const s3 = await grantedS3(awsUrl, Object.assign({ identity_id: '', token: '' }, granted.body));
    await expect(putImage(s3, newKey())).rejects.toMatchObject({ name: 'AccessDenied' });
    await putImage(s3, key);
    expect(await statusOf(key)).toBe(200);
  });

  test.each([
    'prod/uploads/links/2026-01-02--03-04-05--7f7fbb0e-6d4a-4c1e-9a43-0f2b8a3c1d2e.png',
    'dev/uploads/favicons/2026-01-02--03-04-05--7f7fbb0e-6d4a-4c1e-9a43-0f2b8a3c1d2e.png',
    'dev/uploads/links/*',
    'dev/uploads/links/2026-01-02--03-04-05--*.png',
    'dev/uploads/links/2026-01-02--03-04-05--7f7fbb0e-6d4a-4c1e-9a43-0f2b8a3c1d2e.svg',
  ])('is not granted for %s', async (key) => {
    const person = await register();
    expect(await grantTo(person, key)).toMatchObject({
      status: 400,
      body: { errors: ['There was an error uploading your file.'] },
    });
  });

  test('is not granted without a profile, and the pool rejects the ID token', async () => {
    const account = await signUp();
    expect(await grantTo(personOf(account), newKey())).toMatchObject({ status: 403 });
    const login = loginAtPool(inject('suite').awsUrl, 'securetoken.google.com/demo-foldmark', account.token);
    await expect(login).rejects.toMatchObject({ name: 'NotAuthorizedException' });
  });

  test('is not granted to a deleted user', async () => {
    const person = await register();
    await person.ask('/users/delete/', {});
    expect((await grantTo(person, newKey())).status).toBeGreaterThanOrEqual(401);
  });

  test('is granted a limited number of times per day', async () => {
    const person = await register();
    const counters = firestore.doc(`users/${person.uid}/private/counters`);
    const day = new Date().toISOString().slice(0, 10);
    await counters.update({ uploads: { day, granted: UPLOADS_A_DAY - 1 } });
    expect((await grantTo(person, newKey())).status).toBe(200);
    expect(await grantTo(person, newKey())).toMatchObject({
      status: 403,
      body: {
        code: 'tooManyUploads',
        primary_error: `You can upload ${UPLOADS_A_DAY} images a day. Please try again tomorrow.`,
      },
    });
    await counters.update({ uploads: { day: '2026-01-01', granted: UPLOADS_A_DAY } });
    expect((await grantTo(person, newKey())).status).toBe(200);
    expect((await counters.get()).get('uploads')).toEqual({ day, granted: 1 });
  });
});
