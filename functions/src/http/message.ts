/** A request, independent of the HTTP server. */
export interface ApiRequest {
  readonly method: string;
  /** The path without the query. */
  readonly path: string;
  /** The path with the query, as it was sent. */
  readonly url: string;
  header(name: string): string | undefined;
  /** The raw bytes. Undefined if the platform could not read them. */
  readonly body: Uint8Array | undefined;
}

export interface ApiAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON text, or null for an answer without a body. */
  readonly body: string | null;
}
