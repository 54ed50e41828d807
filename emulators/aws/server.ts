import { join } from 'node:path';

import { openPort } from '#aws/http/port.ts';
import { LOCAL_BUCKET } from '#aws/local-account.ts';
import { s3 } from '#aws/s3/s3.ts';
import { seed } from '#aws/store/seed.ts';
import { ObjectStore } from '#aws/store/object-store.ts';

export interface AwsOptions {
  readonly host: string;
  /** 0 takes any free one. */
  readonly port: number;
  /** Where objects are kept. */
  readonly data: string;
  /** Objects that a new data directory begins with. */
  readonly seed: string | null;
  readonly log: (line: string) => void;
}

export interface RunningAws {
  readonly port: number;
  stop(): Promise<void>;
}

/** Starts the whole stand-in: resolves when the port answers. */
export async function startAws(options: AwsOptions): Promise<RunningAws> {
  const { host, port, data, log } = options;
  const store = await ObjectStore.open(join(data, LOCAL_BUCKET));
  if (options.seed !== null) await seed(store, data, options.seed, log);
  const handle = s3({ bucket: LOCAL_BUCKET, store, log });
  const open = await openPort({
    host,
    port,
    handle,
    onError: (message, cause) => {
      log(`error: ${message}: ${cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)}`);
    },
  });
  return { port: open.port, stop: async () => open.close() };
}
