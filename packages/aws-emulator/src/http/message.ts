import type { Readable } from 'node:stream';

/** One HTTP request, as far as the services look at it. */
export interface AwsRequest {
  /** What the answer calls this request. */
  readonly id: string;
  readonly method: string;
  /** The path as it was sent, escapes and dots included: that is what a signature covers. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** By lower-case name. */
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
