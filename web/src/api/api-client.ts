import { type FailureAnswer, failureAnswerSchema } from '@foldmark/contract/answers';
import { ENDPOINTS } from '@foldmark/contract/endpoint-table';
import { type Answer, endpoint, type Input, isOpenPath, type Path } from '@foldmark/contract/endpoints';
import * as z from 'zod/mini';

import { ApiError, isFailure } from '#web/api/api-error.ts';
import {
  badAnswer,
  failedAnswer,
  invalidInput,
  isUnknownApp,
  noToken,
  toApiError,
  unauthorized,
} from '#web/api/api-failures.ts';
import type { AppTokenSource } from '#web/api/app-check.ts';
import { keepAliveBudget } from '#web/api/keep-alive.ts';
import { type LibraryChange, singleCall } from '@foldmark/library/changes/changes';

const TIMEOUT_MS = 30_000;

type Table = typeof ENDPOINTS;
export type MinimalPath = { [P in Path]: Table[P] extends { minimal: true } ? P : never }[Path];

/** The signed-in user's ID token, or null. `fresh` forces a new token. */
export type TokenSource = (options: { readonly fresh: boolean }) => Promise<string | null>;

export interface ApiClientDeps {
  /** The base url without a trailing slash, for example `/api`. */
  readonly baseUrl: string;
  readonly fetch: typeof globalThis.fetch;
  readonly token: TokenSource;
  /** Null or missing if App Check is off. */
  readonly appToken?: AppTokenSource | null;
  /** Called if the server refuses even a fresh token, so that the user must log in again. */
  readonly onLockedOut?: () => void;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** The idempotency key of a call that creates something. Without a key, such a call is not retried. */
  readonly requestKey?: string;
  /** Lets the request continue after its page closes, within the browser's size limit. */
  readonly outlivesPage?: boolean;
  /**
   * Set by a caller that repeats the call itself, so that the client sends it once: whether this attempt uses fresh tokens. A repeat
   * may be late, and only the caller knows what has changed since.
   */
  readonly isFresh?: boolean;
}

export interface ApiClient {
  /** Rejects only with an ApiError. */
  readonly call: <P extends Path>(path: P, input: Input<P>, options?: CallOptions) => Promise<Answer<P>>;
  /** Calls an endpoint that answers without a body. The feed delivers the effect. Succeeds too if the change was made before. */
  readonly callMinimal: <P extends MinimalPath>(
    path: P,
    input: Input<P>,
    options?: CallOptions,
  ) => Promise<void>;
  /** Sends a change of the library by its documented call. Returns the answer, or null if the call has none. */
  readonly sendChange: (change: LibraryChange, options?: CallOptions) => Promise<object | null>;
}

interface Sent {
  readonly path: Path;
  readonly body: string;
  readonly minimal: boolean;
  readonly options: CallOptions;
}

interface Received {
  readonly status: number;
  readonly text: string;
  readonly retryAfter: string | null;
}

export function createApiClient(deps: ApiClientDeps): ApiClient {
  const exchange = createExchange(deps);
  const call = async <P extends Path>(
    path: P,
    input: unknown,
    options: CallOptions = {},
  ): Promise<Answer<P>> => {
    const received = await exchange({ path, body: bodyOf(path, input), minimal: false, options });
    const answer = z.safeParse(endpoint(path).answer, successIn(received));
    if (!answer.success) throw badAnswer(received.status, answer.error);
    return withTimestamp(answer.data);
  };
  const callMinimal = async (path: MinimalPath, input: unknown, options: CallOptions = {}): Promise<void> => {
    const received = await exchange({ path, body: bodyOf(path, input), minimal: true, options });
    try {
      // Our server answers with JSON only, so a text comes from a proxy.
      if (typeof successIn(received) === 'string') throw badAnswer(received.status, received.text);
    } catch (thrown) {
      const { doneAlready } = endpoint(path);
      if (doneAlready === undefined || !isFailure(thrown, doneAlready)) throw thrown;
    }
  };
  return {
    call,
    callMinimal,
    sendChange: async (change, options) => {
      const single = singleCall(change);
      if (single === null) throw new Error(`Only /batch/ can carry this ${change.kind}.`);
      const { path, body } = single;
      if (!isMinimal(path)) return call(path, body, options);
      await callMinimal(path, body, options);
      return null;
    },
  };
}

/**
 * Sends requests. Unless the caller repeats the call itself, retries a lost connection once if the call is idempotent, and a
 * refused token once with a fresh one. Rejects only with an ApiError.
 */
