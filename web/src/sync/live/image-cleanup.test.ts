import type { DocumentVersion } from '@foldmark/library/entities/records';
import { newLink } from '@foldmark/library/entities/new-link';
import { expect, test } from 'vitest';

import { Library } from '@foldmark/library/memory/library';
import { cleanUpImages } from '#web/sync/live/image-cleanup.ts';
import { createManualTimers } from '#web/sync/testing/manual-timers.ts';

const IMAGE = 'dev/uploads/links/a.png';
const ICON = 'dev/uploads/favicons/a.png';

function link(id: number, at: number, fields: object | null): DocumentVersion<'links'> {
  const record = { ...newLink(id, 'https://a.example/'), created_at: 1, updated_at: at };
  return { id: String(id), at, record: fields === null ? null : { ...record, ...fields } };
}

function setUp() {
  const library = new Library();
  const timers = createManualTimers();
  const used: string[][] = [];
  const state = { isComplete: true };
  const ending = new AbortController();
  cleanUpImages({
    library,
    timers,
    signal: ending.signal,
    isComplete: () => state.isComplete,
    removeUnused: async (usedKeys) => {
      used.push([...usedKeys]);
    },
    report: (message) => {
      throw new Error(message);
    },
  });
  library.receive('links', [
    link(1, 1, { image_s3_key: IMAGE, favicon_key: ICON }),
    link(2, 1, { favicon_key: ICON }),
  ]);
  return { library, timers, used, state, ending };
}

test('one cleanup runs after links were deleted or got another image', () => {
  const { library, timers, used } = setUp();
  timers.pass(10_000);
  expect(used).toEqual([]);
  library.receive('links', [link(1, 2, null)]);
  library.receive('links', [link(2, 2, { favicon_key: 'dev/uploads/favicons/b.png' })]);
  timers.pass(10_000);
  expect(used).toEqual([['dev/uploads/favicons/b.png']]);
});

test('the picture of a page stays in the cache until its link loses it', () => {
  const { library, timers, used } = setUp();
  const picture_s3_key = 'dev/uploads/pictures/a.webp';
  library.receive('links', [link(2, 2, { favicon_key: ICON, picture_s3_key }), link(1, 2, null)]);
  timers.pass(10_000);
  expect(used).toEqual([[ICON, picture_s3_key]]);
  library.receive('links', [link(2, 3, { favicon_key: ICON })]);
  timers.pass(10_000);
  expect(used.at(-1)).toEqual([ICON]);
});

test('a renamed link causes no cleanup', () => {
  const { library, timers, used } = setUp();
  library.receive('links', [link(1, 2, { image_s3_key: IMAGE, favicon_key: ICON, name: 'b' })]);
  timers.pass(10_000);
  expect(used).toEqual([]);
});

test('no cleanup runs while a collection is missing or after the library was closed', () => {
  const { library, timers, used, state, ending } = setUp();
  state.isComplete = false;
  library.receive('links', [link(1, 2, null)]);
  timers.pass(10_000);
  state.isComplete = true;
  library.receive('links', [link(2, 2, null)]);
  ending.abort();
  timers.pass(10_000);
  expect(used).toEqual([]);
});
