import { SNAPSHOT_INTERVAL_MS, SNAPSHOT_REFUSED_MS } from '@foldmark/contract/limits';
import { type StoredSnapshotState, storedSnapshotStateSchema } from '@foldmark/contract/stored';
import { Timestamp } from 'firebase-admin/firestore';
import * as z from 'zod/mini';

import { timeAfter } from '#functions/store/times.ts';
import type { SnapshotReason } from '#functions/store/snapshots/snapshots.ts';

/** A task that has waited or run for this long is lost. The longest one takes a few minutes. */
const LOST_MS = 15 * 60_000;

/** The time when a task may write the next snapshot. 'later' and 'no' need no task. */
export type NextSnapshot = Date | 'later' | 'no';

/** Decides about a request. Two snapshots of a library are at least an hour apart. */
export function nextSnapshot(state: StoredSnapshotState, reason: SnapshotReason, now: Date): NextSnapshot {
  // The waiting task will also read everything that has been committed so far.
  if (state.asked_at !== undefined) return 'later';
  const { attempt, written_at, refused_at } = state;
  if (refused_at !== undefined && now.getTime() - refused_at.toMillis() < SNAPSHOT_REFUSED_MS) return 'no';
  if (reason.why === 'deleted' && attempt === undefined && written_at === undefined) return 'no';
  if (reason.why === 'browser' && reason.found !== null && written_at !== undefined) {
    // A date has milliseconds, but the timestamp of the snapshot has microseconds.
    if (written_at.toMillis() > reason.found.getTime()) return 'no';
  }
  return earliest(state, now);
}

/** A running attempt has read the library already, so it counts as a snapshot that was written now. */
export function earliest({ attempt, written_at }: StoredSnapshotState, now: Date): Date {
  const last = attempt === undefined ? written_at?.toMillis() : now.getTime();
  return last === undefined ? now : new Date(Math.max(now.getTime(), last + SNAPSHOT_INTERVAL_MS));
}

/** The fields that a request writes. If `isNow`, queue a task after the commit. */
export function requestAt(next: Date, now: Date) {
  const isNow = next <= now;
  const due_at = isNow ? lostAt(now) : Timestamp.fromDate(next);
  return { isNow, fields: { asked_at: Timestamp.fromDate(now), due_at } };
}

/** The time when `housekeeping` queues a task again if the current one is lost. */
export function lostAt(now: Date): Timestamp {
  return timeAfter(now, LOST_MS);
}

export function stateOf(snapshot: { data(): unknown }): StoredSnapshotState {
  return z.parse(storedSnapshotStateSchema, snapshot.data() ?? {});
}
