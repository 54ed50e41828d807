import type { ApiError } from '#web/api/api-error.ts';
import { createStore, type Readable } from '#web/sync/store.ts';
import type { Timers } from '#web/sync/timers.ts';

const PROBE_MS = 10_000;

/** What the browser says of the network. */
export interface Network {
  readonly isOnline: () => boolean;
  readonly onChange: (listener: () => void) => () => void;
}

export interface Connection {
  readonly isOnline: Readable<boolean>;
  /** Takes over how a call went; null for well. */
  readonly outcome: (error: ApiError | null) => void;
  /** Asks the server now, and not when its time has come. */
  readonly ask: () => void;
  readonly close: () => void;
}

interface ConnectionParts {
  readonly network: Network;
  /** Asks the server for a sign of life. */
  readonly probe: () => Promise<unknown>;
  readonly timers: Timers;
}

/**
 * Whether the server can be reached: as the browser says, and as the calls show. Where they failed, it is asked from time
 * to time until it answers.
 */
export function createConnection({ network, probe, timers }: ConnectionParts): Connection {
  const isOnline = createStore(network.isOnline());
  let cancelProbe: (() => void) | undefined;
  let isClosed = false;

  function set(online: boolean): void {
    cancelProbe?.();
    if (isClosed) return;
    isOnline.set(online);
    if (!online) cancelProbe = timers.after(PROBE_MS, () => void ask());
  }

  async function ask(): Promise<void> {
    try {
      await probe();
      set(network.isOnline());
    } catch {
      set(false);
    }
  }

  const stop = network.onChange(() => {
    if (network.isOnline()) void ask();
    else set(false);
  });
  return {
    isOnline,
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
