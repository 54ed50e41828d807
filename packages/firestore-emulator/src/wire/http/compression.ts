import type { ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { constants, createGzip, gzip } from 'node:zlib';

/** The fast level: its texts are a tenth larger than those of level 6. Here the compressor and the browser share a machine. */
const OPTIONS = { level: 1 };
/** A shorter text fits into one packet either way. */
const MIN_LENGTH = 1_000;
/** The characters to compress in one step. A query answers in small chunks, and each step is a job for another thread. */
const BATCH = 64 * 1024;

const compressed = promisify(gzip);

/** True if an `Accept-Encoding` header allows gzip. */
export function acceptsGzip(header: string | readonly string[] | undefined): boolean {
  return String(header ?? '')
    .split(',')
    .some((coding) => /^\s*gzip\s*(?:;\s*q=(?!0(?:\.0*)?\s*$)[\d.]+\s*)?$/iu.test(coding));
}

/** The text as gzip, or null if it is too short to gain anything. */
export async function gzipText(text: string): Promise<Buffer | null> {
  return text.length < MIN_LENGTH ? null : compressed(text, OPTIONS);
}

/** Sends the chunks of one response. */
export interface BodyWriter {
  /** Resolves when the client can take more, or has disconnected. */
  write(chunk: string): Promise<void>;
  end(): Promise<void>;
}

/**
 * Compresses a response whose chunks arrive over time. If no other chunk follows within a turn of the event loop, the
 * client receives all chunks so far: a listener must not wait until a block of the compressor is full.
 */
export function gzipInto(response: ServerResponse): BodyWriter {
  const stream = createGzip(OPTIONS);
  stream.pipe(response);
  let batch = '';
  let idle: NodeJS.Immediate | undefined;
  let resume: (() => void) | null = null;
  const settle = (): void => {
    resume?.();
    resume = null;
  };
  stream.on('drain', settle);
  response.once('close', () => {
    clearImmediate(idle);
    stream.destroy();
    settle();
  });
  const writeBatch = async (): Promise<void> => {
    const full = batch !== '' && !stream.write(batch);
    batch = '';
    if (full && !response.destroyed) await new Promise<void>((resolve) => (resume = resolve));
  };
  const flush = (): void => {
    if (batch !== '') stream.write(batch);
    batch = '';
    stream.flush(constants.Z_SYNC_FLUSH);
  };
  return {
    async write(chunk) {
      clearImmediate(idle);
      batch += chunk;
      if (batch.length >= BATCH) await writeBatch();
      if (!response.destroyed) idle = setImmediate(flush);
    },
    async end() {
      clearImmediate(idle);
      await writeBatch();
      stream.end();
    },
  };
}
