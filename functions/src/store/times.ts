import { ACTION_DAYS } from '@foldmark/contract/limits';
import { Timestamp } from 'firebase-admin/firestore';

export const DAY_MS = 24 * 60 * 60 * 1000;
/** A task does a step within seconds. If a job has waited for longer than this, its task is lost. */
export const DUE_MS = 5 * 60_000;
/** After this many tries without a step, a job is given up, about a day after its last step. */
export const TRIES_MAX = 8;

export function timeAfter(now: Date, milliseconds: number): Timestamp {
  return Timestamp.fromMillis(now.getTime() + milliseconds);
}

/**
 * The time at which `housekeeping` continues a job. The delay doubles with each try, so that a failing job makes way for others.
 */
export function dueAt(now: Date, tries = 0): Timestamp {
  return timeAfter(now, DUE_MS * 2 ** tries);
}

/** The time when an action and its documents expire. */
export function expiry(now: Date): Timestamp {
  return timeAfter(now, ACTION_DAYS * DAY_MS);
}
