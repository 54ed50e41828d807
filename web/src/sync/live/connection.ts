import type { ApiError } from '#web/api/api-error.ts';
import { createStore, type Readable } from '#web/sync/store.ts';
import type { Timers } from '#web/sync/timers.ts';

const PROBE_MS = 10_000;
/** If a request gets no answer for this long, the connection counts as slow. */
const SLOW_MS = 4000;

/** The network status of the browser. */
export interface Network {
  readonly isOnline: () => boolean;
  readonly onChange: (listener: () => void) => () => void;
}

export interface Connection {
  readonly isOnline: Readable<boolean>;
  /** Whether a request has waited for its answer for too long. */
  readonly isSlow: Readable<boolean>;
  /** Called when a request starts to wait. Returns a function to call when the wait ends. */
  readonly waiting: () => () => void;
  /** Updates the status from the outcome of a call. Null means success. */
  readonly outcome: (error: ApiError | null) => void;
  /** Probes the server now instead of at the next interval. */
  readonly ask: () => void;
  readonly close: () => void;
}

interface ConnectionDeps {
  readonly network: Network;
  /** Sends a request to the server. Rejects if the server does not answer. */
  readonly probe: () => Promise<unknown>;
  readonly timers: Timers;
}

/**
 * Tracks whether the server can be reached, from the browser's network status and the outcomes of calls. After a failed
 * call it probes the server until it answers.
 */
export function createConnection({ network, probe, timers }: ConnectionDeps): Connection {
  const isOnline = createStore(network.isOnline());
  const slow = createStore(false);
  let slowCount = 0;
  let cancelProbe: (() => void) | undefined;
  let lastProbe = 0;
  let isClosed = false;

  function countSlow(step: 1 | -1): void {
    slowCount += step;
    slow.set(slowCount > 0);
  }

  function set(online: boolean): void {
    cancelProbe?.();
    if (isClosed) return;
    isOnline.set(online);
    if (!online) probeLater();
  }

  function probeLater(): void {
    cancelProbe = timers.after(PROBE_MS, () => void ask());
  }

  async function ask(): Promise<void> {
    lastProbe += 1;
    const own = lastProbe;
    // The next probe does not wait for one that hangs.
    cancelProbe?.();
    if (!isOnline.get() && !isClosed) probeLater();
    try {
      await probe();
      set(network.isOnline());
    } catch {
      // An earlier probe says nothing about now.
      if (own === lastProbe) set(false);
    }
  }

  const stop = network.onChange(() => {
    if (network.isOnline()) void ask();
    else set(false);
  });
  return {
    isOnline,
    isSlow: slow,
    waiting: () => {
      let isOver = false;
      const cancel = timers.after(SLOW_MS, () => {
        isOver = true;
        countSlow(1);
      });
      return () => {
        cancel();
        if (isOver) countSlow(-1);
        isOver = false;
      };
    },
    outcome: (error) => {
      if (error === null || error.code === 'refused') set(network.isOnline());
      else if (error.code === 'offline') set(false);
    },
    ask: () => void ask(),
    close: () => {
      isClosed = true;
      stop();
      cancelProbe?.();
    },
  };
}
