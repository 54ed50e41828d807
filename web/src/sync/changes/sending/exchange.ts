import type { ApiError } from '#web/api/api-error.ts';
import { toApiError } from '#web/api/api-failures.ts';
import type { SendOptions } from '#web/sync/changes/sending/sending.ts';
import type { Readable } from '#web/sync/store.ts';
import { pause, type Timers } from '#web/sync/timers.ts';

const FIRST_BACKOFF_MS = 1000;
const LAST_BACKOFF_MS = 60_000;

export interface ExchangeDeps {
  readonly timers: Timers;
  readonly signal: AbortSignal;
  readonly isOnline: Readable<boolean>;
  readonly onOutcome: (error: ApiError | null) => void;
  /** Called when a request is sent. Returns a function to call when the request ends. */
  readonly onWait?: () => () => void;
}

export interface Exchange<A> {
  readonly requestKey: string;
  readonly send: (options: SendOptions) => Promise<A>;
  /** Whether a dialog waits for the answer. Then a server error ends the exchange. */
  readonly isAwaited: () => boolean;
  /** Whether the request must no longer be sent. */
  readonly isWithdrawn?: () => boolean;
  /** Called when the request has to wait for the network (null), or for the server. */
  readonly kept: (error: ApiError | null) => void;
  /** Called at the start and the end of a pause after a server error. */
  readonly onPause: (isPausing: boolean) => void;
  readonly onUnauthorized: () => void;
  /** Whether the server fails because of this request, given the number of failures. Then the exchange ends with `Stuck`. */
  readonly isStuck?: (failures: number) => Promise<boolean>;
}

/** The server can't make a change and gives no reason. */
export class Stuck extends Error {
  readonly error: ApiError;

  constructor(error: ApiError) {
    super(error.message, { cause: error });
    this.error = error;
  }
}

/**
 * Sends a request until the server answers. Rejects only if the server refuses the request or is stuck on it, or if the library
 * closes. Changes are retried only here: the API client sends each call once.
 */
export async function exchange<A>(deps: ExchangeDeps, request: Exchange<A>): Promise<A> {
  const { signal, isOnline, onOutcome } = deps;
  const options = { signal, requestKey: request.requestKey, outlivesPage: true };
  let isFresh = false;
  let serverFailures = 0;
  for (let failures = 0; ; failures += 1) {
    if (!isOnline.get()) {
      request.kept(null);
      await untilOnline(isOnline, signal);
    }
    if (signal.aborted || request.isWithdrawn?.() === true) throw toApiError(signal.reason, signal);
    const onEnd = deps.onWait?.();
    try {
      const answer = await request.send({ ...options, isFresh }).finally(onEnd);
      onOutcome(null);
      return answer;
    } catch (thrown) {
      const error = toApiError(thrown, signal);
      isFresh = error.status === 401 && !isFresh;
      if (isFresh) continue;
      // The end of a session closes the library, perhaps before this answer arrives.
      if (error.code === 'unauthorized') request.kept(error);
      if (signal.aborted) throw error;
      onOutcome(error);
      if (error.code === 'server' || error.code === 'bad-answer') serverFailures += 1;
      await waitAfter(error, { failures, serverFailures }, deps, request);
    }
  }
}

/** Waits until the request can be sent again. Throws the error if a retry does not help. */
async function waitAfter(
  error: ApiError,
  { failures, serverFailures }: { readonly failures: number; readonly serverFailures: number },
  { timers, signal, isOnline }: ExchangeDeps,
  {
    isAwaited,
    kept,
    onPause,
    onUnauthorized,
    isStuck,
  }: Pick<Exchange<unknown>, 'isAwaited' | 'kept' | 'onPause' | 'onUnauthorized' | 'isStuck'>,
): Promise<void> {
  if (error.code === 'offline') {
    kept(error);
    if (isOnline.get()) await pause(timers, backoffOf(failures), signal);
    return;
  }
  if (error.code === 'unauthorized') {
    onUnauthorized();
    // The request stays in the outbox, and the user's next library sends it.
    await new Promise<void>((resolve) => {
      signal.addEventListener('abort', () => {
        resolve();
      });
    });
    return;
  }
  const isRefusal = error.code === 'refused' && error.status !== 429;
  if (isRefusal || isAwaited()) throw error;
  kept(error);
  onPause(true);
  const isEnd = serverFailures > 0 && (await isStuck?.(serverFailures)) === true;
  const retryAfter = error.retryAfterS === null ? backoffOf(failures) : error.retryAfterS * 1000;
  if (!isEnd) await pause(timers, retryAfter, signal);
  onPause(false);
  if (isEnd) throw new Stuck(error);
}

function backoffOf(failures: number): number {
  return Math.min(FIRST_BACKOFF_MS * 4 ** failures, LAST_BACKOFF_MS);
}

async function untilOnline(isOnline: Readable<boolean>, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const check = (): void => {
      if (!isOnline.get() && !signal.aborted) return;
      stop();
      signal.removeEventListener('abort', check);
      resolve();
    };
    const stop = isOnline.subscribe(check);
    signal.addEventListener('abort', check);
    check();
  });
}
