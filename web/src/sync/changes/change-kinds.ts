import type { LibraryChange } from '@foldmark/library/changes/changes';

/** Whether the change deletes for ever, so that it is held back for undo. The undo of a creation is not. */
export function isFinalDeletion(change: LibraryChange): boolean {
  return (change.kind === 'link.delete' || change.kind === 'folder.delete') && change.created === undefined;
}

/** Whether the change is no loss if its object is gone. */
export function isRemoval(change: LibraryChange): boolean {
  return change.kind === 'member.set' ? !change.present : isFinalDeletion(change);
}

/** Whether the change has no effect on other objects, so that it makes no difference when changes of those show. */
export function isIndependent({ kind }: LibraryChange): boolean {
  return kind === 'link.set' || kind === 'member.set' || kind === 'favorite.set';
}
