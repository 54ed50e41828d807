import { SNAPSHOT_MAX_BYTES } from '@foldmark/contract/limits';
import { cutSnapshot, encodeSnapshot } from '@foldmark/contract/snapshot';
import * as z from 'zod/mini';

import { errorFields } from '#functions/errors/error-fields.ts';
import type { LibraryState, Snapshots } from '#functions/store/snapshots/snapshots.ts';
import type { Services } from '#functions/services/services.ts';

/** The payload of a task. */
const taskSchema = z.object({ uid: z.string().check(z.minLength(1)) });

/** After this many failed tries, the job writes no snapshot of the library for a week. */
const TRIES_MAX = 5;

type Needs = Pick<Services, 'log' | 'newId' | 'now' | 'snapshots'>;

/**
 * Writes the snapshot that was requested for a library: the stored one plus the newer documents. Safe to repeat, even at the same
 * time, because only the attempt that began last can write. If it throws, the queue retries.
 */
export async function writeSnapshotOfTask(task: unknown, services: Needs): Promise<void> {
  const { uid } = z.parse(taskSchema, task);
  const snapshots = await services.snapshots(uid);
  const attempt = services.newId();
  const begun = services.now().getTime();
  const failed = await snapshots.begin(attempt);
  if (failed === null) return;
  if (failed >= TRIES_MAX) {
    services.log.error('a snapshot was given up', { attempts: failed });
    await snapshots.giveUp(attempt, true);
    return;
  }
  const read = await snapshots.read((cause) => {
    services.log.warn('a stored snapshot is not usable', errorFields(cause));
  });
  if (read === null) {
    await snapshots.giveUp(attempt, false);
    return;
  }
  const written = await write(snapshots, attempt, read, services.log);
  if (written === null) return;
  const ms = services.now().getTime() - begun;
  const { documents, hasBase } = read;
  services.log.info('a snapshot was written', { ...written, documents, has_base: hasBase, ms });
}

async function write(
  snapshots: Snapshots,
  attempt: string,
  { at, chunks }: LibraryState,
  log: Services['log'],
): Promise<Readonly<Record<string, number>> | null> {
  const bytes = await encodeSnapshot(chunks);
  if (bytes.length > SNAPSHOT_MAX_BYTES) {
    log.warn('a library is too large for a snapshot', { bytes: bytes.length });
    await snapshots.giveUp(attempt, true);
    return null;
  }
  const parts = cutSnapshot(bytes);
  const isWritten = await snapshots.write(attempt, at, parts);
  return isWritten ? { parts: parts.length, bytes: bytes.length } : null;
}
