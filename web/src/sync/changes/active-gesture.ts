import type { LibraryChange } from '@foldmark/library/changes/changes';

import type { Outcome, Performed } from '#web/sync/changes/performed.ts';
import type { Preparation } from '#web/sync/changes/showing/preparation.ts';
import type { Sending } from '#web/sync/changes/sending/sending.ts';
import type { ShownGesture } from '#web/sync/changes/showing/shown-gesture.ts';
import type { Done } from '#web/sync/changes/undo/undo-stack.ts';

/** The content of a gesture, from a caller of the performer. */
export interface NewGesture {
  readonly label: string;
  readonly changes: readonly LibraryChange[];
  readonly undoes?: string;
  readonly isGuarded?: boolean;
}

/** How to run a gesture, and how to undo it. */
export interface RunOptions {
  readonly isAwaited?: boolean | undefined;
  readonly awaitedMs?: number | undefined;
  readonly isResumed?: boolean;
  readonly isTriedOnce?: boolean;
  readonly done?: Done | null;
  readonly step?: string | undefined;
  readonly preparation?: Preparation;
}

/** A gesture that the server has not answered completely. */
export interface Active {
  readonly shown: ShownGesture;
  readonly options: RunOptions;
  isKept: boolean;
  isUndone: boolean;
  /** How many of its changes the server made before the gesture was set aside. */
  madeCount: number;
  answer: object | null;
  /** Removes the message that says the gesture will be sent again later. */
  removeFailure: (() => void) | null;
  readonly resolve: (outcome: Outcome) => void;
  readonly finish: () => void;
}

export interface Started<A> {
  readonly shown: ShownGesture;
  readonly sending: Sending;
  readonly performed: Performed<A>;
}
