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
 * One process per directory. The lock is a file that names its process; a process that was killed leaves the file
 * behind, and the next one sees that nobody stands behind it (nor a stranger who was given its number).
 */
export async function lockDirectory(directory: string): Promise<DirectoryLock> {
  const path = join(directory, NAME);
  const mine = `${process.pid} ${identify(process.pid)?.startedAt ?? ''}\n`;
  const draft = join(directory, `${NAME}.${process.pid}.new.tmp`);
  await writeFile(draft, mine);
  try {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      if (await claim(draft, path)) return { release: async () => rm(path, { force: true }) };
      const found = await readIfThere(path);
      const owner = ownerIn(found);
      if (owner !== null && isAlive(owner)) throw inUse(directory, path, owner.pid);
      await discard(path, found);
    }
  } finally {
    await rm(draft, { force: true });
  }
  throw new StatusError('FAILED_PRECONDITION', `${path} could not be taken: other processes keep taking it.`);
}

/** A link is made whole or not at all, so nobody ever reads a lock that is still being written. */
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

async function readIfThere(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return '';
    throw error;
  }
}

/** Takes the dead lock away, unless another process has put its own in the place meanwhile: then that one goes back. */
async function discard(path: string, dead: string): Promise<void> {
  const aside = `${path}.${process.pid}.tmp`;
  try {
    await rename(path, aside);
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return;
    throw error;
  }
  if ((await readIfThere(aside)) !== dead) await claim(aside, path);
  await rm(aside, { force: true });
}

function inUse(directory: string, path: string, pid: number): StatusError {
  return new StatusError(
    'FAILED_PRECONDITION',
    `${directory} is in use by process ${pid}. Stop it, or use another directory ` +
      `(if that process has nothing to do with it, remove ${path}).`,
  );
}

function isErrno(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
