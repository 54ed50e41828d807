import type { OutboxEntry } from '#web/sync/changes/outbox/outbox-entry.ts';
import type { OutboxStore } from '#web/sync/changes/outbox/outbox.ts';
import { createStore } from '#web/sync/store.ts';
import type { Owners } from '#web/sync/changes/outbox/owners.ts';

/** The outbox store of a browser, which its pages share, with the registry of the open pages. */
export class MemoryOutbox implements OutboxStore, Owners {
  readonly canStore = createStore(true);
  readonly entries = new Map<string, OutboxEntry>();
  readonly owners = new Set<string>();
  /** The changes of every gesture that was ever stored, by request. */
  readonly written = new Map<string, string>();
  #waiting: { readonly owner: string; readonly resolve: () => void }[] = [];

  readonly write: OutboxStore['write'] = async (puts, deleted) => {
    for (const entry of puts) {
      this.entries.set(entry.request, structuredClone(entry));
      if ('changes' in entry && !this.written.has(entry.request))
        this.written.set(entry.request, entry.changes);
    }
    for (const request of deleted) this.entries.delete(request);
  };

  /** Sorted by key, as in IndexedDB. */
  readonly list: OutboxStore['list'] = async () =>
    [...this.entries.values()].toSorted((one, other) => (one.request < other.request ? -1 : 1));

  readonly reassign: OutboxStore['reassign'] = async (entries, owner) => {
    const reassigned = entries
      .filter(({ request, owner: before }) => this.entries.get(request)?.owner === before)
      .map((entry) => ({ ...entry, owner }));
    for (const entry of reassigned) this.entries.set(entry.request, entry);
    return reassigned;
  };

  readonly register: Owners['register'] = async (owner) => {
    this.owners.add(owner);
    return () => {
      this.end(owner);
    };
  };

  readonly alive: Owners['alive'] = async () => this.owners;

  readonly ended: Owners['ended'] = async (owner) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.push({ owner, resolve });
    return promise;
  };

  /** Called when the page of this owner ends. */
  end(owner: string): void {
    this.owners.delete(owner);
    for (const waiting of this.#waiting.filter((one) => one.owner === owner)) waiting.resolve();
    this.#waiting = this.#waiting.filter((one) => one.owner !== owner);
  }
}
