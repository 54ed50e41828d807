import type { ApiError } from '#web/api/api-error.ts';

/** The answer of a single change; null if it waits for the network, or if there are several. */
export type Outcome<A = object> =
  | { readonly ok: true; readonly answer: A | null }
  | { readonly ok: false; readonly error: ApiError };

/** A gesture of the person, under way. */
export interface Performed<A = object> {
  /** Identifies the gesture for `undo`. */
  readonly id: string;
  /** Resolves when the server has answered all of it, or when it turns out to wait for the network. Never rejects. */
  readonly outcome: Promise<Outcome<A>>;
  /** Resolves when nothing of it is left to be sent, perhaps much later. */
  readonly finished: Promise<void>;
}

export interface PerformOptions {
  /** The caller awaits the outcome and shows its errors. Otherwise they go to the failure list. */
  readonly isAwaited?: boolean;
  /** For how long the caller awaits it. Then it waits in the background, and its errors go to the failure list. */
  readonly awaitedMs?: number;
  /** The gesture that this one repeats, because its outcome is unknown. The server makes them once. */
  readonly repeats?: string | undefined;
  /** The gesture that this one belongs to: one undo reverts both. */
  readonly step?: string;
}
