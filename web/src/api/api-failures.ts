import type { FailureAnswer } from '@foldmark/contract/answers';
import { type FailureCode, FAILURES } from '@foldmark/contract/failures';

import { ApiError, type ApiErrorCode, type ApiErrorDetails } from './api-error.ts';

const OFFLINE = "Couldn't reach the server. Check your connection and try again.";

/** Converts any error of a call. */
export function toApiError(thrown: unknown, signal?: AbortSignal): ApiError {
  if (thrown instanceof ApiError) return thrown;
  if (signal?.aborted === true) return apiError('cancelled', ['Cancelled.'], { cause: thrown });
  // fetch throws a TypeError for any network failure, AbortSignal.timeout causes a TimeoutError.
  if (thrown instanceof TypeError || nameOf(thrown) === 'TimeoutError') {
    return apiError('offline', [OFFLINE], { cause: thrown });
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
    : apiError('offline', [OFFLINE], { cause: thrown });
}

/** Status 0: no token was there to send. Status 401: the server refused it, and may accept a fresh one. */
export function unauthorized(cause?: unknown, status = 0): ApiError {
  return apiError('unauthorized', [FAILURES.notSignedIn.primary_error], { status, cause });
}

/** An input that does not match the contract. No request was sent. */
export function invalidInput(errors: readonly string[]): ApiError {
  return apiError('refused', errors, { status: 400 });
}

export function badAnswer(status: number, cause?: unknown): ApiError {
  return apiError('bad-answer', [FAILURES.unexpected.primary_error], { status, cause });
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
  const isUnknownApp = failureOf(status, messages ?? []) === 'unknownApp';
  if (status === 401 && !isUnknownApp) return unauthorized(undefined, status);
  if (status >= 500) {
    const requestId = answer?.request_id;
    return apiError('server', messages ?? [FAILURES.unexpected.primary_error], { status, requestId });
  }
  if (messages === null) return badAnswer(status);
  const retryAfterS = /^\d+$/.test(retryAfter ?? '') ? Number(retryAfter) : null;
  return apiError('refused', messages, { status, retryAfterS });
}

function apiError(code: ApiErrorCode, messages: readonly string[], details: ApiErrorDetails = {}): ApiError {
  return new ApiError(code, messages, { ...details, failure: failureOf(details.status ?? 0, messages) });
}

/** Answers do not contain the failure's code. It is found by the text, which is unique for each code. */
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
