import type { StatusError, StatusName } from '#firestore/api/status.ts';

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The server sends each chunk as it arrives, and requests the next one when the client has received it. */
  readonly body: string | AsyncIterable<string>;
}

/** The HTTP status of each gRPC code, from google/rpc/code.proto. */
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

/** The JSON body of an error. In REST `code` is the HTTP status, not the gRPC code. */
export function errorBody(error: StatusError, status = httpStatus(error)): object {
  return { error: { code: status, message: error.message, status: error.status } };
}

export function errorAnswer(error: StatusError, status = httpStatus(error)): HttpAnswer {
  return jsonAnswer(JSON.stringify(errorBody(error, status)), status);
}

export function jsonAnswer(body: HttpAnswer['body'], status = 200): HttpAnswer {
  return { status, headers: { 'Content-Type': 'application/json; charset=utf-8' }, body };
}
