import type { StoredAction } from '@foldmark/contract/stored';
import { expect, test } from 'vitest';

import { viewOf } from './action-view.ts';

const AT = { seconds: 1, nanoseconds: 0, toMillis: () => 1000, toDate: () => new Date(1000) };

function action(fields: Partial<StoredAction>): StoredAction {
  return {
    action_id: 'action-1',
    label: 'Moved 1,250 links to the trash',
    device: 'Chrome on Linux',
    state: 'done',
    parts: 5,
    made: [0, 1, 2, 3, 4],
    changed: 1248,
    skipped: 0,
    left_alone: [],
    left_alone_count: 0,
    created_at: AT,
    updated_at: AT,
    ...fields,
  };
}

test('a finished action offers Undo, an undone one Redo', () => {
  expect(viewOf(action({}))).toMatchObject({
    state: '',
    offers: 'undo',
    counts: '1,248 changed',
    progress: null,
  });
  expect(viewOf(action({ state: 'undone', skipped: 2 }))).toMatchObject({
    state: 'Undone',
    offers: 'redo',
    counts: '1,248 changed, 2 skipped',
  });
  // A move of a link is two changes: it removes the link from one folder and adds it to another.
  expect(viewOf(action({ changed: 8, items: 4 })).counts).toBe('4 changed');
});

test('an undo or redo that was given up says so, and can be tried again', () => {
  expect(viewOf(action({ failed: 'undo' }))).toMatchObject({
    state: "Couldn't be undone completely. Try again.",
    offers: 'undo',
  });
  expect(viewOf(action({ state: 'undone', failed: 'redo' }))).toMatchObject({
    state: "Couldn't be redone completely. Try again.",
    offers: 'redo',
  });
});

test('the progress of an undo counts from the last part to the first, that of a redo from the first', () => {
  expect(viewOf(action({ state: 'undoing', next_part: 4 }))).toMatchObject({ progress: 0, offers: null });
  expect(viewOf(action({ state: 'undoing', next_part: 1 })).progress).toBeCloseTo(0.6);
  expect(viewOf(action({ state: 'redoing', next_part: 0 }))).toMatchObject({ progress: 0, offers: null });
  expect(viewOf(action({ state: 'redoing', next_part: 4 })).progress).toBeCloseTo(0.8);
});

test('an action whose parts have not all arrived can be undone already', () => {
  expect(viewOf(action({ state: 'running', made: [0, 2] }))).toMatchObject({ progress: 0.4, offers: 'undo' });
});

test('what was left alone is named with its reason, and the rest counted', () => {
  const left_alone = [
    { kind: 'link', id: 1, name: 'One', why: 'changed' },
    { kind: 'folder', id: 2, name: '', why: 'gone' },
  ] as const;
  expect(viewOf(action({ left_alone: [...left_alone], left_alone_count: 7 }))).toMatchObject({
    leftAlone: ['One: changed since', 'A folder: deleted since'],
    unnamed: 5,
  });
});

test('an import counts links and folders, offers to fetch icons, and shows how many sites are done', () => {
  const done = { links: 1300, handled: 1300, created: 1234, filled: 12, folders_created: 1, received: [] };
  expect(viewOf(action({ import: done }))).toMatchObject({
    counts: '1,234 links added, 12 completed, 1 folder added',
    icons: null,
    calls: [{ text: 'Fetch icons for 1,234 new links' }, { text: 'Fetch pictures for 1,234 new links' }],
  });
  const icons = { domains: 340, done: 12, next: { list: 0, entry: 12 } };
  expect(viewOf(action({ import: { ...done, icons } }))).toMatchObject({
    icons: 'Icons: 12 of 340 sites',
    calls: [{ path: '/imports/stop/', text: 'Stop fetching' }],
  });
  const collecting = { domains: 0, done: 0, next: { list: -1, entry: 0 } };
  expect(viewOf(action({ import: { ...done, icons: collecting } }))).toMatchObject({
    icons: 'Icons: collecting the sites...',
  });
  const over = action({ import: { ...done, icons: { domains: 1, done: 1 } } });
  expect(viewOf(over)).toMatchObject({
    icons: 'Icons: 1 of 1 site',
    calls: [{ text: 'Fetch icons for 1 site' }, { text: 'Fetch pictures for 1,234 new links' }],
  });
  const pages = { pages: true, domains: 1234, done: 5 };
  expect(viewOf(action({ import: { ...done, icons: pages } }))).toMatchObject({
    icons: 'Pictures: 5 of 1,234 pages',
    calls: [{ text: 'Fetch icons for 1,234 new links' }, { path: '/imports/pictures/' }],
  });
  expect(viewOf(action({ import: { ...done, created: 0, filled: 0, folders_created: 0 } }))).toMatchObject({
    counts: '0 links added',
    calls: [],
  });
});
