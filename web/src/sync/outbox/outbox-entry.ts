import type { ChangeEntry, CreatedIdEntry } from '#web/sync/outbox/read-outbox-entry.ts';

export type { ChangeEntry, CreatedIdEntry };

export type OutboxEntry = ChangeEntry | CreatedIdEntry;

export function isChange(entry: OutboxEntry): entry is ChangeEntry {
  return 'command' in entry;
}
