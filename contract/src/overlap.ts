import type { Micros } from '@foldmark/library/entities/records';
import { IN_FLIGHT_MS, LATE_COMMIT_MS } from './limits.ts';

/** The most documents that a query for newer ones reads again to find late commits. */
export const REREAD_MAX = 100;

/**
 * The start of a query for newer documents of a collection that is complete up to `at`. That is five minutes earlier, or less if
 * it would read more than `REREAD_MAX` documents again, but at least ten seconds earlier. `timestamps` are those of the
 * collection's documents.
 */
export function overlapStart(timestamps: Iterable<Micros>, at: Micros): Micros {
  const earliest = Math.max(0, at - LATE_COMMIT_MS * 1000);
  const latest = Math.max(0, at - IN_FLIGHT_MS * 1000);
  const recent: Micros[] = [];
  for (const timestamp of timestamps) if (timestamp > earliest) recent.push(timestamp);
  recent.sort((left, right) => right - left);
  return Math.min(recent[REREAD_MAX] ?? earliest, latest);
}
