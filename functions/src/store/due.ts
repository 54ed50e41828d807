import { Timestamp } from 'firebase-admin/firestore';

/** A task handles a step within seconds. A job that has waited longer has lost its task. */
const DUE_MS = 5 * 60_000;
/** A job that was continued so often without a step is given up, about a day after its last step. */
export const TRIES_MAX = 8;

/** The time from which `housekeeping` continues a job. It doubles with each try, so that a failing job makes way for others. */
export function dueAt(now: Date, tries = 0): Timestamp {
  return Timestamp.fromMillis(now.getTime() + DUE_MS * 2 ** tries);
}
