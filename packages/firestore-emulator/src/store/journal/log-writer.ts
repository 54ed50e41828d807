import { fstatSync, writeSync } from 'node:fs';
import { open, rename, type FileHandle } from 'node:fs/promises';

import { LOG_MAGIC, logPath, syncDirectory } from '#firestore/store/journal/files.ts';
import { MAGIC_BYTES } from '#firestore/store/journal/frames.ts';

/**
 * Creates a log without records, atomically and durably. So a killed process never leaves an empty file, and an empty file
 * is always damage.
 */
export async function createLog(directory: string, number: number): Promise<void> {
  const path = logPath(directory, number);
  const draft = `${path}.tmp`;
  const handle = await open(draft, 'w');
  try {
    await handle.write(LOG_MAGIC, 0, 'latin1');
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(draft, path);
  await syncDirectory(directory);
}

/** A synchronous write of this length takes less time than the switch to another thread and back. */
const MAX_SYNC_BYTES = 1024 * 1024;

/** Appends to one open log. A write succeeds or leaves no bytes. */
export class LogWriter {
  readonly number: number;
  /** The offset of the next record. All records before it have been acknowledged. */
  end: number;
  readonly #handle: FileHandle;
  readonly #fsync: boolean;
  #hasPartialWrite = false;

  private constructor(number: number, handle: FileHandle, end: number, fsync: boolean) {
    this.number = number;
    this.#handle = handle;
    this.end = end;
    this.#fsync = fsync;
  }

  /** Opens a log and truncates it at `end`, the end of its last complete record. If `end` is 0, creates a new log. */
  static async open(directory: string, number: number, end: number, fsync: boolean): Promise<LogWriter> {
    if (end === 0) await createLog(directory, number);
    const start = Math.max(end, MAGIC_BYTES);
    const handle = await open(logPath(directory, number), 'r+');
    try {
      await handle.truncate(start);
      return new LogWriter(number, handle, start, fsync);
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  /** If it rejects, the log has none of the records: a partial write is truncated now or before the next write. */
  async write(records: readonly Buffer[]): Promise<void> {
    await this.#truncatePartialWrite();
    const bytes = records.length === 1 && records[0] !== undefined ? records[0] : Buffer.concat(records);
    this.#hasPartialWrite = true;
    try {
      for (let done = 0; done < bytes.length;) {
        done += await this.#writeSome(bytes, done);
      }
      if (this.#fsync) await this.#handle.datasync();
      this.#checkNotRemoved();
    } catch (error) {
      // If the truncation fails too, the next write reports it.
      await this.#truncatePartialWrite().catch(() => undefined);
      throw error;
    }
    this.#hasPartialWrite = false;
    this.end += bytes.length;
  }

  /** Flushes the log to the disk and closes it. The next snapshot depends on it. */
  async finish(): Promise<void> {
    try {
      await this.#handle.sync();
    } finally {
      await this.close();
    }
  }

  async close(): Promise<void> {
    try {
      await this.#truncatePartialWrite();
    } finally {
      await this.#handle.close();
    }
  }

  async #writeSome(bytes: Buffer, from: number): Promise<number> {
    const [length, position] = [bytes.length - from, this.end + from];
    if (length <= MAX_SYNC_BYTES && !this.#fsync)
      return writeSync(this.#handle.fd, bytes, from, length, position);
    const { bytesWritten } = await this.#handle.write(bytes, from, length, position);
    return bytesWritten;
  }

  /** Writes to a removed file succeed, but the data is lost. The synchronous check takes 2 µs. */
  #checkNotRemoved(): void {
    if (fstatSync(this.#handle.fd).nlink === 0) throw new Error(`log ${this.number} has been removed`);
  }

  async #truncatePartialWrite(): Promise<void> {
    if (!this.#hasPartialWrite) return;
    await this.#handle.truncate(this.end);
    this.#hasPartialWrite = false;
  }
}
