import { expect, test } from 'vitest';

import { PERSONAL_KEYS, storedUserIn, writePersonal } from './stored-user.ts';
import { memoryStorage } from '#web/sync/testing/memory-storage.ts';

const ADA = { uid: 'ada', email: null, emailVerified: false };

test('a user is stored until the user is cleared', () => {
  const storage = memoryStorage();
  storedUserIn(() => storage).set(ADA);
  expect(storedUserIn(() => storage).get()).toEqual(ADA);
  storedUserIn(() => storage).set(null);
  expect(storedUserIn(() => storage).get()).toBeNull();
});

test("a user's keys are removed when the user signs out or another one signs in", () => {
  const storage = memoryStorage();
  const storedUser = storedUserIn(() => storage);
  for (const next of [null, { ...ADA, uid: 'bob' }]) {
    for (const key of Object.values(PERSONAL_KEYS)) {
      storedUser.set(ADA);
      storage.setItem(key, 'links');
      storedUser.set({ ...ADA, emailVerified: true });
      expect(storage.getItem(key)).toBe('links');
      storedUser.set(next);
      expect(storage.getItem(key)).toBeNull();
    }
  }
});

test('a page that starts signed out removes keys that an older version left behind', () => {
  const storage = memoryStorage();
  storage.setItem(PERSONAL_KEYS.tree, 'folders');
  storedUserIn(() => storage).set(null);
  expect(storage.getItem(PERSONAL_KEYS.tree)).toBeNull();
});

test('a tab that still shows a signed-out user stores nothing', () => {
  const storage = memoryStorage();
  const storedUser = storedUserIn(() => storage);
  for (const now of [null, { ...ADA, uid: 'bob' }]) {
    storedUser.set(ADA);
    writePersonal(() => storage, 'ada', PERSONAL_KEYS.tree, 'folders');
    expect(storage.getItem(PERSONAL_KEYS.tree)).toBe('folders');
    storedUser.set(now);
    writePersonal(() => storage, 'ada', PERSONAL_KEYS.tree, 'folders');
    expect(storage.getItem(PERSONAL_KEYS.tree)).toBeNull();
  }
});

test.each(['', '{', '7', '{"uid":""}', '{"uid":"ada","email":7,"emailVerified":true}', '{"uid":"ada"}'])(
  'an invalid stored user is ignored: %s',
  (text) => {
    const storage = memoryStorage();
    storage.setItem('foldmark.member', text);
    expect(storedUserIn(() => storage).get()).toBeNull();
  },
);

const blockedStorage = () => {
  throw new DOMException('Blocked.', 'SecurityError');
};

test('blocked storage stores no user, and nothing throws', () => {
  const blocked = storedUserIn(blockedStorage);
  blocked.set(ADA);
  writePersonal(blockedStorage, 'ada', PERSONAL_KEYS.tree, 'folders');
  expect(blocked.get()).toBeNull();
});
