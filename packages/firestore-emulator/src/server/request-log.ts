import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';

import type { RequestEntry } from '#firestore/api/request-entry.ts';
import type { Log } from '#firestore/log/log.ts';

export interface RequestLog {
  readonly write: (entry: RequestEntry) => void;
  /** Resolves when the file has all entries. */
  close(): Promise<void>;
}

/** Appends each request to a file, as one line of JSON. */
export function openRequestLog(file: string, log: Log): RequestLog {
  const stream = createWriteStream(file, { flags: 'a' });
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
