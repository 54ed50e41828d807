import type { StoredAction, StoredTimestamp } from '@foldmark/contract/stored';
import { FieldValue, Timestamp } from 'firebase-admin/firestore';

import { dueAt, expiry } from '#functions/store/times.ts';

const RUNNING = new Set<StoredAction['state']>(['undoing', 'redoing', 'importing']);

/** The app that makes a call, and the id of the action that a call with one change becomes. */
export interface Author {
  readonly grant_id: string;
  readonly name: string;
  readonly action_id: string;
}

/** An action without the timestamps, which the server sets. */
export type ActionRecord = Omit<StoredAction, 'created_at' | 'updated_at' | 'due_at' | 'tries' | 'expire_at'>;

/** The document of an action. `before` is the stored one, if any. Each write is a step, so it resets the number of tries. */
export function actionDocument(action: ActionRecord, before: StoredAction | null, now: Date) {
  const {
    created_at,
    updated_at: _,
    due_at: _due,
    tries: _tries,
    expire_at,
    ...fields
  } = { ...before, ...action };
  if (fields.import?.started_at !== undefined) {
    fields.import = { ...fields.import, started_at: timestampOf(fields.import.started_at) };
  }
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return {
    ...Object.fromEntries<unknown>(given),
    created_at: created_at === undefined ? FieldValue.serverTimestamp() : timestampOf(created_at),
    updated_at: FieldValue.serverTimestamp(),
    // An undo does not prolong the action, because its parts expire too.
    expire_at: expire_at === undefined ? expiry(now) : timestampOf(expire_at),
    ...(isRunning(action) ? { due_at: dueAt(now) } : {}),
  };
}

/** Names the app that makes an action. */
export function byOf(author: Author | null): Pick<ActionRecord, 'by'> {
  return author === null ? {} : { by: { grant_id: author.grant_id, name: author.name } };
}

function isRunning({ state, import: imported }: ActionRecord): boolean {
  return RUNNING.has(state) || (state === 'done' && imported?.icons?.next !== undefined);
}

export function timestampOf({ seconds, nanoseconds }: StoredTimestamp): Timestamp {
  return new Timestamp(seconds, nanoseconds);
}
