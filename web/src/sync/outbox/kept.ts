import type { KeptChange, KeptId } from '#web/sync/outbox/read-kept.ts';

export type { KeptChange, KeptId };

export type Kept = KeptChange | KeptId;

export function isChange(kept: Kept): kept is KeptChange {
  return 'command' in kept;
}
