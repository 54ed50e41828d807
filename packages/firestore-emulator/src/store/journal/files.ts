import { mkdir, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * What a data directory holds:
 *
 *     log-0000000007        records, in the order of the commits
 *     snapshot-0000000007   the documents as of the end of log 6 (and perhaps some later commits): logs 1 to 6 are gone
 *     *.tmp                 something unfinished, of no use to anyone
 *     *.damaged-*           what a repair has put aside
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
  await mkdir(directory, { recursive: true });
}

export async function removeUnfinished(directory: string): Promise<void> {
  const unfinished = (await readdir(directory)).filter((name) => /^(?:log|snapshot)-.*\.tmp$/u.test(name));
  for (const name of unfinished) await rm(join(directory, name), { force: true });
}

/** Makes a new or renamed file's name durable. Windows can't open a directory, and needs no such step. */
export async function syncDirectory(directory: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
