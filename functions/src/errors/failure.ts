import type { FailureAnswer } from '@foldmark/contract/answers';
import { failureAnswer, type FailureCode, FAILURES } from '@foldmark/contract/failures';

interface FailureOptions extends ErrorOptions {
  readonly retryAfterS?: number;
}

/** A call has failed for a known cause, whose code is in the answer. */
export class Failure extends Error {
  readonly code: FailureCode;
  /** For status 429: the seconds to wait before a retry. */
  readonly retryAfterS: number;

  constructor(code: FailureCode, { retryAfterS = 1, ...options }: FailureOptions = {}) {
    super(FAILURES[code].primary_error, options);
    this.name = 'Failure';
    this.code = code;
    this.retryAfterS = retryAfterS;
  }
}

/** The input does not match the contract. */
export class Invalid extends Error {
  readonly errors: readonly string[];

  constructor(errors: readonly string[]) {
    super('The input is not valid.');
    this.name = 'Invalid';
    this.errors = errors;
  }
}

interface FailedAnswer {
  readonly status: number;
  readonly body: FailureAnswer;
  /** Set for a server error, which must be logged with its cause. */
  readonly serverError?: unknown;
}

/** Converts any thrown value into an answer. No other code does this. */
export function failedAnswer(thrown: unknown, requestId: string): FailedAnswer {
  if (thrown instanceof Invalid)
    return { status: 400, body: { code: 'invalid', errors: [...thrown.errors] } };
  const { status, body } = failureAnswer(thrown instanceof Failure ? thrown.code : 'unexpected');
  if (status < 500) return { status, body };
  return { status, body: { ...body, request_id: requestId }, serverError: thrown };
}
