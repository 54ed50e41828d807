import type { Caller } from '#firestore/api/service.ts';
import type { StatusError } from '#firestore/api/status.ts';

/** A request that no call of the service has received, because its adapter refused it. */
export interface RefusedRequest {
  /** The RPC if it is known, else the HTTP verb. */
  readonly method: string;
  readonly path: string;
  /** A text that has the name of the database, if the request names one. */
  readonly resource: string;
  readonly caller: Caller;
  readonly error: StatusError;
}

export type OnRefused = (request: RefusedRequest) => void;
