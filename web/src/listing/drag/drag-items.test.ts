import { expect, test } from 'vitest';

import { dragItems } from './drag-items.ts';

const sameId = (_kind: string, key: number) => key;

test('a drag carries its kind as text and its id as JSON', () => {
  expect(dragItems({ kind: 'link', keys: [7] }, sameId)).toEqual([
    { 'text/plain': 'link', 'application/json': '{"link_id":7}' },
  ]);
  expect(dragItems({ kind: 'folder', keys: [3] }, sameId)).toEqual([
    { 'text/plain': 'folder', 'application/json': '{"folder_id":3}' },
  ]);
});

test('a drag of several selected links has one item for each link', () => {
  expect(dragItems({ kind: 'link', keys: [7, 9] }, sameId)).toHaveLength(2);
});

test('an item without an id yet has no JSON', () => {
  expect(dragItems({ kind: 'folder', keys: [-1] }, () => null)).toEqual([{ 'text/plain': 'folder' }]);
});
