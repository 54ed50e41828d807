import type { ApiError } from '#web/api/api-error.ts';

/** The answer of a single change. Null if the change waits for the network, or if there are several changes. */
export type Outcome<A = object> =
  | { readonly ok: true; readonly answer: A | null }
  | { readonly ok: false; readonly error: ApiError };

/** A gesture that is being performed. */
export interface Performed<A = object> {
  /** Identifies the gesture for `undo`. */
  readonly id: string;
  /** Resolves when the server has answered all changes, or when they have to wait for the network. Never rejects. */
  readonly outcome: Promise<Outcome<A>>;
  /** Resolves when no change of the gesture is left to send, perhaps much later. */
  readonly finished: Promise<void>;
}

export interface PerformOptions {
  /** Whether the caller awaits the outcome and shows its errors. Otherwise they go to the failure list. */
  readonly isAwaited?: boolean;
  /** How long the caller awaits the outcome. After that, errors go to the failure list. */
  readonly awaitedMs?: number;
  /** The earlier gesture with an unknown outcome that this gesture repeats. The server makes only one of the two. */
  readonly repeats?: string | undefined;
  /** The gesture that this one belongs to: one undo reverts both. */
  readonly step?: string;
}
