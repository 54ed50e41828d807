import type { Readable } from 'node:stream';

/** The parts of an HTTP request that the services use. */
export interface AwsRequest {
  /** The request id of the response. */
  readonly id: string;
  readonly method: string;
  /** The raw path, with escapes and dots, since the signature covers it. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** The headers by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** Can be read once. */
  readonly body: AsyncIterable<Uint8Array>;
}

export interface AwsAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Readable;
}

export type Handler = (request: AwsRequest) => Promise<AwsAnswer>;
