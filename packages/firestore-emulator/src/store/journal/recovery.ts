import { constants } from 'node:fs';
import { copyFile, open, rename, truncate } from 'node:fs/promises';
import { join } from 'node:path';

import type { Log } from '#firestore/log/log.ts';
import { StatusError } from '#firestore/api/status.ts';
import {
  LOG_MAGIC,
  SNAPSHOT_MAGIC,
  listFiles,
  logPath,
  snapshotPath,
} from '#firestore/store/journal/files.ts';
import { readFrames, type Ending } from '#firestore/store/journal/frames.ts';
import type { JournalledState } from '#firestore/store/journal/journal.ts';
import { createLog } from '#firestore/store/journal/log-writer.ts';
import type { JournalCodec } from '#firestore/store/journal/record-codec.ts';
import { compareTimestamps } from '#firestore/model/timestamp.ts';
import type { Timestamp } from '#firestore/model/value.ts';

/** The files to recover from. All of them were checked completely. */
export interface RecoveryPlan {
  /** Null if there is no snapshot. Then the logs start with the first commit. */
  readonly snapshot: number | null;
  readonly logs: readonly { readonly number: number; readonly end: number }[];
}

export interface Recovered {
  readonly documents: number;
  readonly records: number;
  /** The latest commit time. New commits must be later, even if the system clock was set back. */
  readonly latest: Timestamp | null;
}

interface Damage {
  readonly path: string;
  readonly end: number;
  readonly reason: string;
}

/**
 * Checks all files before applying or changing any, so that a damaged directory stays unchanged. An incomplete record at the
 * end comes from a killed process and was never acknowledged.
 */
export async function planRecovery(directory: string, codec: JournalCodec, log: Log): Promise<RecoveryPlan> {
  const files = await listFiles(directory);
  let first: Damage | null = null;
  for (const snapshot of files.snapshots.toReversed()) {
    const damage = await inspectSnapshot(directory, snapshot, codec);
    if (damage === null) return { snapshot, logs: await inspectLogs(directory, files.logs, snapshot, log) };
    log.warn(`${damage.path} is incomplete at byte ${damage.end} (${damage.reason}).`);
    first ??= damage;
  }
  if (files.logs[0] !== 1 && first !== null) throw damaged(directory, first);
  return { snapshot: null, logs: await inspectLogs(directory, files.logs, null, log) };
}

/** Returns the damage of a snapshot, or null if it is complete. The last entry of a complete snapshot is an end entry. */
async function inspectSnapshot(
  directory: string,
  number: number,
  codec: JournalCodec,
): Promise<Damage | null> {
  const path = snapshotPath(directory, number);
  let last: Buffer = Buffer.alloc(0);
  const ending = await endingOf(path, SNAPSHOT_MAGIC, (payload) => {
    last = payload;
  });
  if (ending.kind === 'damaged') return { path, end: ending.end, reason: ending.reason };
  if (ending.kind === 'whole' && isEnd(last, codec)) return null;
  return { path, end: ending.end, reason: 'it ends too early' };
}

function isEnd(payload: Buffer, codec: JournalCodec): boolean {
  try {
    return codec.decodeEntry(payload).kind === 'end';
  } catch {
    return false;
  }
}

async function inspectLogs(
  directory: string,
  existing: readonly number[],
  snapshot: number | null,
  log: Log,
): Promise<RecoveryPlan['logs']> {
  const from = snapshot ?? 1;
  const numbers = existing.filter((number) => number >= from);
  // The first log of a snapshot is created before the snapshot. Only a new directory has no log.
  const last = numbers.at(-1) ?? (existing.length > 0 || snapshot !== null ? from : null);
  if (last === null) return [];
  const logs: { number: number; end: number }[] = [];
  for (let number = from; number <= last; number += 1) {
    const path = logPath(directory, number);
    if (!numbers.includes(number)) throw damaged(directory, { path, end: 0, reason: 'it is missing' });
    const ending = await endingOf(path, LOG_MAGIC, () => undefined);
    if (ending.kind === 'damaged') throw damaged(directory, { path, end: ending.end, reason: ending.reason });
    if (ending.kind === 'torn' && number < last) {
      const reason = 'it ends within a record, but later logs exist';
      throw damaged(directory, { path, end: ending.end, reason });
    }
    if (ending.kind === 'torn') {
      log.warn(
        `${path}: the record at byte ${ending.end} is incomplete. It was never acknowledged and is removed.`,
      );
    }
    logs.push({ number, end: ending.end });
  }
  return logs;
}

