import { expect, test } from 'vitest';

import { nextGestures, type Waiting } from '#web/sync/changes/sending/waiting-gestures.ts';

function gesture(request: string, lanes: readonly string[], more: Partial<Waiting['gesture']> = {}): Waiting {
  const change = { kind: 'link.set', link_id: 1, status_id: 2 } as const;
  return {
    gesture: { request, label: 'A change', at: 0, changes: [change], ...more },
    isAwaited: false,
    isSolo: false,
    lanes,
  };
}

const next = (waiting: readonly Waiting[], ...busy: readonly string[]): string[] =>
  nextGestures(waiting, new Set(busy), () => true).map((item) => item.gesture.request);

const inGroup = (index: number) => ({ group: { id: 'group', index } });

test('a single gesture is sent alone, and not before an earlier one in its lane', () => {
  expect(next([gesture('a', ['1']), gesture('b', ['2'])])).toEqual(['a']);
  expect(
    next([gesture('a', ['1']), gesture('b', ['1', '2']), gesture('c', ['2']), gesture('d', ['3'])], '1'),
  ).toEqual(['d']);
  expect(next([gesture('a', ['1'])], '1')).toEqual([]);
});

test("eight gestures are sent together, even in one lane, up to the first that can't be grouped", () => {
  const requests = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
  const waiting = requests.map((request) => gesture(request, ['1']));
  expect(next(waiting)).toEqual(requests);
  expect(next(waiting.with(3, { ...gesture('d', ['1']), isAwaited: true }))).toEqual(['a', 'b', 'c']);
  expect(next(waiting.with(0, { ...gesture('a', ['1']), isSolo: true }))).toEqual(['a']);
});

test('an undo of several edits is sent alone, because the history links it to what it undoes', () => {
  const edit = {
    table: 'favorites',
    key: { object_type: 'link', object_id: 1 },
    before: {},
    after: null,
  } as const;
  const undo = (...edits: readonly (typeof edit)[]) =>
    gesture('d', ['1'], { undoes: 'a', changes: [{ kind: 'revert', edits }] });
  const waiting = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((request) => gesture(request, ['1']));
  expect(next(waiting.with(3, undo(edit)))).toHaveLength(8);
  expect(next(waiting.with(3, undo(edit, edit)))).toEqual(['a', 'b', 'c']);
});

test('a group is resent in its order, without other gestures', () => {
  const group = [gesture('b', ['2'], inGroup(1)), gesture('a', ['1'], inGroup(0))];
  expect(next([...group, gesture('c', ['3'])])).toEqual(['a', 'b']);
});

test('a group waits until all of it can be sent', () => {
  const group = [gesture('a', ['1'], inGroup(0)), gesture('b', ['2'], inGroup(1))];
  expect(next(group, '2')).toEqual([]);
  expect(next([...group, gesture('c', ['3'])], '2')).toEqual(['c']);
});

test('a group of an earlier page is sent again even if it has one gesture', () => {
  expect(next([gesture('a', ['1'], inGroup(0)), gesture('b', ['2'])])).toEqual(['a']);
});
