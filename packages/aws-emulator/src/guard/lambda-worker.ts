/**
 * Emulates Lambda for a Node function: loads the code once and calls its handler with each event. It runs in a worker that has
 * only the function's environment variables, so that the function's SDK finds the credentials of its role.
 */
import { createRequire } from 'node:module';
import { compileFunction } from 'node:vm';
import { parentPort, workerData } from 'node:worker_threads';

export interface Invocation {
  readonly id: number;
  readonly event: object;
}

export interface Outcome {
  readonly id: number;
  /** Null if the handler succeeded. */
  readonly error: string | null;
}

type LambdaHandler = (event: object) => Promise<unknown>;

const port = parentPort;
const code: unknown = workerData;
if (port === null || typeof code !== 'string') throw new Error('This file must run in a worker.');
const handler = load(code);
port.on('message', ({ id, event }: Invocation) => {
  void invoke(id, event);
});

async function invoke(id: number, event: object): Promise<void> {
  let error: string | null = null;
  try {
    await handler(event);
  } catch (cause) {
    error = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
  }
  port?.postMessage({ id, error } satisfies Outcome);
}

function load(source: string): LambdaHandler {
  const loaded: { exports: { handler?: LambdaHandler } } = { exports: {} };
  const run = compileFunction(source, ['require', 'module', 'exports'], { filename: 'index.js' });
  run(createRequire(import.meta.url), loaded, loaded.exports);
  const found = loaded.exports.handler;
  if (found === undefined) throw new Error('The function exports no handler.');
  return found;
}
