import type { FailureAnswer } from '@foldmark/contract/answers';
import { type FailureCode, FAILURES } from '@foldmark/contract/failures';

import { ApiError, type ApiErrorCode, type ApiErrorDetails } from './api-error.ts';

const OFFLINE = "Couldn't reach the server. Check your connection and try again.";

/** From whatever was thrown while a call was under way. */
export function toApiError(thrown: unknown, signal?: AbortSignal): ApiError {
  if (thrown instanceof ApiError) return thrown;
  if (signal?.aborted === true) return apiError('cancelled', ['Cancelled.'], { cause: thrown });
  // fetch says TypeError for any failure of the network, AbortSignal.timeout says TimeoutError.
  if (thrown instanceof TypeError || nameOf(thrown) === 'TimeoutError') {
    return apiError('offline', [OFFLINE], { cause: thrown });
  }
  return badAnswer(0, thrown);
}

/** The sign-in has no token for us: for want of a network, or because it is over. */
export function noToken(thrown: unknown): ApiError {
  return codeOf(thrown) === 'auth/network-request-failed'
    ? apiError('offline', [OFFLINE], { cause: thrown })
    : unauthorized(thrown);
}

export function unauthorized(cause?: unknown): ApiError {
  return apiError('unauthorized', [FAILURES.notSignedIn.primary_error], { status: 401, cause });
}

/** Input that the contract refuses, found before anything was sent. */
export function invalidInput(errors: readonly string[]): ApiError {
  return apiError('refused', errors, { status: 400 });
}

export function badAnswer(status: number, cause?: unknown): ApiError {
  return apiError('bad-answer', [FAILURES.unexpected.primary_error], { status, cause });
}

/**
 * From an answer that is not a success: `primary_error` if there is one, else each of `errors`. `retryAfter` is the header, of
 * which our server sends seconds only.
 */
export function failedAnswer(
  status: number,
  answer: FailureAnswer | null,
  retryAfter: string | null = null,
): ApiError {
  const messages = answer === null ? null : messagesOf(answer);
  const isUnknownApp = failureOf(status, messages ?? []) === 'unknownApp';
  if (status === 401 && !isUnknownApp) return unauthorized();
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
