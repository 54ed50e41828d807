import { join } from 'node:path';

import type { CallerOptions } from '#aws/http/local-callers.ts';
import type { Account } from '#aws/account/account.ts';
import { cognito } from '#aws/cognito/cognito.ts';
import { IdentityIds } from '#aws/cognito/identity-ids.ts';
import { PoolTokens } from '#aws/cognito/pool-tokens.ts';
import { Credentials } from '#aws/credentials/credentials.ts';
import { loadKey } from '#aws/credentials/key-file.ts';
import { GuardFunction } from '#aws/guard/guard.ts';
import { openPort } from '#aws/http/port.ts';
import { s3 } from '#aws/s3/s3.ts';
import { servicesAtOnePort } from '#aws/server/services.ts';
import { ObjectStore } from '#aws/store/object-store.ts';
import { seed } from '#aws/store/seed.ts';
import { sts } from '#aws/sts/sts.ts';

export interface AwsOptions extends CallerOptions {
  /** 0 uses a free port. */
  readonly port: number;
  readonly account: Account;
  /** The directory for objects and the key of the credentials. */
  readonly data: string;
  /** A directory of objects for a new data directory. */
  readonly seed?: string | null;
  /** The lifetime of the identity pool's credentials. The role limits it to an hour. */
  readonly sessionSeconds?: number;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
  readonly log: (line: string) => void;
}

export interface RunningAws {
  readonly port: number;
  stop(): Promise<void>;
}

const HOUR_SECONDS = 3600;

/** Starts the emulator. Resolves when the port answers. */
export async function startAws(options: AwsOptions): Promise<RunningAws> {
  const { host, account, data, log, now = Date.now, sessionSeconds = HOUR_SECONDS } = options;
  const store = await ObjectStore.open(join(data, account.bucket.name));
  if (typeof options.seed === 'string') await seed(store, data, options.seed, log);
  const key = await loadKey(data);
  const credentials = new Credentials(key);
  const poolTokens = new PoolTokens(key);
  const identityIds = new IdentityIds(key, account.region);

  let endpoint = '';
  const guard = new GuardFunction({ account, credentials, now, endpoint: () => endpoint, log });
  const onCreated: GuardFunction['check'] = async (created) => guard.check(created);
  const open = await openPort({
    host,
    port: options.port,
    allowHosts: options.allowHosts ?? [],
    allowOrigins: options.allowOrigins ?? [],
    handle: servicesAtOnePort({
      cognito: cognito({ account, credentials, identityIds, poolTokens, now, sessionSeconds }),
      sts: sts({ account, credentials, now }),
      s3: s3({ account, credentials, store, now, onCreated }),
    }),
    onError: (message, cause) => {
      log(`error: ${message}: ${cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)}`);
    },
  });
  endpoint = `http://${host}:${open.port}`;
  return {
    port: open.port,
    stop: async () => {
      await open.close();
      await guard.stop();
    },
  };
}
