import type { ChangeOf } from '@foldmark/library/changes/changes';
import { expect, test } from 'vitest';

import { partsOf } from '#web/sync/changes/parts.ts';

function unmerge(folders: number): ChangeOf<'link.unmerge'> {
  const folder_ids = Array.from({ length: folders }, (_, index) => index + 1);
  return { kind: 'link.unmerge', link_id: 1, into_id: 2, folder_ids, favorite: false, before: {}, after: {} };
}

test('undone merges are divided by the memberships that the server stores for them, not by the length of the ids', () => {
  expect(partsOf(Array.from({ length: 30 }, () => unmerge(200)))).toHaveLength(6);
  expect(partsOf([unmerge(1000), unmerge(1000)])).toHaveLength(2);
  expect(partsOf(Array.from({ length: 30 }, () => unmerge(2)))).toHaveLength(1);
});
