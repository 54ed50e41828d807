import { type FailureAnswer, failureAnswerSchema } from '@foldmark/contract/answers';
import { FAILURES } from '@foldmark/contract/failures';
import * as z from 'zod/mini';

/**
 * - `offline`: no answer came (no network, lost connection, too slow); whether the call was done is not known
 * - `unauthorized`: nobody is signed in any more
 * - `refused`: the server says what is wrong with the request
 * - `server`: the server failed; `requestId` finds its log line
 * - `bad-answer`: an answer came that the contract does not know
 * - `cancelled`: the caller took the call back
 */
export type ApiErrorCode = 'offline' | 'unauthorized' | 'refused' | 'server' | 'bad-answer' | 'cancelled';

const OFFLINE = 'The server could not be reached. Please check your connection and try again.';

interface Details {
  readonly status?: number;
  readonly requestId?: string | undefined;
  readonly cause?: unknown;
}

export class ApiError extends Error {
  readonly code: ApiErrorCode;
  /** What to show to the person, one entry per line. Never empty. */
  readonly messages: readonly string[];
  /** The HTTP status, or 0 where no answer came. */
  readonly status: number;
  readonly requestId: string | undefined;

  constructor(code: ApiErrorCode, messages: readonly string[], details: Details = {}) {
    super(messages.join(' '), { cause: details.cause });
    this.name = 'ApiError';
    this.code = code;
    this.messages = messages;
    this.status = details.status ?? 0;
    this.requestId = details.requestId;
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

/** From an answer that is not a success. Whatever stands between us and the API may answer without a JSON body. */
export function failedAnswer(status: number, body: unknown): ApiError {
  const parsed = z.safeParse(failureAnswerSchema, body);
  const answer: FailureAnswer = parsed.success ? parsed.data : {};
  const messages = messagesOf(answer);
  if (status === 401) return unauthorized();
  if (status >= 500) {
    return new ApiError('server', messages ?? [FAILURES.unexpected.primary_error], {
      status,
      requestId: answer.request_id,
    });
  }
  return messages === null ? badAnswer(status, body) : new ApiError('refused', messages, { status });
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
