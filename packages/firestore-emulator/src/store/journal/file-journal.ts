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

/** Below this much log a snapshot is not worth its writing. */
const SNAPSHOT_AFTER_BYTES = 16 << 20;

export interface FileJournalOptions {
  readonly directory: string;
  readonly codec: JournalCodec;
  readonly log: Log;
  /** Wait until the disk itself has each commit: survives a power cut too, at the price of a disk's patience. */
  readonly fsync?: boolean;
  /** Cut damaged logs off instead of refusing to start. */
  readonly repair?: boolean;
  readonly snapshotAfterBytes?: number;
}

interface Waiting {
  readonly bytes: Buffer;
  readonly commitTime: Timestamp;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

/** What there is once the journal is open. */
interface Opened {
  readonly lock: DirectoryLock;
  readonly state: JournalledState;
  writer: LogWriter;
  latest: Timestamp | null;
  /** What recovery would have to read resolveInExport the snapshot, and how much of it makes a new snapshot worth while. */
  logged: number;
  enough: number;
}

/**
 * The journal in a directory of its own: an append-only log, shortened by snapshots. A store is made with it, and it is
 * opened with that store before the first append.
 */
export class FileJournal implements Journal {
  readonly #options: FileJournalOptions;
  readonly #snapshotAfterBytes: number;
  #opened: Opened | null = null;
  #waiting: Waiting[] = [];
  #writing: Promise<void> | null = null;
  #snapshot: Promise<void> | null = null;

  constructor(options: FileJournalOptions) {
    this.#options = options;
    this.#snapshotAfterBytes = options.snapshotAfterBytes ?? SNAPSHOT_AFTER_BYTES;
  }

  /** Takes the directory and recovers the state from it. When it rejects, nothing in the directory has been changed. */
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
        logged: plan.logs.reduce((sum, each) => sum + each.end, 0),
        enough: Math.max(size, this.#snapshotAfterBytes),
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
      this.#waiting.push({ bytes, commitTime: record.commitTime, resolve, reject });
    });
    this.#writing ??= this.#writeAll(opened);
    return written;
  }

  /** Writes what has been appended so far and gives the directory back. */
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

  /** One write at a time, each of everything that came up meanwhile. Never rejects: each append carries its own end. */
  async #writeAll(opened: Opened): Promise<void> {
    // The other commits of this turn join the first write.
    await Promise.resolve();
    while (this.#waiting.length > 0) {
      const batch = this.#waiting;
      this.#waiting = [];
      await this.#writeBatch(opened, batch);
      if (opened.logged > opened.enough && this.#snapshot === null) await this.#beginSnapshot(opened);
    }
    this.#writing = null;
  }

  async #writeBatch(opened: Opened, batch: readonly Waiting[]): Promise<void> {
    try {
      const before = opened.writer.end;
      await opened.writer.write(batch.map((each) => each.bytes));
      opened.logged += opened.writer.end - before;
    } catch (error) {
      this.#options.log.error(
        `${batch.length} commits could not be written to ${this.#options.directory}.`,
        error,
      );
      const reason = error instanceof Error ? error.message : String(error);
      for (const each of batch)
        each.reject(unavailable(`The commit could not be written: ${reason}.`, error));
      return;
    }
    for (const { commitTime, resolve } of batch) {
      if (opened.latest === null || compareTimestamps(commitTime, opened.latest) > 0)
        opened.latest = commitTime;
      resolve();
    }
  }

  /** Commits go on in a new log from here; the old ones go once the snapshot stands for them. */
  async #beginSnapshot(opened: Opened): Promise<void> {
    const { directory, log, fsync } = this.#options;
    const previous = opened.writer;
    const number = previous.number + 1;
    try {
      opened.writer = await LogWriter.open(directory, number, 0, fsync === true);
    } catch (error) {
      opened.enough *= 2;
      log.error(`${logPath(directory, number)} could not be begun; the log before it goes on.`, error);
      return;
    }
    opened.logged = 0;
    this.#snapshot = this.#takeSnapshot(opened, previous, number).finally(() => {
      this.#snapshot = null;
    });
  }

  /** Never rejects: without a new snapshot the old one and all logs are still there. */
  async #takeSnapshot(opened: Opened, previous: LogWriter, number: number): Promise<void> {
    const { directory, codec, log } = this.#options;
    try {
      // Everything in the old log has been acknowledged; one turn later the store has applied it, too.
      await nextTurn();
      const documents = opened.state.documents();
      const { latest } = opened;
      await previous.finish();
      const size = await writeSnapshot(directory, number, documents, latest, codec);
      await removeBefore(directory, number);
      opened.enough = Math.max(size, this.#snapshotAfterBytes);
      log.debug(`Wrote ${snapshotPath(directory, number)}, ${size} bytes.`);
    } catch (error) {
      log.error(`A snapshot of ${directory} could not be written; the logs are kept.`, error);
    }
  }
}

async function removeBefore(directory: string, number: number): Promise<void> {
  const files = await listFiles(directory);
  for (const old of files.logs.filter((each) => each < number)) await rm(logPath(directory, old));
  for (const old of files.snapshots.filter((each) => each < number)) await rm(snapshotPath(directory, old));
}

function unavailable(message: string, cause?: unknown): StatusError {
  return new StatusError('UNAVAILABLE', message, { cause });
}
