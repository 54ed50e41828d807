import type { Timers } from '#web/data/timers.ts';

/** Another upload may begin with them until then. */
const MARGIN_MS = 60_000;

interface Expiring {
  readonly expiration?: Date | undefined;
}

/** Credentials that last minutes: kept until shortly before they expire, and asked for once by all who want them. */
export interface Temporary<C> {
  readonly get: () => Promise<C>;
  /** They turned out not to be taken: the next ones are asked for with `fresh`. */
  readonly refused: () => void;
}

export function temporary<C extends Expiring>(
  ask: (options: { readonly fresh: boolean }) => Promise<C>,
  timers: Pick<Timers, 'now'>,
): Temporary<C> {
  let current: Promise<C> | null = null;
  let fresh = false;

  async function renew(): Promise<C> {
    const asked = ask({ fresh });
    fresh = false;
    current = asked;
    try {
      return await asked;
    } catch (error) {
      if (current === asked) current = null;
      throw error;
    }
  }

  async function get(): Promise<C> {
    const asked = current;
    if (asked === null) return renew();
    const kept = await asked;
    if ((kept.expiration?.getTime() ?? Infinity) - MARGIN_MS > timers.now()) return kept;
    // Somebody else may have found out before us.
    return current === asked || current === null ? renew() : current;
  }

  return {
    get,
    refused: () => {
      current = null;
      fresh = true;
    },
  };
}
