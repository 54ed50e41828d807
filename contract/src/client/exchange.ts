import { UNEXPECTED } from '../failure-texts.ts';
import { CallError, offline } from './call-error.ts';

const TIMEOUT_MS = 30_000;
const TOO_MANY = 429;

export interface ClientDeps {
  readonly fetch: typeof globalThis.fetch;
  /** The address of the Foldmark, for example `https://foldmark.example`. */
  readonly origin: string;
}

export interface Sent {
  readonly method: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal?: AbortSignal;
}

export interface Received {
  readonly status: number;
  /** Undefined if the answer is not JSON. */
  readonly body: unknown;
  readonly retryAfterS: number | null;
}

/** Sends one request, and waits at most 30 seconds. Rejects only with a CallError. Sends no cookie, and follows no redirect. */
export async function exchange({ fetch, origin }: ClientDeps, path: string, sent: Sent): Promise<Received> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const { signal, ...request } = sent;
  try {
    const response = await fetch(`${origin}${path}`, {
      ...request,
      signal: signal === undefined ? timeout : AbortSignal.any([timeout, signal]),
      credentials: 'omit',
      cache: 'no-store',
      redirect: 'error',
    });
    const after = response.headers.get('retry-after') ?? '';
    return {
      status: response.status,
      body: jsonOf(await response.text()),
      retryAfterS: /^\d+$/.test(after) ? Number(after) : null,
    };
  } catch (thrown) {
    throw offline(thrown);
  }
}

interface Said {
  readonly failure: string | null;
  readonly messages: readonly string[];
}

/** The error of an answer without success. `said` is what its body says, if it is one of Foldmark. */
export function failed({ status, retryAfterS }: Received, said: Said | null): CallError {
  const details = { status, retryAfterS, failure: said?.failure ?? null };
  if (said === null) return new CallError('server', [UNEXPECTED], details);
  return new CallError(status >= 500 || status === TOO_MANY ? 'server' : 'refused', said.messages, details);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
