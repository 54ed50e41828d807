import type { Edit } from '@foldmark/library/changes/edits';
import { subjectOf } from '@foldmark/library/changes/references';
import type { Library } from '@foldmark/library/memory/library';
import { viewOf } from '@foldmark/library/memory/library-view';
import { patchesOf } from '@foldmark/library/memory/patches';

import type { Gesture } from '#extension/copy/gesture.ts';
import { undoing } from '#extension/copy/undoing.ts';

const MICROS_PER_MS = 1000;

/** Shows gestures over the library of the copy, oldest first. Their links and folders count as pending. */
export function showGestures(library: Library, gestures: readonly Gesture[]): void {
  // An undo needs the lists of what was shown before. All others share a batch, because hundreds can wait.
  for (let from = 0; from < gestures.length;) {
    const undo = gestures.findIndex(({ undoes }, index) => index >= from && undoes !== null);
    const to = undo === -1 ? gestures.length : undo;
    library.batch(() => {
      for (const gesture of gestures.slice(from, to)) show(library, gesture, gesture.edits);
    });
    const gesture = gestures[to];
    if (gesture !== undefined) {
      const edits = undoing(viewOf(library), gesture.edits);
      library.batch(() => {
        show(library, gesture, edits);
      });
    }
    from = to + 1;
  }
}

function show(library: Library, { madeAt, changes }: Gesture, edits: readonly Edit[]): void {
  for (const edit of edits)
    for (const patch of patchesOf(library, edit, madeAt * MICROS_PER_MS)) patch.attach();
  for (const change of changes) {
    const subject = subjectOf(change);
    if (subject !== null) library.addPending(subject.kind, subject.id, 1);
  }
}
