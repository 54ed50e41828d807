import type { StatusError, StatusName } from '#firestore/api/status.ts';

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Pieces are sent as they come, the next one asked for when the client has taken the last. */
  readonly body: string | AsyncIterable<string>;
}

/** google.rpc.Code to HTTP, as google/rpc/code.proto writes it down. */
const HTTP_STATUS: Record<StatusName, number> = {
  CANCELLED: 499,
  UNKNOWN: 500,
  INVALID_ARGUMENT: 400,
  DEADLINE_EXCEEDED: 504,
  NOT_FOUND: 404,
  ALREADY_EXISTS: 409,
  PERMISSION_DENIED: 403,
  RESOURCE_EXHAUSTED: 429,
  FAILED_PRECONDITION: 400,
  ABORTED: 409,
  OUT_OF_RANGE: 400,
  UNIMPLEMENTED: 501,
  INTERNAL: 500,
  UNAVAILABLE: 503,
  UNAUTHENTICATED: 401,
};

export function httpStatus(error: StatusError): number {
  return HTTP_STATUS[error.status];
}

/** An error as REST answers it: `code` is the HTTP status there. */
export function errorBody(error: StatusError, status = httpStatus(error)): object {
  return { error: { code: status, message: error.message, status: error.status } };
}

export function errorAnswer(error: StatusError, status = httpStatus(error)): HttpAnswer {
  return jsonAnswer(JSON.stringify(errorBody(error, status)), status);
}

export function jsonAnswer(body: HttpAnswer['body'], status = 200): HttpAnswer {
  return { status, headers: { 'Content-Type': 'application/json; charset=utf-8' }, body };
}
