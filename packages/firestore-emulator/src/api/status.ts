import type { Log } from '#firestore/log/log.ts';

/** The gRPC status codes that Firestore answers with; the numbers are the wire's. */
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

/** The one error class of the emulator: everything refused carries a code and a message meant for the caller. */
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

  /** Made once, at the edge: a defect of ours becomes INTERNAL and keeps its cause for the log. */
  static from(error: unknown): StatusError {
    if (error instanceof StatusError) return error;
    return new StatusError('INTERNAL', 'Internal error.', { cause: error });
  }
}

/** What the caller is told of an error. A defect of ours is told without its details; those are for the log. */
export function refusalOf(error: unknown, log: Log): StatusError {
  const refused = StatusError.from(error);
  if (refused.status === 'INTERNAL' && refused.cause !== undefined) log.error(refused.message, refused.cause);
  return refused;
}
