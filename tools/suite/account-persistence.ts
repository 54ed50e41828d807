import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { PROJECT_ID } from '#tools/suite/places.ts';
import { HOST } from '#tools/suite/ports.ts';

const INTERVAL_MS = 1000;
const ACCOUNTS = `/identitytoolkit.googleapis.com/v1/projects/${PROJECT_ID}/accounts:batchGet?maxResults=-1`;
const UPDATE = `/identitytoolkit.googleapis.com/v1/projects/${PROJECT_ID}/accounts:update`;
const CONFIG = `/emulator/v1/projects/${PROJECT_ID}/config`;
/** The version of firebase-tools with this export format. The import ignores it. */
const TOOLS_VERSION = '15.34.2';

export interface AccountPersistence {
  /** Saves the accounts once more, and stops. */
  stop(): Promise<void>;
  /** Stops without a last save, since the emulator has ended. Waits for a save in progress. */
  abandon(): Promise<void>;
}

/**
 * Saves the Auth emulator's accounts every second, in the official export format. The emulator itself exports them only at a
 * clean exit. After a crash, accounts would be lost while Firestore still has their libraries.
 */
export function persistAccounts(
  port: number,
  directory: string,
  onError: (error: unknown) => void,
): AccountPersistence {
  let saved = '';
  let isAbandoned = false;
  let pending = Promise.resolve();
  const save = async (): Promise<void> => {
    const accounts = await download(port, ACCOUNTS);
    if (accounts === saved) return;
    await writeAuthExport(directory, accounts, await download(port, CONFIG));
    saved = accounts;
  };
  const clock = setInterval(() => {
    pending = pending.then(save).catch((error: unknown) => {
      if (!isAbandoned) onError(error);
    });
  }, INTERVAL_MS);
  clock.unref();
  return {
    stop: async () => {
      clearInterval(clock);
      await pending.then(save).catch(onError);
    },
    abandon: async () => {
      isAbandoned = true;
      clearInterval(clock);
      await pending;
    },
  };
}

/** True if `directory` has accounts that the Auth emulator can import. */
export async function hasAuthExport(directory: string): Promise<boolean> {
  try {
    JSON.parse(await readFile(join(directory, 'firebase-export-metadata.json'), 'utf8'));
    return true;
  } catch {
    return false;
  }
}

interface StoredAccount {
  readonly localId: string;
  /** Tokens issued before this timestamp (in seconds) are invalid. */
  readonly validSince?: string;
}

/**
 * The emulator treats an import like a reset of every password: it sets `validSince` to the current time, so all users are
 * signed out. This restores the timestamps of the stored accounts.
 */
export async function restoreSessions(port: number, accounts: string): Promise<void> {
  for (const { localId, validSince } of usersIn(accounts)) await update(port, { localId, validSince });
}

function usersIn(accounts: string): readonly StoredAccount[] {
  const { users = [] }: { users?: readonly StoredAccount[] } = JSON.parse(accounts);
  return users;
}

async function writeAuthExport(directory: string, accounts: string, config: string): Promise<void> {
  const metadata = { version: TOOLS_VERSION, auth: { version: TOOLS_VERSION, path: 'auth_export' } };
  await mkdir(join(directory, 'auth_export'), { recursive: true });
  await replace(directory, 'auth_export/accounts.json', accounts);
  await replace(directory, 'auth_export/config.json', config);
  await replace(directory, 'firebase-export-metadata.json', JSON.stringify(metadata, null, 2));
}

/** Replaces a file atomically. The temporary file is outside auth_export, since the import reads every file there. */
async function replace(directory: string, file: string, content: string): Promise<void> {
  const pending = join(directory, 'pending.tmp');
  await writeFile(pending, content);
  await rename(pending, join(directory, file));
}

async function download(port: number, path: string): Promise<string> {
  return ask(port, path, {});
}

async function update(port: number, account: object): Promise<void> {
  await ask(port, UPDATE, { method: 'POST', body: JSON.stringify(account) });
}

async function ask(port: number, path: string, options: RequestInit): Promise<string> {
  const answer = await fetch(`http://${HOST}:${port}${path}`, {
    ...options,
    headers: { Authorization: 'Bearer owner', 'Content-Type': 'application/json' },
    signal: AbortSignal.timeout(5000),
  });
  if (!answer.ok) throw new Error(`The Auth emulator answered ${answer.status} to ${path}.`);
  return answer.text();
}
