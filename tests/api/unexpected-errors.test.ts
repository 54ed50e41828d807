import { expect, test } from 'vitest';

import { openFirestore } from '#tests/api/firestore.ts';
import { register } from '#tests/api/support.ts';

const firestore = openFirestore();

test('an unexpected error answers a request id and no details', async () => {
  const person = await register();
  await firestore.doc(`users/${person.uid}/links/1`).set({ deleted: false, link_id: 'no number' });
  const { status, body } = await person.call('/links/get/', { link_id: 1 });
  expect(status).toBe(500);
  expect(body).toEqual({
    code: 'unexpected',
    primary_error: 'Something went wrong on our side. Please try again.',
    request_id: expect.stringMatching(/^[\da-f-]{36}$/),
  });
});
