import type { LibraryChange } from '@foldmark/contract/changes';

/** Whether the change deletes for ever, so that it is held back for undo. The undo of a creation is not. */
export function isFinalDeletion(change: LibraryChange): boolean {
  return (change.kind === 'link.delete' || change.kind === 'folder.delete') && change.created === undefined;
}

/** Whether the change is no loss if its object is gone. */
export function isRemoval(change: LibraryChange): boolean {
  return change.kind === 'member.set' ? !change.present : isFinalDeletion(change);
}

/**
 * Such a change without an inverse changes nothing: the link is in the folder already, the favorite is set, or the links are
 * distinct already.
 */
export function isOfPair(change: LibraryChange): boolean {
  return change.kind === 'member.set' || change.kind === 'favorite.set' || change.kind === 'link.distinct';
}
