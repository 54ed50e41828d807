/** Tracks which libraries are open in any tab of this browser. An open library sends its own outbox entries. */
export interface Owners {
  /** Marks the owner as alive until the returned function is called or its page ends. */
  readonly register: (owner: string) => Promise<() => void>;
  /** Null if the browser has no way to tell. */
  readonly alive: () => Promise<ReadonlySet<string> | null>;
  /** Resolves when the owner is released or its page has ended. Never resolves if the browser has no way to tell. */
  readonly ended: (owner: string) => Promise<void>;
}

const PREFIX = 'foldmark-outbox-';

/** The browser releases a lock when its page ends, even after a crash. */
export function ownersByLocks(locks: LockManager): Owners {
  return {
    register: async (owner) =>
      new Promise((resolve, reject) => {
        locks
          .request(PREFIX + owner, async () => {
            const { promise, resolve: release } = Promise.withResolvers<void>();
            resolve(release);
            await promise;
          })
          .catch(reject);
      }),
    alive: async () => {
      const { held = [] } = await locks.query();
      return new Set(
        held.flatMap(({ name }) => (name?.startsWith(PREFIX) === true ? [name.slice(PREFIX.length)] : [])),
      );
    },
    // A shared lock, so that all waiting tabs get it at the same time.
    ended: async (owner) => locks.request(PREFIX + owner, { mode: 'shared' }, () => undefined),
  };
}

/** For insecure contexts (plain http), which have no Web Locks. */
export const UNKNOWN_OWNERS: Owners = {
  register: async () => () => undefined,
  alive: async () => null,
  ended: async () => new Promise(() => undefined),
};
