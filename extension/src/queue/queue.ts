import { partsOf } from '@foldmark/contract/batch-parts';
import { type BatchableChange, createdKind } from '@foldmark/library/changes/changes';
import { referencesOf } from '@foldmark/library/changes/references';
import { withoutGuard } from '@foldmark/library/changes/shown-edits';

import { readConnection } from '#extension/connection/stored-connection.ts';
import {
  addGesture,
  type Gesture,
  readDone,
  readGestures,
  type StoredGesture,
} from '#extension/copy/gesture.ts';
import { openPart } from '#extension/copy/open-part.ts';
import { BROWSER } from '#extension/platform/browser.ts';
import type { Environment } from '#extension/platform/environment.ts';
import type { ReadRecords } from '#extension/platform/store.ts';
import { isTooOld } from '#extension/queue/age.ts';
import { linksOf, prepare, wake } from '#extension/queue/perform.ts';

/**
 * Undoes a gesture of the last day. If it was never sent, and no later gesture is about the same things, it is only removed. Otherwise
 * the server undoes it, after all gestures that wait.
 */
export async function undo(action_id: string, env: Environment = BROWSER): Promise<void> {
  const undoId = env.newId();
  await env.store.write(
    async (records) => {
      const all = await readGestures(records);
      const found = all.find(({ gesture }) => gesture.action_id === action_id);
      if (found !== undefined && isRemovable(found, all)) {
        records.delete(found.key);
        return;
      }
      const done = await readDone(records);
      const gesture = (found ?? done.find((one) => one.gesture.action_id === action_id))?.gesture;
      const isUndone = all.some((one) => one.gesture.undoes === action_id);
      if (gesture === undefined || gesture.undoes !== null || isUndone) return;
      addGesture(records, all, undoOf(gesture, undoId, env.now()));
    },
    { isStrict: true },
  );
  await wake(env);
}

export interface WaitingGesture extends Gesture {
  /** False for one of another account: it can be discarded, and sent only by connecting that account. */
  readonly isOwn: boolean;
}

/** The gestures that the server has not made, or has refused, oldest first. Those for another account count as refused. */
export async function waitingGestures(env: Environment = BROWSER): Promise<readonly WaitingGesture[]> {
  const connection = await readConnection(env);
  const gestures = await env.store.read(readGestures);
  return gestures.map(({ gesture }) => ownOrRefused(gesture, connection?.account));
}

/** How a gesture shows in the list of those that wait. */
export function ownOrRefused(gesture: Gesture, account: string | undefined): WaitingGesture {
  if (gesture.account === account) return { ...gesture, isOwn: true };
  const messages = [
    `It was made for ${gesture.accountName}. Connect that account to send it, or discard it.`,
  ];
  return { ...gesture, state: 'refused', messages, isOwn: false };
}

/** Sends a refused gesture again, with the values that show now. Forgets it if it would change nothing any more. */
export async function retry(action_id: string, env: Environment = BROWSER): Promise<void> {
  const account = (await readConnection(env))?.account;
  const find = async (records: ReadRecords): Promise<StoredGesture | undefined> => {
    const all = await readGestures(records);
    return all.find(({ gesture: { account: of, action_id: id, state } }) => {
      return id === action_id && of === account && state === 'refused';
    });
  };
  const stored = await env.store.read(find);
  if (stored === undefined) return;
  const again = await retried(stored.gesture, env);
  await env.store.write(
    async (records) => {
      if ((await find(records)) === undefined) return;
      if (again === null) records.delete(stored.key);
      else records.put(stored.key, again);
    },
    { isStrict: true },
  );
  await wake(env);
}

/** Forgets a refused gesture, and the undo of it. */
export async function discard(action_id: string, env: Environment = BROWSER): Promise<void> {
  const account = (await readConnection(env))?.account;
  await env.store.write(
    async (records) => {
      const all = await readGestures(records);
      const found = all.find(({ gesture }) => gesture.action_id === action_id);
      if (found === undefined || ownOrRefused(found.gesture, account).state !== 'refused') return;
      for (const { key, gesture } of all)
        if (gesture.action_id === action_id || gesture.undoes === action_id) records.delete(key);
    },
    { isStrict: true },
  );
  env.tellChanged();
}

function undoOf(gesture: Gesture, action_id: string, now: number): Gesture {
  return {
    ...gesture,
    action_id,
    label: `Undo: ${gesture.label}`,
    madeAt: now,
    state: 'waiting',
    changes: [],
    parts: [],
    answeredParts: 0,
    undoes: gesture.action_id,
    triedAt: null,
    failures: 0,
    messages: [],
  };
}

/** Whether the server surely knows nothing of a gesture, and no later one builds on it. */
function isRemovable({ key, gesture }: StoredGesture, all: readonly StoredGesture[]): boolean {
  if (gesture.state === 'refused') return gesture.answeredParts === 0;
  if (gesture.state !== 'waiting' || gesture.triedAt !== null) return false;
  const names = new Set(namesOf(gesture.changes));
  return all.every(
    (later) => later.key <= key || !namesOf(later.gesture.changes).some((name) => names.has(name)),
  );
}

/** The links and folders that changes create or name. */
function namesOf(changes: readonly BatchableChange[]): readonly string[] {
  const names = changes.flatMap((change) => referencesOf(change).map(({ kind, id }) => `${kind} ${id}`));
  return [...names, ...createdNames(changes)];
}

function createdNames(changes: readonly BatchableChange[]): readonly string[] {
  return changes.flatMap((change) => ('ref' in change ? [`${createdKind(change)} ${change.ref}`] : []));
}

/** Null if nothing is left to change. */
async function retried(gesture: Gesture, env: Environment): Promise<Gesture | null> {
  const { changes, answeredParts, undoes } = gesture;
  const again: Gesture = { ...gesture, state: 'waiting', messages: [], failures: 0 };
  // The server compares the parts of an action with those that it has made.
  if (undoes !== null || answeredParts > 0) return again;
  const { built } = await openPart({ links: linksOf(changes) }, env);
  const prepared = prepare(built.view, changes.map(withoutGuard), env.now());
  if (prepared.changes.length === 0) return null;
  // The server may have forgotten what it did under the earlier id.
  const action_id = isTooOld(gesture, env.now()) ? env.newId() : gesture.action_id;
  return { ...again, ...prepared, action_id, triedAt: null, parts: partsOf(prepared.changes) };
}
