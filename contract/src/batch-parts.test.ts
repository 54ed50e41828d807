import type { LibraryChange } from '@foldmark/library/changes/changes';
import { expect, test } from 'vitest';

import { partsOf } from './batch-parts.ts';

function partCount(count: number, change: LibraryChange): number {
  return partsOf(Array.from({ length: count }, () => change)).length;
}

test('merges are divided by the edits that the server stores for them', () => {
  expect(partCount(30, { kind: 'link.merge', link_id: 1, into_id: 2, size: 20_000 })).toBe(6);
  expect(partCount(30, { kind: 'link.merge', link_id: 1, into_id: 2, size: 200 })).toBe(1);
});

test('undone edits are divided by their texts', () => {
  const key = { link_id: 1 };
  const note = 'x'.repeat(4000);
  const noted = { table: 'links', key, before: { note }, after: { note: '' } } as const;
  expect(partCount(60, { kind: 'revert', edits: [noted] })).toBe(3);
  const trashed = { table: 'links', key, before: { status_id: 1 }, after: { status_id: 2 } } as const;
  const merged = Array.from({ length: 100 }, () => trashed);
  expect(partCount(60, { kind: 'revert', edits: merged })).toBe(5);
  expect(partCount(250, { kind: 'revert', edits: [trashed] })).toBe(1);
});
