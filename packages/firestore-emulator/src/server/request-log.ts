import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { finished } from 'node:stream/promises';

import type { RequestEntry } from '#firestore/api/request-entry.ts';
import type { Log } from '#firestore/log/log.ts';

export interface RequestLog {
  readonly write: (entry: RequestEntry) => void;
  /** Resolves when the file has all entries. */
  close(): Promise<void>;
}

/** Appends each request to a file, as one line of JSON. Rejects if the file can't be opened. */
export async function openRequestLog(file: string, log: Log): Promise<RequestLog> {
  const stream = createWriteStream(file, { flags: 'a' });
  try {
    await once(stream, 'open');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`The request log ${file} can't be opened: ${reason}.`, { cause: error });
  }
  let hasFailed = false;
  stream.on('error', (error) => {
    hasFailed = true;
    log.error(`The request log ${file} could not be written, and is closed.`, error);
  });
  return {
    write(entry) {
      if (!hasFailed) stream.write(`${JSON.stringify(entry)}\n`);
    },
    async close() {
      if (hasFailed) return;
      stream.end();
      await finished(stream).catch(() => undefined);
    },
  };
}
