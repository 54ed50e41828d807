import { rm, stat } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';

import type { Log } from '#firestore/log/log.ts';
import { StatusError } from '#firestore/api/status.ts';
import {
  listFiles,
  logPath,
  prepareDirectory,
  removeUnfinished,
  snapshotPath,
} from '#firestore/store/journal/files.ts';
import { frame } from '#firestore/store/journal/frames.ts';
import type { Journal, JournalledState } from '#firestore/store/journal/journal.ts';
import { lockDirectory, type DirectoryLock } from '#firestore/store/journal/lock.ts';
import { LogWriter } from '#firestore/store/journal/log-writer.ts';
import type { JournalCodec } from '#firestore/store/journal/record-codec.ts';
import type { CommitRecord } from '#firestore/store/journal/record.ts';
import { planRecovery, recover, repairDirectory, type Recovered } from '#firestore/store/journal/recovery.ts';
import { writeSnapshot } from '#firestore/store/journal/snapshot.ts';
import { compareTimestamps } from '#firestore/model/timestamp.ts';
import type { Timestamp } from '#firestore/model/value.ts';

/** A smaller log does not trigger a snapshot. */
const SNAPSHOT_AFTER_BYTES = 16 << 20;

export interface FileJournalOptions {
  readonly directory: string;
  readonly codec: JournalCodec;
  readonly log: Log;
  /** Flush each commit to the disk, so that it survives a power failure. Each commit then waits for the disk. */
  readonly fsync?: boolean;
  /** Truncate damaged logs instead of refusing to start. */
  readonly repair?: boolean;
  readonly snapshotAfterBytes?: number;
}

interface PendingAppend {
  readonly bytes: Buffer;
  readonly commitTime: Timestamp;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

/** The state of an open journal. */
interface OpenJournal {
  readonly lock: DirectoryLock;
  readonly state: JournalledState;
  writer: LogWriter;
  latest: Timestamp | null;
  /** The size of the logs after the latest snapshot. */
  loggedBytes: number;
  /** A new snapshot starts when `loggedBytes` exceeds this. */
  snapshotThresholdBytes: number;
}

/**
 * A journal in its own directory: an append-only log, which snapshots replace. The store takes the journal as an option.
 * Open the journal with that store before the first commit.
 */
export class FileJournal implements Journal {
  readonly #options: FileJournalOptions;
  readonly #snapshotAfterBytes: number;
  #opened: OpenJournal | null = null;
  #pending: PendingAppend[] = [];
  #writing: Promise<void> | null = null;
  #snapshot: Promise<void> | null = null;

  constructor(options: FileJournalOptions) {
    this.#options = options;
    this.#snapshotAfterBytes = options.snapshotAfterBytes ?? SNAPSHOT_AFTER_BYTES;
  }

  /** Locks the directory and recovers the state. If it rejects, it has not changed any data. */
  async open(state: JournalledState): Promise<Recovered> {
    const { directory, codec, log, fsync, repair } = this.#options;
    await prepareDirectory(directory);
    const lock = await lockDirectory(directory);
    try {
      if (repair === true) await repairDirectory(directory, log);
      const plan = await planRecovery(directory, codec, log);
      const recovered = await recover(directory, plan, codec, state);
      if (recovered.latest !== null) state.resume(recovered.latest);
      await removeUnfinished(directory);
      await removeBefore(directory, plan.snapshot ?? 1);
      const last = plan.logs.at(-1) ?? { number: plan.snapshot ?? 1, end: 0 };
      const size = plan.snapshot === null ? 0 : (await stat(snapshotPath(directory, plan.snapshot))).size;
      this.#opened = {
        lock,
        state,
        writer: await LogWriter.open(directory, last.number, last.end, fsync === true),
        latest: recovered.latest,
        loggedBytes: plan.logs.reduce((sum, { end }) => sum + end, 0),
        snapshotThresholdBytes: Math.max(size, this.#snapshotAfterBytes),
      };
      return recovered;
    } catch (error) {
      await lock.release();
      throw error;
    }
  }

