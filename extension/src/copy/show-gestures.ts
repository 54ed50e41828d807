import type { Edit } from '@foldmark/library/changes/edits';
import { subjectOf } from '@foldmark/library/changes/references';
import type { Micros } from '@foldmark/library/entities/records';
import type { Library } from '@foldmark/library/memory/library';
import { viewOf } from '@foldmark/library/memory/library-view';
import { patchesOf } from '@foldmark/library/memory/patches';

import type { Gesture } from '#extension/copy/gesture.ts';
import { undoing } from '#extension/copy/undoing.ts';

const MICROS_PER_MS = 1000;

/** Shows gestures over the library of the copy, oldest first. Their links and folders count as pending. */
export function showGestures(library: Library, gestures: readonly Gesture[]): void {
  for (const gesture of gestures) {
    const edits = gesture.undoes === null ? gesture.edits : undoing(viewOf(library), gesture.edits);
    showEdits(library, edits, gesture.madeAt * MICROS_PER_MS);
    for (const change of gesture.changes) {
      const subject = subjectOf(change);
      if (subject !== null) library.addPending(subject.kind, subject.id, 1);
    }
  }
}

export function showEdits(library: Library, edits: readonly Edit[], now: Micros): void {
  library.batch(() => {
    for (const edit of edits) for (const patch of patchesOf(library, edit, now)) patch.attach();
  });
}
