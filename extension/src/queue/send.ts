import { actionUndoneSchema, batchedSchema } from '@foldmark/contract/batch';
import { CallError } from '@foldmark/contract/client/call-error';
import { createdKind } from '@foldmark/library/changes/changes';
import { referencesOf } from '@foldmark/library/changes/references';
import { userSchema } from '@foldmark/library/entities/entities';

import { callServer } from '#extension/connection/call-server.ts';
import { readConnection } from '#extension/connection/stored-connection.ts';
import { type Gesture, readGestures, type StoredGesture } from '#extension/copy/gesture.ts';
import { pullOrFail } from '#extension/copy/pull.ts';
import { BROWSER } from '#extension/platform/browser.ts';
import type { Environment } from '#extension/platform/environment.ts';
import { isTooOld } from '#extension/queue/age.ts';
import { storeAnswer, storeFailure, storeRefusal, storeTry, storeUndone } from '#extension/queue/outcomes.ts';

const BACKOFF = 'backoff';
const FIRST_DELAY_MS = 30_000;
const LAST_DELAY_MS = 30 * 60_000;
const TELL_MS = 500;
/** After so many failures of one gesture, the server is asked something else. If it answers that, the gesture is the cause. */
const FAILURES_MAX = 5;
/** The pauses while the job of the server undoes an action. */
const UNDO_PAUSES_MS = [500, 1000, 2000, 4000, 8000];
/** How often the job is waited for, later each time. It may be stuck, and later gestures must not wait for ever. */
const UNDO_ROUNDS_MAX = 5;

/**
 * Sends the waiting gestures in their order, and pulls their results. Never rejects: without an answer the gestures stay, and an alarm
 * tries again, later each time. Only the worker may call this.
 */
export async function send(env: Environment = BROWSER): Promise<void> {
  await env.withLock('send', async () => {
    try {
      const connection = await readConnection(env);
      if (connection === null || connection.isEnded) return;
      const { account } = connection;
      const backoff = await backoffOf(env);
      if (isTooSoon(backoff, env.now())) {
        // A new gesture has set the alarm to a time that is too early.
        await env.setAlarm('send', backoff.until - env.now());
        return;
      }
      do {
        // If this worker is killed, the alarm goes on.
        await env.setAlarm('send', FIRST_DELAY_MS);
        await sendAll(env, account);
        await settle(env, account);
        await env.values.remove(BACKOFF);
        await env.setAlarm('send', null);
        // A gesture may have come before the alarm was removed.
      } while ((await nextOf(env, account)) !== undefined);
    } catch (thrown) {
      await retryLater(env, thrown);
    }
  });
}

/** Sends at once, also if the last failure asks for a pause. */
export async function sendNow(env: Environment = BROWSER): Promise<void> {
  await env.values.remove(BACKOFF);
  await send(env);
}

async function sendAll(env: Environment, account: string): Promise<void> {
  let toldAt = 0;
  let next = await nextOf(env, account);
  // The pages have nothing to read again.
  if (next === undefined) return;
  for (; next !== undefined; next = await nextOf(env, account)) {
    await sendOne(env, account, next);
    // The pages read the queue again each time.
    if (env.now() - toldAt < TELL_MS) continue;
    toldAt = env.now();
    env.tellChanged();
  }
  env.tellChanged();
}

async function nextOf(env: Environment, account: string): Promise<StoredGesture | undefined> {
  const all = await env.store.read(readGestures);
  return all.find(({ gesture }) => gesture.account === account && gesture.state === 'waiting');
}

/** The gestures leave the queue when the copy has their results. */
async function settle(env: Environment, account: string): Promise<void> {
  const all = await env.store.read(readGestures);
  const isAnswered = all.some(({ gesture }) => gesture.account === account && gesture.state === 'answered');
  if (isAnswered) await pullOrFail({}, env);
}

/** Sends the next part of a gesture, and stores the answer. Rejects if the gesture has to wait. */
async function sendOne(env: Environment, account: string, stored: StoredGesture): Promise<void> {
  const refuse = async (messages: readonly string[]): Promise<void> =>
    env.store.write(async (records) => storeRefusal(records, stored, messages));
  if (isTooOld(stored.gesture, env.now())) {
    await refuse([
      "It waited too long. It's not certain whether it was saved, so check before you try again.",
    ]);
    return;
  }
  if (!areKnown(stored.gesture)) {
    await refuse(["Something that it belongs to wasn't saved."]);
    return;
  }
  const now = env.now();
  // On the disk before the request: from now on the server may have made it.
  const gesture = await env.store.write(async (records) => storeTry(records, stored, now), {
    isStrict: true,
  });
  if (gesture === undefined) return;
  try {
    if (gesture.undoes === null) await sendPart(env, account, { ...stored, gesture });
    else await sendUndo(env, account, { ...stored, gesture });
  } catch (thrown) {
    if (!(thrown instanceof CallError)) throw thrown;
    const isRefused = thrown.kind === 'refused' || (await isStuck(env, account, stored, thrown));
    if (!isRefused || thrown.failure === 'actionBusy') throw thrown;
    await refuse(thrown.messages);
  }
}

