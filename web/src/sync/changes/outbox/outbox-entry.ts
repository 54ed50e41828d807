import type { LibraryChange } from '@foldmark/library/changes/changes';

import type { CreatedIdEntry, StoredGesture } from '#web/sync/changes/outbox/read-outbox-entry.ts';

export type { CreatedIdEntry, StoredGesture };

/** The changes of one gesture of the user. */
export interface Gesture extends Omit<StoredGesture, 'changes' | 'owner' | 'size'> {
  readonly changes: readonly LibraryChange[];
}

export type OutboxEntry = StoredGesture | CreatedIdEntry;

export function isGesture(entry: OutboxEntry): entry is StoredGesture {
  return 'changes' in entry;
}
