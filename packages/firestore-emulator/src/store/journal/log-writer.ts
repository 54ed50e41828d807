import { fstatSync } from 'node:fs';
import { open, rename, type FileHandle } from 'node:fs/promises';

import { LOG_MAGIC, logPath, syncDirectory } from '#firestore/store/journal/files.ts';
import { MAGIC_BYTES } from '#firestore/store/journal/frames.ts';

/**
 * Puts a log without records in its place, at once and on the disk. So an empty file is never what a killed process
 * leaves: someone has emptied it.
 */
export async function beginLog(directory: string, number: number): Promise<void> {
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

/** One open log: bytes go to its end, whole or not at all. */
export class LogWriter {
  readonly number: number;
  /** Where the next record goes: everything before it has been acknowledged. */
  end: number;
  readonly #handle: FileHandle;
  readonly #fsync: boolean;
  #soiled = false;

  private constructor(number: number, handle: FileHandle, end: number, fsync: boolean) {
    this.number = number;
    this.#handle = handle;
    this.end = end;
    this.#fsync = fsync;
  }

  /** Opens a log at the end of its last whole record and cuts off what lies behind it; `end` 0 begins a new one. */
  static async open(directory: string, number: number, end: number, fsync: boolean): Promise<LogWriter> {
    if (end === 0) await beginLog(directory, number);
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

  /** After a rejection nothing of these bytes counts: they are cut off, now or before the next write. */
  async write(pieces: readonly Buffer[]): Promise<void> {
    await this.#clean();
    const bytes = pieces.length === 1 && pieces[0] !== undefined ? pieces[0] : Buffer.concat(pieces);
    this.#soiled = true;
    try {
      for (let done = 0; done < bytes.length;) {
        const { bytesWritten } = await this.#handle.write(bytes, done, bytes.length - done, this.end + done);
        done += bytesWritten;
      }
      if (this.#fsync) await this.#handle.datasync();
      this.#checkThere();
    } catch (error) {
      // A second failure here is the next write's to report; this one has its reason already.
      await this.#clean().catch(() => undefined);
      throw error;
    }
    this.#soiled = false;
    this.end += bytes.length;
  }

  /** Closes it when the disk has all of it: for what is going to stand on it. */
  async finish(): Promise<void> {
    try {
      await this.#handle.sync();
    } finally {
      await this.close();
    }
  }

  async close(): Promise<void> {
    try {
      await this.#clean();
    } finally {
      await this.#handle.close();
    }
  }

  /** A file that was removed takes bytes as before, and they are gone when it is closed. Asked at once: it takes 2 µs. */
  #checkThere(): void {
    if (fstatSync(this.#handle.fd).nlink === 0) throw new Error(`log ${this.number} has been removed`);
  }

  async #clean(): Promise<void> {
    if (!this.#soiled) return;
    await this.#handle.truncate(this.end);
    this.#soiled = false;
  }
}
