import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { identify, isAlive, type ProcessIdentity } from '#firestore/store/journal/process-identity.ts';
import { StatusError } from '#firestore/api/status.ts';

const NAME = 'lock';
const ATTEMPTS = 5;

export interface DirectoryLock {
  release(): Promise<void>;
}

/**
 * Locks a directory for this process. The lock file has the process ID and the start time. A killed process leaves the file.
 * The next process detects that the owner is dead, even if another process has its ID now.
 */
export async function lockDirectory(directory: string): Promise<DirectoryLock> {
  const path = join(directory, NAME);
  const content = `${process.pid} ${identify(process.pid)?.startedAt ?? ''}\n`;
  const draft = join(directory, `${NAME}.${process.pid}.new.tmp`);
  await writeFile(draft, content);
  try {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      if (await claim(draft, path)) return { release: async () => rm(path, { force: true }) };
      const found = await readIfExists(path);
      const owner = ownerIn(found);
      if (owner !== null && isAlive(owner)) throw inUse(directory, path, owner.pid);
      await discard(path, found);
    }
  } finally {
    await rm(draft, { force: true });
  }
  throw new StatusError(
    'FAILED_PRECONDITION',
    `${path} can't be locked, because other processes keep locking it.`,
  );
}

/** Creates the lock file by a hard link. This is atomic, so no process reads an incomplete lock file. */
async function claim(draft: string, path: string): Promise<boolean> {
  try {
    await link(draft, path);
    return true;
  } catch (error) {
    if (isErrno(error, 'EEXIST')) return false;
    throw error;
  }
}

function ownerIn(text: string): ProcessIdentity | null {
  const { pid, startedAt } = /^(?<pid>\d+) (?<startedAt>.*)$/u.exec(text.trim())?.groups ?? {};
  return pid === undefined || startedAt === undefined ? null : { pid: Number(pid), startedAt };
}

async function readIfExists(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return '';
    throw error;
  }
}

/** Removes a dead lock. If another process has replaced it in the meantime, restores the lock of that process. */
async function discard(path: string, dead: string): Promise<void> {
  const moved = `${path}.${process.pid}.tmp`;
  try {
    await rename(path, moved);
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return;
    throw error;
  }
  if ((await readIfExists(moved)) !== dead) await claim(moved, path);
  await rm(moved, { force: true });
}

function inUse(directory: string, path: string, pid: number): StatusError {
  return new StatusError(
    'FAILED_PRECONDITION',
    `${directory} is in use by process ${pid}. Stop it, or use another directory ` +
      `(or remove ${path}, if that process does not use the directory).`,
  );
}

function isErrno(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
