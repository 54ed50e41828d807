import type { LibraryChange } from '@foldmark/library/changes/changes';
import { withIds, withReferences } from '@foldmark/library/changes/references';

import type { ChangeEdits } from '#web/sync/changes/showing/preparation.ts';
import { createStore, type Readable } from '#web/sync/store.ts';

const ENTRIES_MAX_COUNT = 100;

/** A gesture that can be undone, with the edits of each of its changes. */
export interface Done {
  readonly request: string;
  readonly label: string;
  readonly changes: readonly LibraryChange[];
  readonly edits: readonly (ChangeEdits | undefined)[];
}

/** One step of undo: the gestures that belong together, such as a new link and its folder. */
interface UndoStep {
  readonly id: string;
  label: string;
  gestures: readonly Done[];
}

export interface UndoLabels {
  /** The labels of the gestures that the next undo and the next redo are about. Null if there is none. */
  readonly undo: string | null;
  readonly redo: string | null;
}

interface UndoStackDeps {
  readonly revert: (done: Done) => void;
  /** Performs a gesture again. Returns the new gesture. */
  readonly repeat: (done: Done) => Done;
  readonly newKey: () => number;
}

/** Undo and redo of the gestures of this tab. */
export type Undo = Pick<UndoStack, 'labels' | 'undo' | 'canUndo' | 'redo'>;

/** The gestures of this tab that the user can undo and redo, with keys or in toasts. */
export class UndoStack {
  readonly #deps: UndoStackDeps;
  /** The labels to show for the next undo and the next redo. */
  readonly labels: Readable<UndoLabels>;
  readonly #labels = createStore<UndoLabels>({ undo: null, redo: null });
  #undoable: UndoStep[] = [];
  #redoable: UndoStep[] = [];

  constructor(deps: UndoStackDeps) {
    this.#deps = deps;
    this.labels = this.#labels;
  }

  /** Adds a gesture to the step with this id, or as a new step. */
  add(done: Done, step: string): void {
    const existing = this.#undoable.find(({ id }) => id === step);
    if (existing === undefined) {
      const { label } = done;
      this.#undoable = [...this.#undoable, { id: step, label, gestures: [done] }].slice(-ENTRIES_MAX_COUNT);
    } else {
      // The step takes the later label, because a new folder is only the place for the new links.
      if (existing.gestures.every(onlyCreatesFolders)) existing.label = done.label;
      existing.gestures = [...existing.gestures, done];
    }
    this.#redoable = [];
    this.#publish();
  }

  /** Whether the step with this id can be undone. It changes with `labels`. */
  readonly canUndo = (id: string): boolean => this.#undoable.some((one) => one.id === id);

  /** Removes a gesture that can't be undone any more, because it was refused or its deletion is final. */
  remove(request: string): void {
    const without = (steps: readonly UndoStep[]): UndoStep[] =>
      steps
        .map((step) => ({ ...step, gestures: step.gestures.filter((done) => done.request !== request) }))
        .filter(({ gestures }) => gestures.length > 0);
    this.#undoable = without(this.#undoable);
    this.#redoable = without(this.#redoable);
    this.#publish();
  }

  /** Undoes the last step, or the one with this id. False if there is none. */
  readonly undo = (id?: string): boolean => {
    const step = id === undefined ? this.#undoable.at(-1) : this.#undoable.find((one) => one.id === id);
    if (step === undefined) return false;
    this.#undoable = this.#undoable.filter((one) => one !== step);
    for (const done of step.gestures.toReversed()) this.#deps.revert(done);
    this.#redoable = [...this.#redoable, step];
    this.#publish();
    return true;
  };

  readonly redo = (): boolean => {
    const last = this.#redoable.pop();
    if (last === undefined) return false;
    const step = this.#withNewKeys(last);
    const gestures = step.gestures.map((done) => this.#deps.repeat(done));
    this.#undoable = [...this.#undoable, { ...step, gestures }];
    this.#publish();
    return true;
  };

  /**
   * Gives new keys to the objects that a step creates, in this step and in all others. The objects with the earlier keys may
   * still have to be deleted on the server.
   */
  #withNewKeys(step: UndoStep): UndoStep {
    const keys = new Map<number, number>();
    for (const { changes } of step.gestures) {
      for (const change of changes) if ('ref' in change) keys.set(change.ref, this.#deps.newKey());
    }
    if (keys.size === 0) return step;
    const rekeyedStep = (one: UndoStep): UndoStep => ({
      ...one,
      gestures: one.gestures.map((done) => ({
        ...done,
        changes: done.changes.map((change) => withIds(change, keys)),
        edits: done.edits.map((edits) =>
          edits?.map((edit) => withReferences(edit, (_, key) => keys.get(key) ?? key)),
        ),
      })),
    });
    this.#undoable = this.#undoable.map(rekeyedStep);
    this.#redoable = this.#redoable.map(rekeyedStep);
    return rekeyedStep(step);
  }

  #publish(): void {
    const labels = { undo: this.#undoable.at(-1)?.label ?? null, redo: this.#redoable.at(-1)?.label ?? null };
    this.#labels.set(labels);
  }
}

function onlyCreatesFolders({ changes }: Done): boolean {
  return changes.every(({ kind }) => kind === 'folder.create');
}
