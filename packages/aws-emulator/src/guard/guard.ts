import { extname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';

import type { Account } from '#aws/account/account.ts';
import type { Credentials } from '#aws/credentials/credentials.ts';
import type { Invocation, Outcome } from '#aws/guard/lambda-worker.ts';
import { evaluate } from '#aws/policy/evaluate.ts';
import type { CreatedObject } from '#aws/s3/call.ts';

export interface GuardOptions {
  readonly account: Account;
  readonly credentials: Credentials;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Where the function finds S3. */
  readonly endpoint: () => string;
  readonly log: (line: string) => void;
}

// A source file starts the worker's source, a bundle its bundle.
const WORKER = join(import.meta.dirname, `lambda-worker${extname(import.meta.filename)}`);
/** The template's own timeout. */
const TIMEOUT_MS = 30_000;
/** Lambda waits a minute before the second try and two before the third. */
const TRIES = 3;
const YEAR_MS = 365 * 24 * 3600 * 1000;

/**
 * The template's own function, called with S3's own event, with the credentials of its own role: so what it lets through
 * here it lets through there. Lambda is called a moment after an upload; here the upload is answered when the
 * function is done, as if that moment were none.
 */
export class GuardFunction {
  readonly #options: GuardOptions;
  readonly #waiting = new Map<number, (error: string | null) => void>();
  #worker: Worker | null = null;
  #calls = 0;

  constructor(options: GuardOptions) {
    this.#options = options;
  }

  /** Never fails: to the one who uploads it is all the same whether the function works. */
  async look(created: CreatedObject): Promise<void> {
    const { account, log } = this.#options;
    if (!created.key.startsWith(account.guard.prefix)) return;
    const event = eventOf(created, account.region);
    for (let tries = 0; tries < TRIES; tries += 1) {
      const error = await Promise.race([
        this.#invoke(event),
        sleep(TIMEOUT_MS, 'it took too long', { ref: false }),
      ]);
      if (error === null) return;
      log(`error: the guard could not look at ${JSON.stringify(created.key)}: ${error}`);
    }
    this.#giveUp(created.key);
  }

  /** Lambda sends the event to the queue as the function's role, and drops it where that role may not. */
  #giveUp(key: string): void {
    const { account, log } = this.#options;
    const { role, deadLetters } = account.guard;
    const question = { action: 'sqs:SendMessage', resource: deadLetters, principals: [], facts: new Map() };
    const maySend = evaluate(account.roles.get(role)?.policies ?? [], question) === 'allowed';
    const end = deadLetters !== null && maySend ? `is sent to ${deadLetters}` : 'is lost';
    log(`error: the event of ${JSON.stringify(key)} ${end} after ${TRIES} tries`);
  }

  async stop(): Promise<void> {
    await this.#worker?.terminate();
  }

  async #invoke(event: object): Promise<string | null> {
    const worker = (this.#worker ??= this.#start());
    const id = (this.#calls += 1);
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin
      worker.postMessage({ id, event } satisfies Invocation);
    });
  }

  #start(): Worker {
    const { account, credentials, endpoint, now, log } = this.#options;
    const issued = credentials.issue({
      role: account.guard.role,
      name: 'guard',
      tags: {},
      expires: now() + YEAR_MS,
    });
    const worker = new Worker(WORKER, {
      workerData: account.guard.code,
      stdout: true,
      env: {
        ...account.guard.environment,
        AWS_REGION: account.region,
        AWS_ENDPOINT_URL: endpoint(),
        AWS_ACCESS_KEY_ID: issued.accessKeyId,
        AWS_SECRET_ACCESS_KEY: issued.secretAccessKey,
        AWS_SESSION_TOKEN: issued.sessionToken,
      },
    });
    // What it writes is what it would write to the log of the cloud.
    createInterface({ input: worker.stdout }).on('line', (line) => {
      log(`guard: ${line}`);
    });
    worker.on('message', ({ id, error }: Outcome) => {
      this.#settle(id, error);
    });
    worker.on('error', (error) => {
      this.#end(worker, String(error));
    });
    worker.on('exit', () => {
      this.#end(worker, 'it has ended');
    });
    worker.unref();
    return worker;
  }

  /** The next upload starts a new one. */
  #end(worker: Worker, reason: string): void {
    if (this.#worker === worker) this.#worker = null;
    for (const id of this.#waiting.keys()) this.#settle(id, reason);
  }

  #settle(id: number, error: string | null): void {
    this.#waiting.get(id)?.(error);
    this.#waiting.delete(id);
  }
}

/** The keys of events are escaped like forms. */
function eventOf({ bucket, key, size, etag }: CreatedObject, awsRegion: string): object {
  const escapedKey = new URLSearchParams({ key }).toString().slice('key='.length);
  return {
    Records: [
      {
        eventVersion: '2.1',
        eventSource: 'aws:s3',
        awsRegion,
        eventName: 'ObjectCreated:Put',
        s3: {
          s3SchemaVersion: '1.0',
          bucket: { name: bucket, arn: `arn:aws:s3:::${bucket}` },
          object: { key: escapedKey, size, eTag: etag },
        },
      },
    ],
  };
}
