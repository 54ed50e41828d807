import { createdKind, type LibraryChange } from '@foldmark/library/changes/changes';
import { type NamedItem, referencesOf, subjectOf } from '@foldmark/library/changes/references';

/** The lane of all moves of folders. In another order, one of the moves could be a cycle. */
const TREE_LANE = 'tree';

/** The lanes of a change. Changes that share a lane are made in order, and never by two requests at once. */
export function lanesOf(change: LibraryChange): readonly string[] {
  const subject = subjectOf(change);
  if (subject === null) return ['user'];
  // Fast, because a selection can have 100,000 items.
  if (isOfOneItem(change)) return [laneOf(subject)];
  const lanes = [...createdLanes([change]), ...referencesOf(change).map(laneOf)];
  return isOfTree(change) ? [TREE_LANE, ...lanes] : lanes;
}

/** The lanes of the objects that the changes create. */
export function createdLanes(changes: readonly LibraryChange[]): readonly string[] {
  return changes.flatMap((change) =>
    'ref' in change ? [laneOf({ kind: createdKind(change) ?? 'link', id: change.ref })] : [],
  );
}

function isOfOneItem(change: LibraryChange): boolean {
  if (change.kind !== 'revert') return change.kind === 'link.set' || change.kind === 'favorite.set';
  const [edit, ...others] = change.edits;
  return (
    (edit?.table === 'links' || edit?.table === 'favorites') &&
    edit.while_link === undefined &&
    others.length === 0
  );
}

function isOfTree(change: LibraryChange): boolean {
  if (change.kind === 'revert') return change.edits.some(({ table }) => table === 'folders');
  return change.kind === 'folder.move' || change.kind === 'folder.delete';
}

function laneOf({ kind, id }: NamedItem): string {
  return `${kind}:${id}`;
}
