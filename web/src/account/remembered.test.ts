import { expect, test } from 'vitest';

import { PERSONAL_KEYS, rememberedIn, writePersonal } from './remembered.ts';
import { memoryStorage } from '#web/sync/testing/memory-storage.ts';

const ADA = { uid: 'ada', email: null, emailVerified: false };

test('somebody is remembered until nobody is', () => {
  const kept = memoryStorage();
  rememberedIn(() => kept).set(ADA);
  expect(rememberedIn(() => kept).get()).toEqual(ADA);
  rememberedIn(() => kept).set(null);
  expect(rememberedIn(() => kept).get()).toBeNull();
});

test('the keys of a person are removed when they sign out or another person signs in', () => {
  const kept = memoryStorage();
  const remembered = rememberedIn(() => kept);
  for (const next of [null, { ...ADA, uid: 'bob' }]) {
    for (const key of Object.values(PERSONAL_KEYS)) {
      remembered.set(ADA);
      kept.setItem(key, 'links');
      remembered.set({ ...ADA, emailVerified: true });
      expect(kept.getItem(key)).toBe('links');
      remembered.set(next);
      expect(kept.getItem(key)).toBeNull();
    }
  }
});

test('a page that starts with nobody signed in removes what an older version left behind', () => {
  const kept = memoryStorage();
  kept.setItem(PERSONAL_KEYS.tree, 'folders');
  rememberedIn(() => kept).set(null);
  expect(kept.getItem(PERSONAL_KEYS.tree)).toBeNull();
});

test('a tab that still shows a person who has signed out stores nothing of them', () => {
  const kept = memoryStorage();
  const storage = () => kept;
  const remembered = rememberedIn(storage);
  for (const now of [null, { ...ADA, uid: 'bob' }]) {
    remembered.set(ADA);
    writePersonal(storage, 'ada', PERSONAL_KEYS.tree, 'folders');
    expect(kept.getItem(PERSONAL_KEYS.tree)).toBe('folders');
    remembered.set(now);
    writePersonal(storage, 'ada', PERSONAL_KEYS.tree, 'folders');
    expect(kept.getItem(PERSONAL_KEYS.tree)).toBeNull();
  }
});

test.each(['', '{', '7', '{"uid":""}', '{"uid":"ada","email":7,"emailVerified":true}', '{"uid":"ada"}'])(
  'what is no person is nobody: %s',
  (text) => {
    const kept = memoryStorage();
    kept.setItem('foldmark.member', text);
    expect(rememberedIn(() => kept).get()).toBeNull();
  },
);

const blockedStorage = () => {
  throw new DOMException('Blocked.', 'SecurityError');
};

test('where storage is blocked nobody is remembered, and nothing fails', () => {
  const blocked = rememberedIn(blockedStorage);
  blocked.set(ADA);
  writePersonal(blockedStorage, 'ada', PERSONAL_KEYS.tree, 'folders');
  expect(blocked.get()).toBeNull();
});
