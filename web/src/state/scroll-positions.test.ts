import { expect, test } from 'vitest';

import { ScrollPositions } from './scroll-positions.ts';

const KEY = 'foldmark.scroll';

function storageWith(text?: string) {
  const items = new Map(text === undefined ? [] : [[KEY, text]]);
  return {
    items,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
}

test('a reload keeps the positions of the last 50 history entries, but not the focused row', () => {
  const storage = storageWith();
  const positions = new ScrollPositions(() => storage);
  const items = { folders: [2], links: [7, -5] };
  for (let entry = 1; entry <= 60; entry += 1)
    positions.set(`entry ${entry}`, { top: entry, focused: 3, items });
  positions.set('at the top', { top: 0, focused: 7 });
  expect(positions.get('entry 60')).toEqual({ top: 60, focused: 3, items });
  expect(positions.get('at the top')).toEqual({ top: 0, focused: 7 });
  const reloaded = new ScrollPositions(() => storage);
  expect(reloaded.get('entry 60')).toEqual({ top: 60, focused: null, items });
  expect(reloaded.get('entry 11')).toEqual({ top: 11, focused: null, items });
  expect(reloaded.get('entry 10')).toBeNull();
  expect(reloaded.get('at the top')).toBeNull();
});

test('a list that was left at its top, and the next user of the tab, leave nothing stored', () => {
  const storage = storageWith();
  const positions = new ScrollPositions(() => storage);
  positions.set('entry', { top: 4.5, focused: null });
  positions.set('entry', { top: 0, focused: null });
  expect(storage.items.size).toBe(0);
  positions.set('entry', { top: 4.5, focused: null });
  positions.clear();
  expect(storage.items.size).toBe(0);
  expect(positions.get('entry')).toBeNull();
});

test('broken or blocked storage restores no positions, and throws no error', () => {
  for (const text of ['{', 'null', '[]', '{"a":["1"],"b":[-1],"c":null,"0":3}']) {
    const positions = new ScrollPositions(() => storageWith(text));
    for (const entry of ['a', 'b', 'c', '0']) expect(positions.get(entry)).toBeNull();
  }
  const blocked = new ScrollPositions(() => {
    throw new Error('Storage is blocked.');
  });
  blocked.set('entry', { top: 2, focused: null });
  expect(blocked.get('entry')).toEqual({ top: 2, focused: null });
  blocked.clear();
  expect(blocked.get('entry')).toBeNull();
});
