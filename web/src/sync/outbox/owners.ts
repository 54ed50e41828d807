/** Which of the libraries that are open in this browser, in whatever tab, still send what they keep. */
export interface Owners {
  /** From when the answer comes until it is called, this owner counts as alive, and also no longer than its page. */
  readonly live: (owner: string) => Promise<() => void>;
  /** Null where nobody can tell. */
  readonly alive: () => Promise<ReadonlySet<string> | null>;
}

const PREFIX = 'foldmark-outbox-';

/** A lock goes with the page that holds it, however the page ends. */
export function ownersByLocks(locks: LockManager): Owners {
  return {
    live: async (owner) =>
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
  };
}

/** For pages without locks: those that are not served safely. */
export const UNKNOWN_OWNERS: Owners = {
  live: async () => () => undefined,
  alive: async () => null,
};
