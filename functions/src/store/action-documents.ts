import { ACTION_DAYS } from '@foldmark/contract/limits';
import type { StoredAction, StoredTimestamp } from '@foldmark/contract/stored';
import { FieldValue, type Firestore, Timestamp } from 'firebase-admin/firestore';
import * as z from 'zod/mini';

import { dueAt } from '#functions/store/due.ts';
import type { ActionPartRecord, ActionRecord, ActionStep, IconStep } from '#functions/store/library.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const RUNNING = new Set<StoredAction['state']>(['undoing', 'redoing', 'importing']);

const dueActionSchema = z.union([
  z.object({ state: z.enum(['undoing', 'redoing', 'importing']), next_part: z.int() }),
  z.object({
    state: z.literal('done'),
    import: z.object({ icons: z.object({ next: z.object({ list: z.int(), entry: z.int() }) }) }),
  }),
]);

/** The document of an action. `before` is the stored one, if any. Each write is a step, so it forgets the tries before. */
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
    // An undo does not prolong it: the parts of the action expire too.
    expire_at: expire_at === undefined ? expiry(now) : timestampOf(expire_at),
    ...(isRunning(action) ? { due_at: dueAt(now) } : {}),
  };
}

export function actionPartDocument(record: ActionPartRecord, now: Date) {
  return { ...record, expire_at: expiry(now) };
}

/** Returns the next steps of actions whose task was lost. */
export async function dueActions(
  firestore: Firestore,
  now: Date,
  limit: number,
): Promise<(ActionStep | IconStep)[]> {
  const { docs } = await firestore
    .collectionGroup('actions')
    .where('due_at', '<=', Timestamp.fromDate(now))
    .orderBy('due_at')
    .limit(limit)
    .get();
  return docs.flatMap((snapshot): (ActionStep | IconStep)[] => {
    const uid = snapshot.ref.parent.parent?.id;
    const action = z.safeParse(dueActionSchema, snapshot.data());
    if (uid === undefined || !action.success) return [];
    const of = { uid, action_id: snapshot.id };
    if (action.data.state === 'done') return [{ ...of, state: 'icons', ...action.data.import.icons.next }];
    const { state, next_part: part } = action.data;
    return [{ ...of, part, state }];
  });
}

function isRunning({ state, import: imported }: ActionRecord): boolean {
  return RUNNING.has(state) || (state === 'done' && imported?.icons?.next !== undefined);
}

function timestampOf({ seconds, nanoseconds }: StoredTimestamp): Timestamp {
  return new Timestamp(seconds, nanoseconds);
}

/** When an action and all that belongs to it expires. */
export function expiry(now: Date): Timestamp {
  return Timestamp.fromMillis(now.getTime() + ACTION_DAYS * DAY_MS);
}
