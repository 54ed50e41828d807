import { callServer } from '#extension/connection/call-server.ts';
import { readConnection } from '#extension/connection/stored-connection.ts';
import { readGestures } from '#extension/copy/gesture.ts';
import { forgetCopy, readCopy, resetCopy, type StoredCopy } from '#extension/copy/stored-copy.ts';
import { storePage } from '#extension/copy/store-page.ts';
import { BROWSER } from '#extension/platform/browser.ts';
import type { Environment } from '#extension/platform/environment.ts';
import { libraryChangesSchema } from '@foldmark/contract/answers';
import { CallError } from '@foldmark/contract/client/call-error';
import { type CallChanges, pagesAfter } from '@foldmark/contract/client/library-copy';
import type { FailureCode } from '@foldmark/contract/failures';
import { BrokenRows } from '@foldmark/contract/library-rows';

const RETRY_MS = 60_000;

/**
 * Brings the copy up to date. Does nothing if it is younger than `maxAgeMs`. Never rejects: without an answer, an alarm tries again.
 * Only the worker may call this.
 */
export async function pull({ maxAgeMs = 0 } = {}, env: Environment = BROWSER): Promise<void> {
  try {
    await pullOrFail({ maxAgeMs }, env);
  } catch (thrown) {
    if (!(thrown instanceof CallError)) env.report(thrown);
    const connection = await readConnection(env);
    if (connection?.isEnded === false) await env.setAlarm('pull', RETRY_MS);
  }
}

/** Like `pull`, but rejects if the server can't be asked or the browser can't store. */
export async function pullOrFail({ maxAgeMs = 0 }, env: Environment): Promise<void> {
  await env.withLock('pull', async () => {
    const connection = await readConnection(env);
    if (connection === null || connection.isEnded) return;
    const { account } = connection;
    let begun = await begin(env, account);
    if (!begun.copy.isOpen && begun.answered.length === 0 && env.now() - begun.copy.pulledAt < maxAgeMs)
      return;
    // An answer that comes during a round needs one more round.
    do {
      if (!(await round(env, account, begun))) return;
      begun = await begin(env, account);
    } while (begun.answered.length > 0);
    env.tellChanged();
  });
}

interface Begun {
  readonly copy: StoredCopy;
  readonly answered: readonly string[];
}

async function begin(env: Environment, account: string): Promise<Begun> {
  return env.store.write(async (records) => {
    const copy = (await readCopy(records, account)) ?? resetCopy(records, account);
    const gestures = (await readGestures(records)).map(({ gesture }) => gesture);
    const answered = gestures.filter(
      (gesture) => gesture.account === account && gesture.state === 'answered',
    );
    return { copy, answered: answered.map(({ action_id }) => action_id) };
  });
}

/** Returns false if the copy has become that of another account. */
async function round(env: Environment, account: string, { copy, answered }: Begun): Promise<boolean> {
  try {
    return await storePages(env, account, copy.since, answered);
  } catch (thrown) {
    const isUnknown = thrown instanceof CallError && thrown.failure === ('badCursor' satisfies FailureCode);
    if (!isUnknown && !(thrown instanceof DamagedCopy)) throw thrown;
    // After an unknown cursor, the copy stays until the last page of the whole library.
    if (!isUnknown) await forgetCopy(env.store, account);
    return storePages(env, account, null, answered);
  }
}

/** The stored chunks can't be read. */
class DamagedCopy extends Error {}

async function storePages(
  env: Environment,
  account: string,
  since: string | null,
  settles: readonly string[],
): Promise<boolean> {
  const call: CallChanges = async (input) =>
    callServer(env, account, '/library/changes/', input, libraryChangesSchema);
  for await (const page of pagesAfter(call, since)) {
    const options = { account, settles, now: env.now() };
    const stored = await env.store
      .write(async (records) => storePage(records, page, options))
      .catch((cause: unknown) => {
        throw cause instanceof BrokenRows ? new DamagedCopy('The copy is damaged.', { cause }) : cause;
      });
    if (stored === null) return false;
  }
  return true;
}
