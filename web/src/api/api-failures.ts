import type { FailureAnswer } from '@foldmark/contract/answers';
import { PLEASE_LOG_IN, UNEXPECTED } from '@foldmark/contract/failure-texts';
import type { FailureCode } from '@foldmark/contract/failures';

import { ApiError } from './api-error.ts';

const OFFLINE = "Couldn't reach the server. Check your connection and try again.";

/** Converts any error of a call. */
export function toApiError(thrown: unknown, signal?: AbortSignal): ApiError {
  if (thrown instanceof ApiError) return thrown;
  if (signal?.aborted === true) return new ApiError('cancelled', ['Cancelled.'], { cause: thrown });
  // fetch throws a TypeError for any network failure, AbortSignal.timeout causes a TimeoutError.
  if (thrown instanceof TypeError || nameOf(thrown) === 'TimeoutError') {
    return new ApiError('offline', [OFFLINE], { cause: thrown });
  }
  return badAnswer(0, thrown);
}

/** The errors of the identity provider after which no retry gets a token. */
const SESSION_ENDS: ReadonlySet<unknown> = new Set([
  'auth/user-token-expired',
  'auth/user-disabled',
  'auth/user-not-found',
  'auth/invalid-user-token',
  'auth/invalid-refresh-token',
  'auth/missing-refresh-token',
]);

/** The identity provider returned no token: the session has ended, or its server can't answer now. */
export function noToken(thrown: unknown): ApiError {
  return SESSION_ENDS.has(codeOf(thrown))
    ? unauthorized(thrown)
    : new ApiError('offline', [OFFLINE], { cause: thrown });
}

/** Status 0: no token was there to send. Status 401: the server refused it, and may accept a fresh one. */
export function unauthorized(cause?: unknown, status = 0): ApiError {
  return new ApiError('unauthorized', [PLEASE_LOG_IN], { status, cause });
}

/** An input that does not match the contract. No request was sent. */
export function invalidInput(errors: readonly string[]): ApiError {
  return new ApiError('refused', errors, { status: 400 });
}

export function badAnswer(status: number, cause?: unknown): ApiError {
  return new ApiError('bad-answer', [UNEXPECTED], { status, cause });
}

/**
 * Converts an error answer. The messages are its `primary_error` if it has one, else its `errors`. `retryAfter` is the header,
 * which our server always sends in seconds.
 */
export function failedAnswer(
  status: number,
  answer: FailureAnswer | null,
  retryAfter: string | null = null,
): ApiError {
  const messages = answer === null ? null : messagesOf(answer);
  const failure = answer?.code;
  if (status === 401 && !isUnknownApp(answer)) return unauthorized(undefined, status);
  if (status >= 500) {
    const requestId = answer?.request_id;
    return new ApiError('server', messages ?? [UNEXPECTED], { status, requestId, failure });
  }
  if (messages === null) return badAnswer(status);
  const retryAfterS = /^\d+$/.test(retryAfter ?? '') ? Number(retryAfter) : null;
  return new ApiError('refused', messages, { status, retryAfterS, failure });
}

/** Whether App Check refused the browser. A fresh ID token would not help. */
export function isUnknownApp(answer: FailureAnswer | null): boolean {
  return answer?.code === ('unknownApp' satisfies FailureCode);
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