/** Whether the server knows all that the gesture names, or creates it with this gesture. */
function areKnown({ changes }: Gesture): boolean {
  const created = new Set<string>();
  return changes.every((change) => {
    const isKnown = referencesOf(change).every(({ kind, id }) => id >= 0 || created.has(`${kind} ${id}`));
    if ('ref' in change) created.add(`${createdKind(change)} ${change.ref}`);
    return isKnown;
  });
}

async function sendPart(env: Environment, account: string, stored: StoredGesture): Promise<void> {
  const { action_id, label, changes, parts, answeredParts: part } = stored.gesture;
  const { from, to } = parts[part] ?? { from: 0, to: changes.length };
  const input = { action_id, part, parts: parts.length, label, changes: changes.slice(from, to) };
  const answer = await callServer(env, account, '/batch/', input, batchedSchema);
  await env.store.write(async (records) => storeAnswer(records, stored, answer, env.newId), {
    isStrict: true,
  });
}

/** Waits until the job of the server has undone the action, because later gestures can build on it. */
async function sendUndo(env: Environment, account: string, stored: StoredGesture): Promise<void> {
  const undone = async (): Promise<void> =>
    env.store.write(async (records) => storeUndone(records, stored), { isStrict: true });
  for (const pause of [...UNDO_PAUSES_MS, null]) {
    const input = { action_id: stored.gesture.undoes ?? '' };
    const { state } = await callServer(env, account, '/actions/undo/', input, actionUndoneSchema);
    if (state === 'undone') {
      await undone();
      return;
    }
    if (pause !== null) await env.sleep(pause);
  }
  const rounds = await env.store.write(async (records) => storeFailure(records, stored));
  if (rounds >= UNDO_ROUNDS_MAX) {
    await undone();
    return;
  }
  throw new CallError('server', ['Foldmark is still undoing it.'], { failure: 'actionBusy' });
}

/** Whether the server fails because of this gesture, and answers other calls. Then the gestures after it must not wait for ever. */
async function isStuck(
  env: Environment,
  account: string,
  stored: StoredGesture,
  { kind, status }: CallError,
): Promise<boolean> {
  if (kind !== 'server' || status < 500) return false;
  const failures = await env.store.write(async (records) => storeFailure(records, stored));
  if (failures < FAILURES_MAX) return false;
  return callServer(env, account, '/users/get/', {}, userSchema).then(
    () => true,
    () => false,
  );
}

interface Backoff {
  /** Nothing is sent before this time, in milliseconds. 0 if the server was not reached: then a new gesture is tried at once. */
  readonly until: number;
  readonly delayMs: number;
}

async function backoffOf(env: Environment): Promise<Backoff> {
  const stored = await env.values.get(BACKOFF);
  return isBackoff(stored) ? stored : { until: 0, delayMs: FIRST_DELAY_MS / 2 };
}

/** A time that is further away comes from a clock that was set back. */
function isTooSoon({ until }: Backoff, now: number): boolean {
  return until > now && until - now <= LAST_DELAY_MS;
}

async function retryLater(env: Environment, thrown: unknown): Promise<void> {
  env.tellChanged();
  const isCall = thrown instanceof CallError;
  if (!isCall) env.report(thrown);
  if (isCall && thrown.kind === 'ended') return;
  const asked = isCall ? Math.min((thrown.retryAfterS ?? 0) * 1000, LAST_DELAY_MS) : 0;
  const { delayMs: before } = await backoffOf(env);
  const delayMs = Math.min(before * 2, LAST_DELAY_MS);
  const waitMs = Math.max(asked, delayMs);
  const until = isCall && thrown.kind === 'server' ? env.now() + (asked > 0 ? asked : delayMs) : 0;
  await env.values.set(BACKOFF, { until, delayMs } satisfies Backoff);
  await env.setAlarm('send', waitMs);
}

function isBackoff(stored: unknown): stored is Backoff {
  return typeof stored === 'object' && stored !== null && 'until' in stored && 'delayMs' in stored;
}
