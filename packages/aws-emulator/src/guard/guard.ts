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
  /** The URL of the emulated S3. */
  readonly endpoint: () => string;
  readonly log: (line: string) => void;
}

// The worker has the same extension as this file: .ts in the sources, .js in the bundle.
const WORKER = join(import.meta.dirname, `lambda-worker${extname(import.meta.filename)}`);
/** The template's own timeout. */
const TIMEOUT_MS = 30_000;
/** Lambda waits a minute before the second try and two before the third. */
const TRIES = 3;
const YEAR_MS = 365 * 24 * 3600 * 1000;

/**
 * Runs the template's function with S3's event and the credentials of its role, so that it accepts the same uploads as in AWS.
 * AWS calls the function shortly after it has answered the upload. The emulator answers the upload when the function is done.
 */
export class GuardFunction {
  readonly #options: GuardOptions;
  readonly #waiting = new Map<number, (error: string | null) => void>();
  #worker: Worker | null = null;
  #calls = 0;

  constructor(options: GuardOptions) {
    this.#options = options;
  }

  /** Never rejects, since a failure of the function does not affect the upload's response. */
  async check(created: CreatedObject): Promise<void> {
    const { account, log } = this.#options;
    if (!created.key.startsWith(account.guard.prefix)) return;
    const event = eventOf(created, account.region);
    for (let tries = 0; tries < TRIES; tries += 1) {
      const error = await Promise.race([this.#invoke(event), sleep(TIMEOUT_MS, 'timeout', { ref: false })]);
      if (error === null) return;
      log(`error: the guard could not check ${JSON.stringify(created.key)}: ${error}`);
    }
    this.#giveUp(created.key);
  }

  /** Lambda sends the event to the queue with the function's role, and drops it if the role lacks the permission. */
  #giveUp(key: string): void {
    const { account, log } = this.#options;
    const { role, deadLetters } = account.guard;
    const question = { action: 'sqs:SendMessage', resource: deadLetters, principals: [], facts: new Map() };
    const maySend = evaluate(account.roles.get(role)?.policies ?? [], question) === 'allowed';
    const outcome = deadLetters !== null && maySend ? `is sent to ${deadLetters}` : 'is lost';
    log(`error: the event of ${JSON.stringify(key)} ${outcome} after ${TRIES} tries`);
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
    // In AWS this output goes to CloudWatch.
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
      this.#end(worker, 'the worker has ended');
    });
    worker.unref();
    return worker;
  }

  /** Forgets the worker, so that the next upload starts a new one. */
  #end(worker: Worker, reason: string): void {
    if (this.#worker === worker) this.#worker = null;
    for (const id of this.#waiting.keys()) this.#settle(id, reason);
  }

  #settle(id: number, error: string | null): void {
    this.#waiting.get(id)?.(error);
    this.#waiting.delete(id);
  }
}

/** The event of a created object. S3 encodes its key like a form field. */
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
