import type { FailureCode } from '@foldmark/contract/failures';

/**
 * - `offline`: no answer came (no network, lost connection, too slow); whether the call was done is not known
 * - `unauthorized`: nobody is signed in any more
 * - `refused`: the server says what is wrong with the request
 * - `server`: the server failed; `requestId` finds its log line
 * - `bad-answer`: an answer came that the contract does not know
 * - `cancelled`: the caller took the call back
 */
export type ApiErrorCode = 'offline' | 'unauthorized' | 'refused' | 'server' | 'bad-answer' | 'cancelled';

export interface ApiErrorDetails {
  readonly status?: number;
  readonly requestId?: string | undefined;
  readonly cause?: unknown;
  readonly failure?: FailureCode | null;
  readonly retryAfterS?: number | null;
}

/**
 * The only error that a call of the API fails with. What makes one is in api-failures.ts, with the texts of all failures: the
 * landing page only asks what an error is.
 */
export class ApiError extends Error {
  readonly code: ApiErrorCode;
  /** What to show to the person, one entry per line. Never empty. */
  readonly messages: readonly string[];
  /** The HTTP status, or 0 where no answer came. */
  readonly status: number;
  readonly requestId: string | undefined;
  /** Which failure of the contract it is, where it is one. */
  readonly failure: FailureCode | null;
  /** After how many seconds the server takes the call, where it says so: it does with status 429. */
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
}
