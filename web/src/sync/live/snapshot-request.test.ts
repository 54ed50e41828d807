import { expect, test } from 'vitest';

import { createSnapshotRequest } from '#web/sync/live/snapshot-request.ts';

function opened() {
  const asked: unknown[] = [];
  const request = createSnapshotRequest({
    ask: async (foundAt) => void asked.push(foundAt),
    report: (message) => {
      throw new Error(message);
    },
  });
  const read = (count: number, isWhole = false, collection: 'links' | 'folders' = 'links'): void => {
    request.onRead({ collection, count, isWhole });
  };
  return { request, asked, read };
}

test('a page that reads 500 links without a snapshot asks for one, once', () => {
  const { asked, read } = opened();
  read(499, true);
  read(600, true, 'folders');
  expect(asked).toEqual([]);
  read(500, true);
  read(500, true);
  read(501);
  expect(asked).toEqual([null]);
});

test('a page that finds more than 500 newer documents asks for a newer snapshot than its own', () => {
  const { request, asked, read } = opened();
  request.found(7);
  read(300);
  read(200, false, 'folders');
  expect(asked).toEqual([]);
  read(1);
  expect(asked).toEqual([7]);
});
