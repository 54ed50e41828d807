import { expect, test } from 'vitest';

import { PERSONAL_KEYS, storedUserIn } from '#web/account/stored-user.ts';
import { memoryStorage } from '#web/sync/testing/memory-storage.ts';

import { readTreeState, writeTreeState } from './tree-state.ts';

function storageOf(uid: string, saved: string | null = null) {
  const items = memoryStorage();
  const storage = () => items;
  storedUserIn(storage).set({ uid, email: null, emailVerified: false });
  if (saved !== null) items.setItem(PERSONAL_KEYS.tree, saved);
  return storage;
}

const INITIAL = { isOpen: false, expanded: new Set() };

test('the tree state is restored', () => {
  const storage = storageOf('ada');
  const state = { isOpen: true, expanded: new Set([3, 5]) };
  writeTreeState(storage, 'ada', state);
  expect(readTreeState(storage, 'ada')).toEqual(state);
});

test('another user does not get the stored tree state', () => {
  const storage = storageOf('ada');
  writeTreeState(storage, 'ada', { isOpen: true, expanded: new Set([3]) });
  expect(readTreeState(storage, 'bob')).toEqual(INITIAL);
});

test.each([null, '{', '7', '{"uid":"ada","isOpen":1,"expanded":["x",null]}'])(
  'the tree starts collapsed if storage contains %s',
  (text) => {
    expect(readTreeState(storageOf('ada', text), 'ada')).toEqual(INITIAL);
  },
);

const blocked = () => {
  throw new DOMException('blocked', 'SecurityError');
};

test('the tree starts collapsed if the browser blocks storage', () => {
  writeTreeState(blocked, 'ada', { isOpen: true, expanded: new Set([1]) });
  expect(readTreeState(blocked, 'ada')).toEqual(INITIAL);
});
