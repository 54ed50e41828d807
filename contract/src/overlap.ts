import type { Micros } from '@foldmark/library/entities/records';
import { IN_FLIGHT_MS, LATE_COMMIT_MS } from './limits.ts';

/** The most documents that a list of newer ones reads again to find late commits. */
export const REREAD_MAX = 100;

/**
 * Where the list of newer documents starts for a collection that is complete up to `at`: five minutes earlier, or as much as reads
 * `REREAD_MAX` documents again, but at least ten seconds. `timestamps` are those of its documents.
 */
export function overlapStart(timestamps: Iterable<Micros>, at: Micros): Micros {
  const earliest = Math.max(0, at - LATE_COMMIT_MS * 1000);
  const latest = Math.max(0, at - IN_FLIGHT_MS * 1000);
  const recent: Micros[] = [];
  for (const timestamp of timestamps) if (timestamp > earliest) recent.push(timestamp);
  recent.sort((left, right) => right - left);
  return Math.min(recent[REREAD_MAX] ?? earliest, latest);
}
