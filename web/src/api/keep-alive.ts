/** Browsers limit all `keepalive` requests in flight to 64 KiB together, and reject requests above that. */
const MAX_BYTES_IN_FLIGHT = 60_000;

/** Runs a request with `keepalive` if it fits the limit. A null body means that the request must not outlive its page. */
export type KeepAlive = <T>(body: string | null, request: (keepalive: boolean) => Promise<T>) => Promise<T>;

export function keepAliveBudget(): KeepAlive {
  let inFlight = 0;
  return async (body, request) => {
    const size = body === null ? 0 : new TextEncoder().encode(body).byteLength;
    if (body === null || inFlight + size > MAX_BYTES_IN_FLIGHT) return request(false);
    inFlight += size;
    try {
      return await request(true);
    } finally {
      inFlight -= size;
    }
  };
}