function createExchange({ baseUrl, fetch, token, appToken, onLockedOut }: ApiClientDeps) {
  const keepAlive = keepAliveBudget();

  async function sendOnce(sent: Sent, fresh: boolean): Promise<Received> {
    const { signal, requestKey, outlivesPage = false } = sent.options;
    const timeout = AbortSignal.timeout(TIMEOUT_MS);
    const headers: Record<string, string> = { 'content-type': 'application/json' };
    if (!isOpenPath(sent.path)) headers['auth-token'] = await tokenOf(token, fresh);
    const appCheck = (await appToken?.({ fresh })) ?? null;
    if (appCheck !== null) headers['x-firebase-appcheck'] = appCheck;
    if (sent.minimal) headers['prefer'] = 'return=minimal';
    if (requestKey !== undefined && isKeyed(sent.path)) headers['idempotency-key'] = requestKey;
    return keepAlive(outlivesPage ? sent.body : null, async (keepalive) => {
      const response = await fetch(`${baseUrl}${sent.path}`, {
        method: 'POST',
        headers,
        body: sent.body,
        // The platform logs referrers, and our page urls can contain a link's url or a search.
        referrerPolicy: 'strict-origin',
        keepalive,
        signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
      });
      const retryAfter = response.headers.get('retry-after');
      return { status: response.status, text: await response.text(), retryAfter };
    });
  }

  async function sendWithRetry(sent: Sent, fresh: boolean): Promise<Received> {
    try {
      return await sendOnce(sent, fresh);
    } catch (thrown) {
      const error = toApiError(thrown, sent.options.signal);
      if (error.code !== 'offline' || !mayRepeat(sent)) throw error;
      return sendOnce(sent, fresh);
    }
  }

  return async (sent: Sent): Promise<Received> => {
    try {
      const { isFresh } = sent.options;
      const first = isFresh === undefined ? await sendWithRetry(sent, false) : await sendOnce(sent, isFresh);
      const isStale =
        first.status === 401 && (!isOpenPath(sent.path) || isUnknownApp(readFailure(parse(first.text))));
      if (!isStale || isFresh === false) return first;
      const last = isFresh === undefined ? await sendWithRetry(sent, true) : first;
      // If App Check refuses the browser, logging in again does not help.
      if (last.status === 401 && !isUnknownApp(readFailure(parse(last.text)))) onLockedOut?.();
      return last;
    } catch (thrown) {
      throw toApiError(thrown, sent.options.signal);
    }
  };
}

/** Validates an input against the contract, so that errors show without a request. */
export function inputErrors(path: Path, input: unknown): readonly string[] {
  const result = z.safeParse(ENDPOINTS[path].input, input);
  return result.success ? [] : result.error.issues.map((issue) => issue.message);
}

function isMinimal(path: Path): path is MinimalPath {
  return 'minimal' in ENDPOINTS[path];
}

function bodyOf(path: Path, input: unknown): string {
  const errors = inputErrors(path, input);
  if (errors.length > 0) throw invalidInput(errors);
  return JSON.stringify(input);
}

function isKeyed(path: Path): boolean {
  return 'keyed' in ENDPOINTS[path];
}

function mayRepeat({ path, options }: Sent): boolean {
  return endpoint(path).once !== true && (options.requestKey !== undefined || !isKeyed(path));
}

async function tokenOf(source: TokenSource, fresh: boolean): Promise<string> {
  try {
    const token = await source({ fresh });
    if (token !== null && token !== '') return token;
  } catch (thrown) {
    throw thrown instanceof ApiError ? thrown : noToken(thrown);
  }
  throw unauthorized();
}

/** The specification wants the time of receipt with each object. */
function withTimestamp<T>(data: T): T {
  return typeof data === 'object' && data !== null && !Array.isArray(data)
    ? Object.assign(data, { ts: Date.now() })
    : data;
}

/** The parsed body of a successful answer, or null if it has none. Throws for other answers. */
function successIn({ status, text, retryAfter }: Received): unknown {
  const isSuccess = status >= 200 && status < 300;
  if (isSuccess && text === '') return null;
  const body = parse(text);
  if (!isSuccess) throw failedAnswer(status, readFailure(body), retryAfter);
  return body;
}

/** Null if the body is not the API's, for example the answer of a proxy. */
function readFailure(body: unknown): FailureAnswer | null {
  const result = z.safeParse(failureAnswerSchema, body);
  return result.success ? result.data : null;
}

/** JSON, or else the text. The schema of the answer makes a Date of each ISO date. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
