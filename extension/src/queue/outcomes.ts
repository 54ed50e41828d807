import type { Batched } from '@foldmark/contract/batch';
import { partsOf } from '@foldmark/contract/batch-parts';
import type { SkipReason } from '@foldmark/library/changes/change';
import type { BatchableChange } from '@foldmark/library/changes/changes';
import type { Edit } from '@foldmark/library/changes/edits';
import { withReferences } from '@foldmark/library/changes/references';
import { STATUS_TRASHED } from '@foldmark/library/entities/limits';

import {
  addGesture,
  type Gesture,
  readGesture,
  readGestures,
  type StoredGesture,
} from '#extension/copy/gesture.ts';
import type { WriteRecords } from '#extension/platform/store.ts';

/** What the server does with a gesture is stored by these functions, each in one transaction. */

/** Notes that the gesture is sent, before it is sent. Undefined if it has been removed meanwhile. */
export async function storeTry(
  records: WriteRecords,
  { key }: StoredGesture,
  now: number,
): Promise<Gesture | undefined> {
  const gesture = await waiting(records, key);
  if (gesture === undefined || gesture.triedAt !== null) return gesture;
  const tried = { ...gesture, triedAt: now };
  records.put(key, tried);
  return tried;
}

/** Stores the answer to a part. The gestures after it get the ids of what it has created. */
export async function storeAnswer(
  records: WriteRecords,
  { key }: StoredGesture,
  answer: Batched,
  newId: () => string,
): Promise<void> {
  const gesture = await waiting(records, key);
  if (gesture === undefined) return;
  const ids = new Map(answer.created.map(({ ref, id }) => [ref, id]));
  const all = await readGestures(records);
  for (const later of all)
    if (later.key > key && names(later.gesture, ids))
      records.put(later.key, withKnownIds(later.gesture, ids));
  const answeredParts = gesture.answeredParts + 1;
  const state = answeredParts === gesture.parts.length ? 'answered' : 'waiting';
  records.put(key, { ...withKnownIds(gesture, ids), answeredParts, state });
  const skipped = skippedGesture(gesture, answer, ids, newId);
  if (skipped !== null) addGesture(records, all, skipped);
}

/** The server has made an undo. */
export async function storeUndone(records: WriteRecords, { key }: StoredGesture): Promise<void> {
  const gesture = await waiting(records, key);
  if (gesture !== undefined) records.put(key, { ...gesture, state: 'answered' });
}

export async function storeRefusal(
  records: WriteRecords,
  { key }: StoredGesture,
  messages: readonly string[],
): Promise<void> {
  const gesture = await waiting(records, key);
  if (gesture !== undefined) records.put(key, { ...gesture, state: 'refused', messages });
}

/** Counts a failure of the server. Returns how often it has failed because of this gesture. */
export async function storeFailure(records: WriteRecords, { key }: StoredGesture): Promise<number> {
  const gesture = await waiting(records, key);
  if (gesture === undefined) return 0;
  const failures = gesture.failures + 1;
  records.put(key, { ...gesture, failures });
  return failures;
}

/** Undefined if the gesture was removed meanwhile. */
async function waiting(records: WriteRecords, key: string): Promise<Gesture | undefined> {
  const gesture = await readGesture(records, key);
  return gesture?.state === 'waiting' ? gesture : undefined;
}

/** Whether a gesture names one of these objects by its ref. Its edits can name others than its changes. */
function names({ changes, edits }: Gesture, ids: ReadonlyMap<number, number>): boolean {
  let isNamed = false;
  const look = (_: unknown, id: number): number => {
    isNamed ||= ids.has(id);
    return id;
  };
  for (const change of changes) withReferences(change, look);
  for (const edit of edits) withReferences(edit, look);
  return isNamed;
}

/** The changes keep their own refs, because a part that was sent must be repeated to the letter. */
function withKnownIds(gesture: Gesture, ids: ReadonlyMap<number, number>): Gesture {
  const idOf = (_: unknown, id: number): number => ids.get(id) ?? id;
  return {
    ...gesture,
    changes: gesture.changes.map((change): BatchableChange => withReferences(change, idOf)),
    edits: gesture.edits.map((edit): Edit => withReferences(edit, idOf)),
  };
}

const SKIPPED: Readonly<Record<SkipReason, string>> = {
  changed: 'It was changed elsewhere meanwhile.',
  gone: 'It was deleted elsewhere meanwhile.',
  cycle: "A folder can't be moved into itself or one of its sub-folders.",
  not_in_trash: 'It is no longer in the trash.',
};

/** The changes that the server has skipped, as a gesture that the person can retry or discard. Null if it has made all. */
function skippedGesture(
  gesture: Gesture,
  { skipped }: Batched,
  ids: ReadonlyMap<number, number>,
  newId: () => string,
): Gesture | null {
  if (skipped.length === 0) return null;
  const from = gesture.parts[gesture.answeredParts]?.from ?? 0;
  const lost = skipped.flatMap(({ index, why }) => {
    const change = gesture.changes[from + index];
    return change === undefined || isNeedless(change, why) ? [] : [{ change, why }];
  });
  if (lost.length === 0) return null;
  const left = lost.map(({ change }) => change);
  return {
    ...withKnownIds({ ...gesture, changes: left }, ids),
    action_id: newId(),
    skippedFrom: left.length === gesture.changes.length ? gesture.action_id : null,
    state: 'refused',
    parts: partsOf(left),
    answeredParts: 0,
    edits: [],
    triedAt: null,
    failures: 0,
    messages: [...new Set(lost.map(({ why }) => SKIPPED[why]))],
  };
}

/** What was deleted for ever needs no move to the trash. */
function isNeedless(change: BatchableChange, why: SkipReason): boolean {
  return why === 'gone' && 'status_id' in change && change.status_id === STATUS_TRASHED;
}
