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
  /** Whether this attempt fetches fresh tokens. */
  readonly isFresh: boolean;
}

/** The server's result of one change. */
export interface Result {
  readonly index: number;
  /** The id of the created object. */
  readonly id?: number;
  /** Null if the server has made the change. */
  readonly skipped: { readonly why: string; readonly fields?: readonly string[] | undefined } | null;
  /** The answer of a single change. */
  readonly answer?: object | null;
}

/** A gesture to send, with callbacks for its events. */
export interface Sending {
  readonly gesture: Gesture;
  /** Whether an earlier page made the gesture. */
  readonly isResumed: boolean;
  /** Whether an earlier page had set the gesture aside. Then one more server error sets it aside again. */
  readonly isTriedOnce: boolean;
  /** Whether a dialog waits for the answer. */
  readonly isAwaited: boolean;
  /** Called before the changes with these indexes are sent. From then on, the server's records may contain them. */
  readonly sent: (from: number, to: number) => void;
  /** Called when the server has answered some changes. */
  readonly answered: (results: readonly Result[]) => void;
  /** Called when the server has answered all changes. */
  readonly finished: () => void;
  /** Called when the server has refused the changes from this index on. */
  readonly refused: (error: ApiError, from: number) => void;
  /** Called when the server has failed too often to make the changes from this index on, while it made others. */
  readonly stuck: (gesture: Gesture, error: ApiError, from: number) => void;
  /** Called when the object of the gesture could not be created, which was reported already. */
  readonly dropped: () => void;
  /** Called when the gesture waits for the network (null) or the server. From then on, no dialog waits for it. */
  readonly kept: (error: ApiError | null) => void;
}
