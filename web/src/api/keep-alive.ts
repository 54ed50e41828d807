/** Browsers let requests of 64 KiB together go on without their page, and refuse to send what is more. */
const AT_ONCE_BYTES = 60_000;

/** Runs a request, and says whether it may go on without its page. A null body is one that need not. */
export type KeepAlive = <T>(body: string | null, request: (keepalive: boolean) => Promise<T>) => Promise<T>;

export function keepAliveBudget(): KeepAlive {
  let inFlight = 0;
  return async (body, request) => {
    const size = body === null ? 0 : new TextEncoder().encode(body).byteLength;
    if (body === null || inFlight + size > AT_ONCE_BYTES) return request(false);
    inFlight += size;
    try {
      return await request(true);
    } finally {
      inFlight -= size;
    }
  };
}
