import type { FailureAnswer } from '@foldmark/contract/answers';
import { FAILURES, type FailureCode } from '@foldmark/contract/failures';

interface FailureOptions extends ErrorOptions {
  readonly retryAfterS?: number;
}

/** A call that can't be done, for one cause that the caller is told. */
export class Failure extends Error {
  readonly code: FailureCode;
  /** With status 429: after how many seconds a script may try again. */
  readonly retryAfterS: number;

  constructor(code: FailureCode, { retryAfterS = 1, ...options }: FailureOptions = {}) {
    super(FAILURES[code].primary_error, options);
    this.name = 'Failure';
    this.code = code;
    this.retryAfterS = retryAfterS;
  }
}

/** Input that the contract does not accept. */
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
  /** Set when it is not the caller's doing, so that it must reach the log with its cause. */
  readonly unforeseen?: unknown;
}

/** The one place that turns what was thrown into an answer. */
export function failedAnswer(thrown: unknown, requestId: string): FailedAnswer {
  if (thrown instanceof Invalid) return { status: 400, body: { errors: [...thrown.errors] } };
  const { status, primary_error } = FAILURES[thrown instanceof Failure ? thrown.code : 'unexpected'];
  if (status < 500) return { status, body: { primary_error } };
  return { status, body: { primary_error, request_id: requestId }, unforeseen: thrown };
}
