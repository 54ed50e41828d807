import type { LibraryChange } from '@foldmark/library/changes/changes';
import type { Library } from '@foldmark/library/memory/library';

import type { Active } from '#web/sync/changes/active-gesture.ts';
import type { Gesture } from '#web/sync/changes/outbox/outbox-entry.ts';
import type { Outbox } from '#web/sync/changes/outbox/outbox.ts';
import { createdLanes, lanesOf } from '#web/sync/changes/sending/lanes.ts';
import { type LaterGesture, mustStay, rebaseGuards } from '#web/sync/changes/sending/rebase-guards.ts';
import type { SendQueue } from '#web/sync/changes/sending/send-queue.ts';

export interface OpenGesturesDeps {
  readonly library: Library;
  readonly outbox: Outbox;
  readonly queue: SendQueue;
}

interface RebaseOptions {
  /** The server has made the changes before this index. */
  readonly from: number;
  /** Whether the gesture is added back instead of rolled back. */
  readonly isBack: boolean;
  /** The gestures of earlier pages that are not yet in the queue. */
  readonly resumed?: readonly Gesture[];
}

/** The gestures of this page that have no final answer, by request. */
export class OpenGestures {
  readonly #deps: OpenGesturesDeps;
  readonly active = new Map<string, Active>();
  /** The gestures that the server could not make, until the user decides about them. */
  readonly asides = new Map<string, { readonly active: Active; readonly gesture: Gesture }>();

  constructor(deps: OpenGesturesDeps) {
    this.#deps = deps;
  }

  /** Rebases the guards of later gestures after this one is rolled back or added back. */
  rebase(gesture: Gesture, { from, isBack, resumed = [] }: RebaseOptions): void {
    const { queue, outbox, library } = this.#deps;
    const asides = [...this.asides.values(), ...resumed.map((one) => ({ gesture: one }))].map((aside) => ({
      ...aside,
      isFixed: mustStay(aside.gesture),
    }));
    const later = [...queue.queued(isBack), ...asides]
      .filter((one) => one.gesture.at > gesture.at)
      .toSorted((one, other) => one.gesture.at - other.gesture.at)
      .map((one): LaterGesture => ({ ...one, edits: this.#editsOf(one.gesture.request) }));
    if (later.length === 0) return;
    const edits = this.#editsOf(gesture.request).slice(from);
    const rebased = rebaseGuards(gesture.changes.slice(from), later, { edits, isBack, library });
    if (rebased.length > 0) void outbox.regroup(rebased);
  }

  /** Drops the gestures that are only about objects whose creation was refused. Returns them in order. */
  dropDependents(refused: readonly LibraryChange[], drop: (active: Active) => void): readonly Active[] {
    const lanes = new Set(createdLanes(refused));
    if (lanes.size === 0) return [];
    const isDependent = (change: LibraryChange): boolean => lanesOf(change).some((lane) => lanes.has(lane));
    return [...this.active.values()].flatMap((active) => {
      const { request, changes } = active.shown.gesture;
      if (!changes.every(isDependent) || !this.#deps.queue.withdraw(request)) return [];
      drop(active);
      return [active, ...this.dropDependents(changes, drop)];
    });
  }

  #editsOf(request: string): LaterGesture['edits'] {
    const active = this.active.get(request) ?? this.asides.get(request)?.active;
    return active?.shown.edits ?? [];
  }
}
