import type { ChangeOf, LibraryChange } from '@foldmark/library/changes/changes';

/** Whether the change deletes for ever, so that it is held back for undo. */
export function isFinalDeletion({ kind }: LibraryChange): boolean {
  return kind === 'link.delete' || kind === 'folder.delete';
}

/** Whether the change is no loss if its object is gone. */
export function isRemoval(change: LibraryChange): boolean {
  if (change.kind === 'revert')
    return change.edits.every(({ table, before }) => table === 'folder_links' && before === null);
  return change.kind === 'member.set' ? !change.present : isFinalDeletion(change);
}

/** Whether the change undoes the creation of a link or folder. */
export function isCreationUndone(change: LibraryChange): change is ChangeOf<'revert'> {
  if (change.kind !== 'revert') return false;
  return change.edits.some(
    ({ table, before }) => before === null && (table === 'links' || table === 'folders'),
  );
}

/** Whether the change has no effect on other objects, so that it makes no difference when changes of those show. */
export function isIndependent(change: LibraryChange): boolean {
  switch (change.kind) {
    case 'link.set':
    case 'link.delete':
    case 'member.set':
    case 'favorite.set':
      return true;
    case 'revert':
      return change.edits.every((edit) =>
        edit.table === 'links'
          ? edit.before !== null && edit.while_link === undefined
          : edit.table === 'favorites' || edit.table === 'folder_links',
      );
    default:
      return false;
  }
}
