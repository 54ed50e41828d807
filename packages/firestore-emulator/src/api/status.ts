import type { Log } from '#firestore/log/log.ts';

/** The gRPC status codes that Firestore answers with, and their numbers. */
export const STATUS = {
  CANCELLED: 1,
  UNKNOWN: 2,
  INVALID_ARGUMENT: 3,
  DEADLINE_EXCEEDED: 4,
  NOT_FOUND: 5,
  ALREADY_EXISTS: 6,
  PERMISSION_DENIED: 7,
  RESOURCE_EXHAUSTED: 8,
  FAILED_PRECONDITION: 9,
  ABORTED: 10,
  OUT_OF_RANGE: 11,
  UNIMPLEMENTED: 12,
  INTERNAL: 13,
  UNAVAILABLE: 14,
  UNAUTHENTICATED: 16,
} as const;

export type StatusName = keyof typeof STATUS;

/** The only error class of the emulator: a status code and a message for the client. */
export class StatusError extends Error {
  readonly status: StatusName;

  constructor(status: StatusName, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StatusError';
    this.status = status;
  }

  get code(): number {
    return STATUS[this.status];
  }

  /** Adapters convert each error once. An unexpected error becomes INTERNAL and keeps its cause for the log. */
  static from(error: unknown): StatusError {
    if (error instanceof StatusError) return error;
    return new StatusError('INTERNAL', 'Internal error.', { cause: error });
  }
}

/** The error to send to the client. The details of an unexpected error go only to the log. */
export function toClientError(error: unknown, log: Log): StatusError {
  const clientError = StatusError.from(error);
  const { status, message, cause } = clientError;
  if (status === 'INTERNAL' && cause !== undefined) log.error(message, cause);
  return clientError;
}
