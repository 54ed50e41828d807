import { createdKind, type LibraryChange } from '@foldmark/library/changes/changes';
import { type NamedItem, referencesOf, subjectOf } from '@foldmark/library/changes/references';

/** All moves of folders. Made in another order, one of them could be a cycle. */
const TREE_LANE = 'tree';

/** What two requests must not concern at once: changes with a common lane are made in their order. */
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
