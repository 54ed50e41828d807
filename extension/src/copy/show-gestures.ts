import { Draft } from '@foldmark/library/changes/draft';
import type { Edit } from '@foldmark/library/changes/edits';
import { subjectOf } from '@foldmark/library/changes/references';
import { revertEdit } from '@foldmark/library/changes/revert';
import type { Micros } from '@foldmark/library/entities/records';
import type { Library } from '@foldmark/library/memory/library';
import { viewOf } from '@foldmark/library/memory/library-view';
import { patchesOf } from '@foldmark/library/memory/patches';

import type { Gesture } from '#extension/copy/gesture.ts';

const MICROS_PER_MS = 1000;

/** Shows gestures over the library of the copy, oldest first. Their links and folders count as pending. */
export function showGestures(library: Library, gestures: readonly Gesture[]): void {
  for (const gesture of gestures) {
    const edits = gesture.undoes === null ? gesture.edits : undoing(library, gesture.edits);
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

/** What an undo of these edits changes now, as the server does it. */
function undoing(library: Library, edits: readonly Edit[]): readonly Edit[] {
  const draft = new Draft(viewOf(library));
  return edits.toReversed().flatMap((edit) => {
    const reverted = revertEdit(edit, draft);
    const made = 'refused' in reverted ? undoneCreation(edit) : reverted.edits;
    draft.commit(made);
    return made;
  });
}

/** The page of a created link may have given it a name, which only the server knows. So an undo shows it as removed. */
function undoneCreation(edit: Edit): readonly Edit[] {
  const isCreation = edit.before === null && (edit.table === 'links' || edit.table === 'folders');
  return isCreation ? [Object.assign({ ...edit }, { before: edit.after, after: null })] : [];
}
