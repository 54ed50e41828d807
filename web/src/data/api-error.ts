import { FAILURES, type FailureCode } from '@foldmark/contract/failures';

/** What the server can say, and what can go wrong on the way to it. */
export type ApiErrorCode = FailureCode | 'validation' | 'offline' | 'badAnswer';

const OFFLINE = 'Foldmark cannot be reached. Check your connection and try again.';

/** The only error that a call of the API fails with. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ApiErrorCode;
  /** What to show to the person, never empty. */
  readonly messages: readonly [string, ...string[]];

  private constructor(code: ApiErrorCode, messages: readonly [string, ...string[]], cause?: unknown) {
    super(messages.join(' '), cause === undefined ? undefined : { cause });
    this.code = code;
    this.messages = messages;
  }

  static offline(cause: unknown): ApiError {
    return new ApiError('offline', [OFFLINE], cause);
  }

  static badAnswer(cause: unknown): ApiError {
    return new ApiError('badAnswer', [FAILURES.unexpected.primary_error], cause);
  }

  /** From the body of an answer that is not a success: `primary_error` if there is one, else each of `errors`. */
  static refused({
    primary_error,
    errors,
  }: {
    primary_error?: string | undefined;
    errors?: string[] | undefined;
  }) {
    if (primary_error !== undefined) return new ApiError(codeOf(primary_error), [primary_error]);
    const [first = FAILURES.unexpected.primary_error, ...rest] = errors ?? [];
    return new ApiError('validation', [first, ...rest]);
  }
}

/** The codes do not travel: every cause has a text of its own in the contract. */
function codeOf(text: string): ApiErrorCode {
  const codes = Object.entries(FAILURES)
    .filter(([, failure]) => failure.primary_error === text)
    .map(([code]) => code);
  return codes.find(isFailureCode) ?? 'unexpected';
}

function isFailureCode(code: string): code is FailureCode {
  return Object.hasOwn(FAILURES, code);
}
