import type { ApiError } from '#web/api/api-error.ts';
import type { Gesture } from '#web/sync/changes/outbox/outbox-entry.ts';
import type { Sending } from '#web/sync/changes/sending/sending.ts';

/** A gesture in the sender's queue. */
export interface QueuedGesture extends Sending {
  gesture: Gesture;
  isAwaited: boolean;
  /** How many changes were sent, including those without an answer yet. */
  sentCount: number;
  /** How many changes are to be sent. */
  limit: number;
  isSolo: boolean;
  /** Whether the server may have received a request of this page. */
  isSent: boolean;
  /** Whether the user has undone the gesture before it was sent. */
  isWithdrawn: boolean;
  /** Whether the page may end before an answer arrives. Then the parts do not wait for each other. */
  isLeaving: boolean;
  /** Whether the request pauses after a server error, so that other requests may be sent meanwhile. */
  isPausing: boolean;
  readonly lanes: readonly string[];
}

/** Called when the gesture has to wait. `error` is null if it waits for the network. */
export function keep(item: QueuedGesture, error: ApiError | null): void {
  item.isAwaited = false;
  item.kept(error);
}

/** A group of an earlier page keeps its request, even if it has only one gesture. */
export function isGroup(items: readonly QueuedGesture[]): boolean {
  return items.length > 1 || items[0]?.gesture.group !== undefined;
}
