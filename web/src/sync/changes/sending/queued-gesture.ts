import type { ApiError } from '#web/api/api-error.ts';
import type { Gesture } from '#web/sync/changes/outbox/outbox-entry.ts';
import type { Sending } from '#web/sync/changes/sending/sending.ts';

/** A gesture in the sender's queue. */
export interface QueuedGesture extends Sending {
  gesture: Gesture;
  isAwaited: boolean;
  /** How many changes were sent, perhaps without an answer. */
  sentCount: number;
  /** How many changes are to be sent. */
  limit: number;
  isSolo: boolean;
  /** Whether a request of this page may have reached the server. */
  isSent: boolean;
  /** Whether it was undone before that. */
  isWithdrawn: boolean;
  /** Whether the page may end before an answer arrives, so that one part does not wait for the other. */
  isLeaving: boolean;
  /** Whether the request pauses after an error of the server, so that others may be sent meanwhile. */
  isPausing: boolean;
  readonly lanes: readonly string[];
}

/** The gesture turns out to wait. `error` is null if it waits for the network. */
export function keep(item: QueuedGesture, error: ApiError | null): void {
  item.isAwaited = false;
  item.kept(error);
}

/** A group of an earlier page keeps its request, even if it has one gesture. */
export function isGroup(items: readonly QueuedGesture[]): boolean {
  return items.length > 1 || items[0]?.gesture.group !== undefined;
}
