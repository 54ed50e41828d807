import { expect, test } from 'vitest';

import { getAuthUser, getUser, publicUser, updateUser } from '#functions/operations/users.ts';
import { callOperation } from '#functions/testing/call-operation.ts';
import { MemoryLibrary } from '#functions/testing/memory-library.ts';

test('an edit of the profile answers the public part, and leaves a value alone that another device has set', async () => {
  const { library } = new MemoryLibrary();
  expect(await callOperation(updateUser, library, { display_name: 'Ada', if: { display_name: '' } })).toEqual(
    {
      user_id: 'u1',
      display_name: 'Ada',
      avatar: '',
    },
  );
  const late = { display_name: 'Eve', if: { display_name: '' } };
  expect(await callOperation(updateUser, library, late)).toMatchObject({ display_name: 'Ada' });
  expect(await callOperation(getUser, library, {})).toMatchObject({ display_name: 'Ada' });
});

test('the whole profile has the address of the token, or else the stored one', async () => {
  const { library } = new MemoryLibrary();
  expect(await callOperation(getAuthUser, library, {})).toMatchObject({
    user_id: 'u1',
    email: 'a@example.com',
    email_verified: true,
  });
});

test('a call without a profile fails', async () => {
  const { library } = new MemoryLibrary().withoutProfile();
  await expect(callOperation(updateUser, library, { display_name: 'a' })).rejects.toMatchObject({
    code: 'noProfile',
  });
});

test('other users see no address', () => {
  const user = { user_id: 'u1', display_name: 'a', avatar: '', email: 'a@example.com' };
  expect(publicUser(user)).toEqual({ user_id: 'u1', display_name: 'a', avatar: '' });
});
