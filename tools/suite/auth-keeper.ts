import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { PROJECT_ID } from '#tools/suite/places.ts';
import { HOST } from '#tools/suite/ports.ts';

const INTERVAL_MS = 1000;
const ACCOUNTS = `/identitytoolkit.googleapis.com/v1/projects/${PROJECT_ID}/accounts:batchGet?maxResults=-1`;
const UPDATE = `/identitytoolkit.googleapis.com/v1/projects/${PROJECT_ID}/accounts:update`;
const CONFIG = `/emulator/v1/projects/${PROJECT_ID}/config`;
/** The firebase-tools whose export format this is; the import only reads it as a comment. */
const TOOLS_VERSION = '15.34.2';

export interface AuthKeeper {
  /** Saves once more and stops. */
  stop(): Promise<void>;
  /** Stops without: the emulator is gone. What was being saved is saved first. */
  abandon(): Promise<void>;
}

/**
 * Keeps the Auth emulator's accounts on disk in the official export format. The emulator itself writes them only at a
 * clean exit; a killed one would lose accounts whose library Firestore still holds.
 */
export function keepAccounts(port: number, directory: string, onError: (error: unknown) => void): AuthKeeper {
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

/** True when `directory` holds accounts that the Auth emulator can import. */
export async function hasAuthExport(directory: string): Promise<boolean> {
  try {
    JSON.parse(await readFile(join(directory, 'firebase-export-metadata.json'), 'utf8'));
    return true;
  } catch {
    return false;
  }
}

interface Kept {
  readonly localId: string;
  /** The moment from which tokens count, in seconds. */
  readonly validSince?: string;
}

/**
 * The emulator takes its import for a reset of every password: no token from before it counts, and whoever was signed in
 * is signed out at their next start. This gives each account its moment back, as soon as all are there. False until then.
 */
export async function keepSignedIn(port: number, directory: string): Promise<boolean> {
  if (!(await hasAuthExport(directory))) return true;
  const kept = usersIn(await readFile(join(directory, 'auth_export/accounts.json'), 'utf8'));
  try {
    if (usersIn(await download(port, ACCOUNTS)).length < kept.length) return false;
    for (const { localId, validSince } of kept) await update(port, { localId, validSince });
    return true;
  } catch {
    return false;
  }
}

function usersIn(accounts: string): readonly Kept[] {
  const { users = [] }: { users?: readonly Kept[] } = JSON.parse(accounts);
  return users;
}

async function writeAuthExport(directory: string, accounts: string, config: string): Promise<void> {
  const metadata = { version: TOOLS_VERSION, auth: { version: TOOLS_VERSION, path: 'auth_export' } };
  await mkdir(join(directory, 'auth_export'), { recursive: true });
  await replace(directory, 'auth_export/accounts.json', accounts);
  await replace(directory, 'auth_export/config.json', config);
  await replace(directory, 'firebase-export-metadata.json', JSON.stringify(metadata, null, 2));
}

/** A file is old or new, never half. (The import takes any file of auth_export, so the new one waits outside.) */
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
