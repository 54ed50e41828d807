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
import { beginLog } from '#firestore/store/journal/log-writer.ts';
import type { JournalCodec } from '#firestore/store/journal/record-codec.ts';
import { compareTimestamps } from '#firestore/model/timestamp.ts';
import type { Timestamp } from '#firestore/model/value.ts';

/** Which files make the state, all of them checked to the last byte. */
export interface RecoveryPlan {
  /** null: the logs begin at the beginning. */
  readonly snapshot: number | null;
  readonly logs: readonly { readonly number: number; readonly end: number }[];
}

export interface Recovered {
  readonly documents: number;
  readonly records: number;
  /** The newest commit time on record: later commits must come after it even where the clock has gone back. */
  readonly latest: Timestamp | null;
}

interface Damage {
  readonly path: string;
  readonly end: number;
  readonly reason: string;
}

/**
 * Looks through the files before anything is applied or changed, so that a damaged directory is left exactly as it is.
 * A record cut short at the very end is what a killed process leaves, and was never acknowledged.
 */
export async function planRecovery(directory: string, codec: JournalCodec, log: Log): Promise<RecoveryPlan> {
  const files = await listFiles(directory);
  let first: Damage | null = null;
  for (const snapshot of files.snapshots.toReversed()) {
    const damage = await inspectSnapshot(directory, snapshot, codec);
    if (damage === null) return { snapshot, logs: await inspectLogs(directory, files.logs, snapshot, log) };
    log.warn(`${damage.path} is not whole at byte ${damage.end} (${damage.reason}).`);
    first ??= damage;
  }
  if (files.logs[0] !== 1 && first !== null) throw damaged(directory, first);
  return { snapshot: null, logs: await inspectLogs(directory, files.logs, null, log) };
}

/** A snapshot is whole when its last entry says so. */
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
  present: readonly number[],
  snapshot: number | null,
  log: Log,
): Promise<RecoveryPlan['logs']> {
  const from = snapshot ?? 1;
  const numbers = present.filter((number) => number >= from);
  // A snapshot's first log is begun before the snapshot is. Only a directory that was never used has none.
  const last = numbers.at(-1) ?? (present.length > 0 || snapshot !== null ? from : null);
  if (last === null) return [];
  const logs: { number: number; end: number }[] = [];
  for (let number = from; number <= last; number += 1) {
    const path = logPath(directory, number);
    if (!numbers.includes(number)) throw damaged(directory, { path, end: 0, reason: 'it is missing' });
    const ending = await endingOf(path, LOG_MAGIC, () => undefined);
    if (ending.kind === 'damaged') throw damaged(directory, { path, end: ending.end, reason: ending.reason });
    if (ending.kind === 'torn' && number < last) {
      const reason = 'it ends within a record, and later logs are there';
      throw damaged(directory, { path, end: ending.end, reason });
    }
    if (ending.kind === 'torn') {
      log.warn(
        `${path}: the record at byte ${ending.end} is cut short; it was never acknowledged and is cut off.`,
      );
    }
    logs.push({ number, end: ending.end });
  }
  return logs;
}

/** Reads the state that a plan names; a payload that is whole but says nothing sensible is damage too. */
export async function recover(
  directory: string,
  plan: RecoveryPlan,
  codec: JournalCodec,
  state: JournalledState,
): Promise<Recovered> {
  let documents = 0;
  let records = 0;
  let latest: Timestamp | null = null;
  const seen = (time: Timestamp): void => {
    if (latest === null || compareTimestamps(time, latest) > 0) latest = time;
  };
  if (plan.snapshot !== null) {
    await readAll(directory, snapshotPath(directory, plan.snapshot), SNAPSHOT_MAGIC, (payload) => {
      const entry = codec.decodeEntry(payload);
      if (entry.kind === 'end') {
        if (entry.documents !== documents) throw new Error(`${entry.documents} documents were expected`);
        if (entry.latest !== null) seen(entry.latest);
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
      seen(record.commitTime);
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
      // A copy, because a value that is a slice of its message would hold the whole chunk of the file in memory.
      take(Buffer.from(payload));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw damaged(directory, { path, end: offset, reason: `a record can't be read: ${reason}` }, error);
    }
  });
}

/**
 * Cuts the first damaged log off where the damage begins. What is taken away stays beside it as `*.damaged-*`, and so
 * do the later logs, which would build on what is missing.
 */
export async function repairDirectory(directory: string, log: Log): Promise<void> {
  const files = await listFiles(directory);
  const from = files.snapshots.at(-1) ?? 1;
  const last = files.logs.at(-1) ?? 0;
  let broken = false;
  for (let number = from; number <= last; number += 1) {
    const path = logPath(directory, number);
    const isThere = files.logs.includes(number);
    if (broken && isThere) {
      await rename(path, `${path}.damaged-${Date.now()}`);
      log.warn(`${path} was put aside: it builds on records that are lost.`);
    } else if (!broken && isThere) {
      broken = await cutOff(directory, number, log);
    } else if (!broken) {
      broken = true;
      await beginLog(directory, number);
      log.warn(`${path} is missing; an empty one takes its place.`);
    }
  }
}

/** Says whether there was anything to cut off. */
async function cutOff(directory: string, number: number, log: Log): Promise<boolean> {
  const path = logPath(directory, number);
  const ending = await endingOf(path, LOG_MAGIC, () => undefined);
  if (ending.kind !== 'damaged') return false;
  const copy = `${path}.damaged-${Date.now()}`;
  await copyFile(path, copy, constants.COPYFILE_EXCL);
  if (ending.end === 0) await beginLog(directory, number);
  else await truncate(path, ending.end);
  log.warn(
    `${path} was cut off at byte ${ending.end} (${ending.reason}); the whole of it is kept as ${copy}.`,
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
    ? 'start once with --repair, which keeps what lies before the damage and puts the rest aside; or '
    : '';
  return new StatusError(
    'FAILED_PRECONDITION',
    `${damage.path} is damaged at byte ${damage.end}: ${damage.reason}. Nothing has been changed. ` +
      `Keep a copy of ${directory}. Then ${repair}delete the directory to begin with nothing, ` +
      'or with what --import <an export> names.',
    { cause },
  );
}
