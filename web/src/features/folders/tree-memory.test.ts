import { expect, test } from 'vitest';

import { readTreeMemory, writeTreeMemory } from './tree-memory.ts';

function storageWith(text: string | null) {
  let saved = text;
  return {
    getItem: () => saved,
    setItem: (_key: string, value: string) => {
      saved = value;
    },
  };
}

const UNTOUCHED = { isOpen: false, expanded: new Set() };

test('the tree is as it was left', () => {
  const storage = storageWith(null);
  const memory = { isOpen: true, expanded: new Set([3, 5]) };
  writeTreeMemory(storage, 'ada', memory);
  expect(readTreeMemory(storage, 'ada')).toEqual(memory);
});

test('nobody finds the tree as somebody else left it', () => {
  const storage = storageWith(null);
  writeTreeMemory(storage, 'ada', { isOpen: true, expanded: new Set([3]) });
  expect(readTreeMemory(storage, 'bob')).toEqual(UNTOUCHED);
});

test.each([null, '{', '7', '{"uid":"ada","isOpen":1,"expanded":["x",null]}'])(
  'the tree begins collapsed over %s',
  (text) => {
    expect(readTreeMemory(storageWith(text), 'ada')).toEqual(UNTOUCHED);
  },
);

const blocked = () => {
  throw new DOMException('blocked', 'SecurityError');
};

test('a browser that blocks storage shows the tree all the same', () => {
  const storage = { getItem: blocked, setItem: blocked };
  writeTreeMemory(storage, 'ada', { isOpen: true, expanded: new Set([1]) });
  expect(readTreeMemory(storage, 'ada')).toEqual(UNTOUCHED);
});
