import { expect, test } from 'vitest';

import { PERSONAL_KEYS, storedUserIn } from '#web/account/stored-user.ts';
import { memoryStorage } from '#web/sync/testing/memory-storage.ts';

import { readTreeMemory, writeTreeMemory } from './tree-memory.ts';

function storageOf(uid: string, saved: string | null = null) {
  const kept = memoryStorage();
  const storage = () => kept;
  storedUserIn(storage).set({ uid, email: null, emailVerified: false });
  if (saved !== null) kept.setItem(PERSONAL_KEYS.tree, saved);
  return storage;
}

const UNTOUCHED = { isOpen: false, expanded: new Set() };

test('the tree is as it was left', () => {
  const storage = storageOf('ada');
  const memory = { isOpen: true, expanded: new Set([3, 5]) };
  writeTreeMemory(storage, 'ada', memory);
  expect(readTreeMemory(storage, 'ada')).toEqual(memory);
});

test('nobody finds the tree as somebody else left it', () => {
  const storage = storageOf('ada');
  writeTreeMemory(storage, 'ada', { isOpen: true, expanded: new Set([3]) });
  expect(readTreeMemory(storage, 'bob')).toEqual(UNTOUCHED);
});

test.each([null, '{', '7', '{"uid":"ada","isOpen":1,"expanded":["x",null]}'])(
  'the tree begins collapsed over %s',
  (text) => {
    expect(readTreeMemory(storageOf('ada', text), 'ada')).toEqual(UNTOUCHED);
  },
);

const blocked = () => {
  throw new DOMException('blocked', 'SecurityError');
};

test('a browser that blocks storage shows the tree all the same', () => {
  writeTreeMemory(blocked, 'ada', { isOpen: true, expanded: new Set([1]) });
  expect(readTreeMemory(blocked, 'ada')).toEqual(UNTOUCHED);
});
