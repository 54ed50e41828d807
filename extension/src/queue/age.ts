import { REPLICA_MAX_AGE_DAYS } from '@foldmark/contract/limits';

import type { Gesture } from '#extension/copy/gesture.ts';

const DAY_MS = 86_400_000;

/** Whether the server may have forgotten the action since it was first sent: it forgets actions after 30 days. */
export function isTooOld({ triedAt }: Pick<Gesture, 'triedAt'>, now: number): boolean {
  return triedAt !== null && now - triedAt > REPLICA_MAX_AGE_DAYS * DAY_MS;
}
