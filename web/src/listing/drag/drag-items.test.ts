import { expect, test } from 'vitest';

import { dragItems } from './drag-items.ts';

const same = (_kind: string, key: number) => key;

test('a drag carries its kind as text and its id as JSON', () => {
  expect(dragItems({ kind: 'link', keys: [7] }, same)).toEqual([
    { 'text/plain': 'link', 'application/json': '{"link_id":7}' },
  ]);
  expect(dragItems({ kind: 'folder', keys: [3] }, same)).toEqual([
    { 'text/plain': 'folder', 'application/json': '{"folder_id":3}' },
  ]);
});

test('links that were selected together go as one item each', () => {
  expect(dragItems({ kind: 'link', keys: [7, 9] }, same)).toHaveLength(2);
});

test('what has no id yet goes without one', () => {
  expect(dragItems({ kind: 'folder', keys: [-1] }, () => null)).toEqual([{ 'text/plain': 'folder' }]);
});
