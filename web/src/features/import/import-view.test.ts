import { type StoredAction, storedActionSchema } from '@foldmark/contract/stored';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';

import type { StoredImport } from '#web/sync/imports/import-store.ts';

import { importView } from './import-view.ts';
import { speedOf, withSample } from './speed.ts';

const AT = { seconds: 0, nanoseconds: 0, toMillis: () => 0, toDate: () => new Date(0) };

function actionOf(fields: object, imported: object = {}): StoredAction {
  const counts = { links: 20_000, handled: 0, created: 0, filled: 0, folders_created: 0, received: [] };
  return z.parse(storedActionSchema, {
    action_id: 'an-import',
    label: 'Imported 20,000 links from Chrome',
    state: 'importing',
    parts: 40,
    made: [],
    changed: 0,
    created_at: AT,
    updated_at: AT,
    import: { ...counts, ...imported },
    ...fields,
  });
}

const STORED: StoredImport = {
  import_id: 'an-import',
  label: 'Imported 20,000 links from Chrome',
  device: 'Chrome on Linux',
  target_folder_id: 0,
  parts: 40,
  links: 20_000,
  continued: 0,
  folders: 212,
  memberships: 20_000,
  at: 0,
  skipped: 31,
  merged: 12,
  told: [],
  phase: 'sending',
  sentParts: 3,
  isStopping: false,
  failure: null,
};

const view = (action: StoredAction | null, stored: StoredImport | null = null, speed: number | null = null) =>
  importView({ stored, action, speed, isOnline: true });

const done = (imported: object) => view(actionOf({ state: 'done' }, imported), { ...STORED, phase: 'sent' });

test('while this browser sends an import, the view tells the part and any problem', () => {
  expect(view(actionOf({ state: 'receiving' }), STORED)).toMatchObject({
    text: 'Sending part 4 of 40. Keep Foldmark open until they are sent.',
    progress: 3 / 40,
    offers: 'stop',
  });
  expect(importView({ stored: STORED, action: null, speed: null, isOnline: false }).text).toContain(
    "You're offline.",
  );
  expect(view(null, { ...STORED, failure: ['The folder does not exist.'] })).toMatchObject({
    text: 'The import stopped before anything was changed. The folder does not exist.',
    offers: 'discard',
    isOver: true,
  });
  expect(view(actionOf({ state: 'waiting' }), { ...STORED, phase: 'sent' }).text).toContain(
    'Waiting for an earlier import',
  );
});

test('the progress tells counts, speed and time left', () => {
  const running = actionOf({}, { handled: 12_400 });
  expect(view(running).text).toBe('12,400 of 20,000 links');
  expect(view(running, null, 260).text).toBe('12,400 of 20,000 links, 260 links per second, about 30 s left');
  expect(view(running, null, 20).text).toBe('12,400 of 20,000 links, 20 links per second, about 6 min left');
  expect(view(running, null, 260)).toMatchObject({ progress: 0.62, offers: 'stop', isOver: false });
});

test('the final text accounts for each link', () => {
  expect(done({ handled: 20_000, created: 18_796, filled: 7 })).toMatchObject({
    text: '18,796 links imported, 1,204 were already here, 12 doubled in the file, 31 skipped.',
    offers: 'undo',
    isOver: true,
  });
  // A link that continues in further entries is one link.
  const continued = { ...STORED, phase: 'sent', continued: 2 } as const;
  const all = actionOf({ state: 'done' }, { handled: 20_000, created: 19_998 });
  expect(view(all, continued).text).toBe('19,998 links imported, 12 doubled in the file, 31 skipped.');
  expect(done({ handled: 20_000 })).toMatchObject({
    text: 'Nothing new, 20,000 were already here, 12 doubled in the file, 31 skipped.',
    offers: null,
  });
  expect(done({ handled: 4000, created: 4000, stopped: true })).toMatchObject({
    title: 'Import stopped',
    text: 'Stopped. 4,000 of 20,000 links are in, and stay.',
    offers: 'undo',
  });
});

test('an undo tells its progress, and what it left alone', () => {
  const undoing = actionOf({ state: 'undoing', made: [0, 1, 2, 3], next_part: 1 });
  expect(view(undoing)).toMatchObject({ title: 'Undoing', progress: 0.5, offers: null });
  expect(view(actionOf({ state: 'undone' })).isOver).toBe(true);
  expect(view(actionOf({ state: 'undone', left_alone_count: 2 })).text).toContain('2 items were left alone');
});

test('the speed is that of the last seconds', () => {
  let samples = withSample([], { at: 0, handled: 0 });
  expect(speedOf(samples)).toBeNull();
  for (let second = 1; second <= 60; second += 1)
    samples = withSample(samples, {
      at: second * 1000,
      handled: second < 30 ? second * 1000 : 29_000 + (second - 29) * 100,
    });
  expect(speedOf(samples)).toBeCloseTo(100);
});