/** Recovers the state from the files of a plan. A record that can't be decoded is damage too. */
export async function recover(
  directory: string,
  plan: RecoveryPlan,
  codec: JournalCodec,
  state: JournalledState,
): Promise<Recovered> {
  let documents = 0;
  let records = 0;
  let latest: Timestamp | null = null;
  const updateLatest = (time: Timestamp): void => {
    if (latest === null || compareTimestamps(time, latest) > 0) latest = time;
  };
  if (plan.snapshot !== null) {
    await readAll(directory, snapshotPath(directory, plan.snapshot), SNAPSHOT_MAGIC, (payload) => {
      const entry = codec.decodeEntry(payload);
      if (entry.kind === 'end') {
        if (entry.documents !== documents) throw new Error(`${entry.documents} documents were expected`);
        if (entry.latest !== null) updateLatest(entry.latest);
        return;
      }
      documents += 1;
      state.restore(entry.document);
    });
  }
  for (const { number } of plan.logs) {
    await readAll(directory, logPath(directory, number), LOG_MAGIC, (payload) => {
      const record = codec.decodeRecord(payload);
      records += 1;
      updateLatest(record.commitTime);
      state.replay(record);
    });
  }
  return { documents, records, latest };
}

async function readAll(
  directory: string,
  path: string,
  magic: string,
  take: (payload: Buffer) => void,
): Promise<void> {
  await endingOf(path, magic, (payload, offset) => {
    try {
      // Copy the payload. Decoded values can be slices, which would keep the whole chunk of the file in memory.
      take(Buffer.from(payload));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw damaged(directory, { path, end: offset, reason: `a record can't be read: ${reason}` }, error);
    }
  });
}

/**
 * Truncates the first damaged log where the damage starts, and keeps a copy as `*.damaged-*`. Renames the later logs to
 * `*.damaged-*` too, since they depend on the lost records.
 */
export async function repairDirectory(directory: string, log: Log): Promise<void> {
  const files = await listFiles(directory);
  const from = files.snapshots.at(-1) ?? 1;
  const last = files.logs.at(-1) ?? 0;
  let isDamaged = false;
  for (let number = from; number <= last; number += 1) {
    const path = logPath(directory, number);
    const exists = files.logs.includes(number);
    if (isDamaged && exists) {
      const renamed = `${path}.damaged-${Date.now()}`;
      await rename(path, renamed);
      log.warn(`${path} was renamed to ${renamed}, because it depends on lost records.`);
    } else if (!isDamaged && exists) {
      isDamaged = await truncateDamage(directory, number, log);
    } else if (!isDamaged) {
      isDamaged = true;
      await createLog(directory, number);
      log.warn(`${path} is missing. An empty log replaces it.`);
    }
  }
}

/** Returns whether the log was damaged. */
async function truncateDamage(directory: string, number: number, log: Log): Promise<boolean> {
  const path = logPath(directory, number);
  const ending = await endingOf(path, LOG_MAGIC, () => undefined);
  if (ending.kind !== 'damaged') return false;
  const copy = `${path}.damaged-${Date.now()}`;
  await copyFile(path, copy, constants.COPYFILE_EXCL);
  if (ending.end === 0) await createLog(directory, number);
  else await truncate(path, ending.end);
  log.warn(
    `${path} was truncated at byte ${ending.end} (${ending.reason}). The complete file was copied to ${copy}.`,
  );
  return true;
}

async function endingOf(
  path: string,
  magic: string,
  take: (payload: Buffer, offset: number) => void,
): Promise<Ending> {
  const file = await open(path, 'r');
  try {
    return await readFrames(file, magic, take);
  } finally {
    await file.close();
  }
}

function damaged(directory: string, damage: Damage, cause?: unknown): StatusError {
  const repair = damage.path.startsWith(join(directory, 'log-'))
    ? 'start once with --repair, which keeps the records before the damage and moves the rest to *.damaged-* files; or '
    : '';
  return new StatusError(
    'FAILED_PRECONDITION',
    `${damage.path} is damaged at byte ${damage.end}: ${damage.reason}. Nothing has been changed. ` +
      `Keep a copy of ${directory}. Then ${repair}delete the directory to start without data, ` +
      'or with the data of --import <an export>.',
    { cause },
  );
}
