import type { FailureAnswer } from '@foldmark/contract/answers';
import { type FailureCode, FAILURES } from '@foldmark/contract/failures';

/**
 * - `offline`: no answer came (no network, lost connection, too slow); whether the call was done is not known
 * - `unauthorized`: nobody is signed in any more
 * - `refused`: the server says what is wrong with the request
 * - `server`: the server failed; `requestId` finds its log line
 * - `bad-answer`: an answer came that the contract does not know
 * - `cancelled`: the caller took the call back
 */
export type ApiErrorCode = 'offline' | 'unauthorized' | 'refused' | 'server' | 'bad-answer' | 'cancelled';

const OFFLINE = "Couldn't reach the server. Check your connection and try again.";

interface Details {
  readonly status?: number;
  readonly requestId?: string | undefined;
  readonly cause?: unknown;
}

/** The only error that a call of the API fails with. Knows no schema, so that every page can afford it. */
export class ApiError extends Error {
  readonly code: ApiErrorCode;
  /** What to show to the person, one entry per line. Never empty. */
  readonly messages: readonly string[];
  /** The HTTP status, or 0 where no answer came. */
  readonly status: number;
  readonly requestId: string | undefined;
  /** Which failure of the contract it is, where it is one. */
  readonly failure: FailureCode | null;

  constructor(code: ApiErrorCode, messages: readonly string[], details: Details = {}) {
    super(messages.join(' '), { cause: details.cause });
    this.name = 'ApiError';
    this.code = code;
    this.messages = messages;
    this.status = details.status ?? 0;
    this.requestId = details.requestId;
    this.failure = failureOf(this.status, messages);
  }
}

/** From whatever was thrown while a call was under way. */
export function toApiError(thrown: unknown, signal?: AbortSignal): ApiError {
  if (thrown instanceof ApiError) return thrown;
  if (signal?.aborted === true) return new ApiError('cancelled', ['Cancelled.'], { cause: thrown });
  // fetch says TypeError for any failure of the network, AbortSignal.timeout says TimeoutError.
  if (thrown instanceof TypeError || nameOf(thrown) === 'TimeoutError') {
    return new ApiError('offline', [OFFLINE], { cause: thrown });
  }
  return badAnswer(0, thrown);
}

/** The sign-in has no token for us: for want of a network, or because it is over. */
export function noToken(thrown: unknown): ApiError {
  return codeOf(thrown) === 'auth/network-request-failed'
    ? new ApiError('offline', [OFFLINE], { cause: thrown })
    : unauthorized(thrown);
}

export function unauthorized(cause?: unknown): ApiError {
  return new ApiError('unauthorized', [FAILURES.notSignedIn.primary_error], { status: 401, cause });
}

/** Input that the contract refuses, found before anything was sent. */
export function invalidInput(errors: readonly string[]): ApiError {
  return new ApiError('refused', errors, { status: 400 });
}

export function badAnswer(status: number, cause?: unknown): ApiError {
  return new ApiError('bad-answer', [FAILURES.unexpected.primary_error], { status, cause });
}

/** From an answer that is not a success: `primary_error` if there is one, else each of `errors`. */
export function failedAnswer(status: number, answer: FailureAnswer | null): ApiError {
  const messages = answer === null ? null : messagesOf(answer);
  const isUnknownApp = failureOf(status, messages ?? []) === 'unknownApp';
  if (status === 401 && !isUnknownApp) return unauthorized();
  if (status >= 500) {
    const requestId = answer?.request_id;
    return new ApiError('server', messages ?? [FAILURES.unexpected.primary_error], { status, requestId });
  }
  return messages === null ? badAnswer(status) : new ApiError('refused', messages, { status });
}

/** The codes do not travel, but every cause has a text of its own. */
function failureOf(status: number, messages: readonly string[]): FailureCode | null {
  for (const code of Object.keys(FAILURES)) {
    if (!isFailureCode(code) || FAILURES[code].status !== status) continue;
    if (messages.length === 1 && messages[0] === FAILURES[code].primary_error) return code;
  }
  return null;
}

function isFailureCode(code: string): code is FailureCode {
  return Object.hasOwn(FAILURES, code);
}

function messagesOf({ primary_error, errors }: FailureAnswer): readonly string[] | null {
  if (primary_error !== undefined) return [primary_error];
  return errors === undefined || errors.length === 0 ? null : errors;
}

function codeOf(thrown: unknown): unknown {
  return thrown instanceof Error && 'code' in thrown ? thrown.code : undefined;
}

function nameOf(thrown: unknown): unknown {
  return typeof thrown === 'object' && thrown !== null && 'name' in thrown ? thrown.name : undefined;
}
