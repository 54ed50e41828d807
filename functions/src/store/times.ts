import { ACTION_DAYS } from '@foldmark/contract/limits';
import { Timestamp } from 'firebase-admin/firestore';

export const DAY_MS = 24 * 60 * 60 * 1000;
/** A task handles a step within seconds. A job that has waited longer has lost its task. */
export const DUE_MS = 5 * 60_000;
/** A job that was continued so often without a step is given up, about a day after its last step. */
export const TRIES_MAX = 8;

export function timeAfter(now: Date, milliseconds: number): Timestamp {
  return Timestamp.fromMillis(now.getTime() + milliseconds);
}

/** The time from which `housekeeping` continues a job. It doubles with each try, so that a failing job makes way for others. */
export function dueAt(now: Date, tries = 0): Timestamp {
  return timeAfter(now, DUE_MS * 2 ** tries);
}

/** When an action and all that belongs to it expires. */
export function expiry(now: Date): Timestamp {
  return timeAfter(now, ACTION_DAYS * DAY_MS);
}
