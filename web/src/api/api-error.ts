import type { FailureCode } from '@foldmark/contract/failures';

/**
 * - `offline`: no answer came (no network, lost connection, timeout); the outcome of the call is unknown
 * - `unauthorized`: the user is signed out
 * - `refused`: the server refused the request and says why
 * - `server`: the server failed; `requestId` finds its log line
 * - `bad-answer`: the answer does not match the contract
 * - `cancelled`: the caller aborted the call
 */
export type ApiErrorCode = 'offline' | 'unauthorized' | 'refused' | 'server' | 'bad-answer' | 'cancelled';

export interface ApiErrorDetails {
  readonly status?: number;
  readonly requestId?: string | undefined;
  readonly cause?: unknown;
  readonly failure?: string | undefined;
  readonly retryAfterS?: number | null;
}

/**
 * The only error with which an API call rejects. The functions that create it are in api-failures.ts with the texts of all
 * failures, because the landing page needs only this class.
 */
export class ApiError extends Error {
  readonly code: ApiErrorCode;
  /** The messages for the user, one per line. Never empty. */
  readonly messages: readonly string[];
  /** The HTTP status, or 0 without an answer. */
  readonly status: number;
  readonly requestId: string | undefined;
  /** The code of the failure, if the answer had one. */
  readonly failure: string | null;
  /** After how many seconds to retry. Set if the server says so, as with status 429. */
  readonly retryAfterS: number | null;

  constructor(code: ApiErrorCode, messages: readonly string[], details: ApiErrorDetails = {}) {
    super(messages.join(' '), { cause: details.cause });
    this.name = 'ApiError';
    this.code = code;
    this.messages = messages;
    this.status = details.status ?? 0;
    this.requestId = details.requestId;
    this.failure = details.failure ?? null;
    this.retryAfterS = details.retryAfterS ?? null;
  }

  /** Whether the server gave this failure as the cause. */
  is(failure: FailureCode): boolean {
    return this.failure === failure;
  }
}

/** Whether a call has failed with this cause. */
export function isFailure(error: unknown, failure: FailureCode): boolean {
  return error instanceof ApiError && error.is(failure);
}