  async append(record: CommitRecord): Promise<void> {
    const opened = this.#opened;
    if (opened === null) throw unavailable('The data directory is not open.');
    const bytes = frame(this.#options.codec.encodeRecord(record));
    const written = new Promise<void>((resolve, reject) => {
      this.#pending.push({ bytes, commitTime: record.commitTime, resolve, reject });
    });
    this.#writing ??= this.#writeAll(opened);
    return written;
  }

  /** Writes all pending appends and unlocks the directory. */
  async close(): Promise<void> {
    const opened = this.#opened;
    if (opened === null) return;
    this.#opened = null;
    await this.#writing;
    await this.#snapshot;
    try {
      await opened.writer.close();
    } finally {
      await opened.lock.release();
    }
  }

  /** Writes one batch at a time. A batch has all appends since the previous one. Never rejects, since each append does. */
  async #writeAll(opened: OpenJournal): Promise<void> {
    // Let the other commits of this turn join the first batch.
    await Promise.resolve();
    while (this.#pending.length > 0) {
      const batch = this.#pending;
      this.#pending = [];
      await this.#writeBatch(opened, batch);
      const needsSnapshot = opened.loggedBytes > opened.snapshotThresholdBytes;
      if (needsSnapshot && this.#snapshot === null) await this.#beginSnapshot(opened);
    }
    this.#writing = null;
  }

  async #writeBatch(opened: OpenJournal, batch: readonly PendingAppend[]): Promise<void> {
    try {
      const before = opened.writer.end;
      await opened.writer.write(batch.map(({ bytes }) => bytes));
      opened.loggedBytes += opened.writer.end - before;
    } catch (error) {
      this.#options.log.error(
        `${batch.length} commits could not be written to ${this.#options.directory}.`,
        error,
      );
      const reason = error instanceof Error ? error.message : String(error);
      for (const { reject } of batch)
        reject(unavailable(`The commit could not be written: ${reason}.`, error));
      return;
    }
    for (const { commitTime, resolve } of batch) {
      if (opened.latest === null || compareTimestamps(commitTime, opened.latest) > 0)
        opened.latest = commitTime;
      resolve();
    }
  }

  /** Starts a new log for further commits. Once the snapshot is complete, the old logs are deleted. */
  async #beginSnapshot(opened: OpenJournal): Promise<void> {
    const { directory, log, fsync } = this.#options;
    const previous = opened.writer;
    const number = previous.number + 1;
    try {
      opened.writer = await LogWriter.open(directory, number, 0, fsync === true);
    } catch (error) {
      opened.snapshotThresholdBytes *= 2;
      log.error(
        `${logPath(directory, number)} could not be created. Commits continue in the previous log.`,
        error,
      );
      return;
    }
    opened.loggedBytes = 0;
    this.#snapshot = this.#takeSnapshot(opened, previous, number).finally(() => {
      this.#snapshot = null;
    });
  }

  /** Never rejects. If it fails, the previous snapshot and all logs still exist. */
  async #takeSnapshot(opened: OpenJournal, previous: LogWriter, number: number): Promise<void> {
    const { directory, codec, log } = this.#options;
    try {
      // All records in the previous log have been acknowledged. One turn later, the store has applied them too.
      await nextTurn();
      const documents = opened.state.documents();
      const { latest } = opened;
      await previous.finish();
      const size = await writeSnapshot(directory, number, documents, latest, codec);
      await removeBefore(directory, number);
      opened.snapshotThresholdBytes = Math.max(size, this.#snapshotAfterBytes);
      log.debug(`Wrote ${snapshotPath(directory, number)}, ${size} bytes.`);
    } catch (error) {
      log.error(`A snapshot of ${directory} could not be written. The logs are kept.`, error);
    }
  }
}

async function removeBefore(directory: string, number: number): Promise<void> {
  const files = await listFiles(directory);
  for (const old of files.logs.filter((log) => log < number)) await rm(logPath(directory, old));
  for (const old of files.snapshots.filter((snapshot) => snapshot < number))
    await rm(snapshotPath(directory, old));
}

function unavailable(message: string, cause?: unknown): StatusError {
  return new StatusError('UNAVAILABLE', message, { cause });
}
