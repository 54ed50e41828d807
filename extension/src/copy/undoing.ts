import { Draft } from '@foldmark/library/changes/draft';
import type { RecordView } from '@foldmark/library/changes/change';
import type { Edit } from '@foldmark/library/changes/edits';
import { revertEdit } from '@foldmark/library/changes/revert';

/** What an undo of these edits changes now, as the server does it. */
export function undoing(view: RecordView, edits: readonly Edit[]): readonly Edit[] {
  const draft = new Draft(view);
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
