import type { Kept } from '#web/sync/outbox/kept.ts';
import type { OutboxStore } from '#web/sync/outbox/outbox.ts';
import type { Owners } from '#web/sync/outbox/owners.ts';

/** What a browser keeps when its pages go, and which of them are still there. */
export class MemoryOutbox implements OutboxStore, Owners {
  readonly kept = new Map<string, Kept>();
  readonly owners = new Set<string>();

  readonly write: OutboxStore['write'] = async (puts, deleted) => {
    for (const kept of puts) this.kept.set(kept.request, structuredClone(kept));
    for (const request of deleted) this.kept.delete(request);
  };

  /** In the order of the keys, as IndexedDB has them. */
  readonly list: OutboxStore['list'] = async () =>
    [...this.kept.values()].toSorted((one, other) => (one.request < other.request ? -1 : 1));

  readonly give: OutboxStore['give'] = async (wanted, owner) => {
    const given = wanted
      .filter(({ request, owner: before }) => this.kept.get(request)?.owner === before)
      .map((kept) => ({ ...kept, owner }));
    for (const kept of given) this.kept.set(kept.request, kept);
    return given;
  };

  readonly live: Owners['live'] = async (owner) => {
    this.owners.add(owner);
    return () => this.owners.delete(owner);
  };

  readonly alive: Owners['alive'] = async () => this.owners;
}
