import { UNEXPECTED } from '../failure-texts.ts';

/**
 * - `offline`: no answer came (no network, lost connection, timeout), so the outcome of the call is unknown
 * - `ended`: the app is no longer connected, so the person must connect it again
 * - `refused`: the server refused the request and says why
 * - `server`: the server failed, or asks to wait
 */
export type CallErrorKind = 'offline' | 'ended' | 'refused' | 'server';

interface CallErrorDetails {
  readonly cause?: unknown;
  readonly status?: number;
  readonly failure?: string | null;
  readonly retryAfterS?: number | null;
}

/** The only error with which a call of an app rejects. */
export class CallError extends Error {
  readonly kind: CallErrorKind;
  /** The messages for the person, one per line. Never empty. */
  readonly messages: readonly string[];
  /** The HTTP status, or 0 without an answer. */
  readonly status: number;
  /** The code of the failure: a `FailureCode`, or an error code of OAuth. */
  readonly failure: string | null;
  /** After how many seconds to retry, if the server says so. */
  readonly retryAfterS: number | null;

  constructor(kind: CallErrorKind, messages: readonly string[], details: CallErrorDetails = {}) {
    super(messages.join(' '), { cause: details.cause });
    this.name = 'CallError';
    this.kind = kind;
    this.messages = messages;
    this.status = details.status ?? 0;
    this.failure = details.failure ?? null;
    this.retryAfterS = details.retryAfterS ?? null;
  }
}

export function offline(cause: unknown): CallError {
  return new CallError('offline', ["Couldn't reach Foldmark. Check your connection and try again."], {
    cause,
  });
}

export function ended(details: CallErrorDetails = {}): CallError {
  return new CallError('ended', ['This app is no longer connected to Foldmark. Connect it again.'], details);
}

/** The answer is not one of Foldmark: for example the page of a proxy. */
export function badAnswer(status: number, cause?: unknown): CallError {
  return new CallError('server', [UNEXPECTED], { status, cause });
}
