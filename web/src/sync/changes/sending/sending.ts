import type { Batched } from '@foldmark/contract/batch';
import type { LibraryChange } from '@foldmark/library/changes/changes';
import type { Input } from '@foldmark/contract/endpoints';

import type { ApiError } from '#web/api/api-error.ts';
import type { Gesture } from '#web/sync/changes/outbox/outbox-entry.ts';

export interface ChangesApi {
  /** Sends a change by its documented call. Returns its answer, or null if it has none. */
  readonly sendChange: (change: LibraryChange, options: SendOptions) => Promise<object | null>;
  readonly sendBatch: (batch: Input<'/batch/'>, options: SendOptions) => Promise<Batched>;
}

export interface SendOptions {
  readonly signal: AbortSignal;
  readonly requestKey: string;
  readonly outlivesPage: boolean;
  /** Whether this attempt uses fresh tokens. */
  readonly isFresh: boolean;
}

/** What the server made of one change. */
export interface Result {
  readonly index: number;
  /** The id of the created object. */
  readonly id?: number;
  /** Null if the change was made. */
  readonly skipped: { readonly why: string; readonly fields?: readonly string[] | undefined } | null;
  /** The answer of a single change. */
  readonly answer?: object | null;
}

/** A gesture on its way to the server, and its events. */
export interface Sending {
  readonly gesture: Gesture;
  /** Whether an earlier page made the gesture. */
  readonly isResumed: boolean;
  /** Whether it was aside in an earlier page, so that one more error of the server puts it aside again. */
  readonly isTriedOnce: boolean;
  /** Whether a dialog waits for the answer. */
  readonly isAwaited: boolean;
  /** The changes with these indexes are being sent, so that the server's records may contain them. */
  readonly sent: (from: number, to: number) => void;
  /** Some changes have been answered. */
  readonly answered: (results: readonly Result[]) => void;
  /** All changes have been answered. */
  readonly finished: () => void;
  /** The server has refused the changes from this index on. */
  readonly refused: (error: ApiError, from: number) => void;
  /** The server has failed to make the changes from this index on too often, while it made others. */
  readonly stuck: (gesture: Gesture, error: ApiError, from: number) => void;
  /** The creation of an object that the gesture is about has failed, which was reported already. */
  readonly dropped: () => void;
  /** The gesture waits for the network (null) or the server. No dialog waits for it any more. */
  readonly kept: (error: ApiError | null) => void;
}
