import { open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { StatusError } from '#firestore/api/status.ts';
import { createDirectory } from '#firestore/store/create-directory.ts';

/**
 * The files of a data directory:
 *
 *     log-0000000007        records in commit order
 *     snapshot-0000000007   the documents at the end of log 6, perhaps with later commits. Logs 1 to 6 are deleted.
 *     *.tmp                 an incomplete file of a killed process
 *     *.damaged-*           a copy that a repair made of a damaged file
 */
export interface JournalFiles {
  readonly logs: readonly number[];
  readonly snapshots: readonly number[];
}

export const LOG_MAGIC = 'FMJLOG1\n';
export const SNAPSHOT_MAGIC = 'FMSNAP1\n';

const DIGITS = 10;

export function logPath(directory: string, number: number): string {
  return join(directory, `log-${String(number).padStart(DIGITS, '0')}`);
}

export function snapshotPath(directory: string, number: number): string {
  return join(directory, `snapshot-${String(number).padStart(DIGITS, '0')}`);
}

export async function listFiles(directory: string): Promise<JournalFiles> {
  const names = await readdir(directory);
  const numbers = (kind: string): number[] =>
    names
      .map((name) => new RegExp(`^${kind}-(\\d{${DIGITS}})$`, 'u').exec(name)?.[1])
      .filter((digits) => digits !== undefined)
      .map(Number)
      .sort((a, b) => a - b);
  return { logs: numbers('log'), snapshots: numbers('snapshot') };
}

export async function prepareDirectory(directory: string): Promise<void> {
  try {
    await createDirectory(directory);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StatusError('FAILED_PRECONDITION', `${directory} can't be created: ${reason}.`, {
      cause: error,
    });
  }
}

export async function removeUnfinished(directory: string): Promise<void> {
  const unfinished = (await readdir(directory)).filter((name) => /^(?:log|snapshot)-.*\.tmp$/u.test(name));
  for (const name of unfinished) await rm(join(directory, name), { force: true });
}

/** Makes the name of a new or renamed file durable. Windows can't open a directory, and doesn't need this. */
export async function syncDirectory(directory: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
