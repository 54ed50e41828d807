import type { LibraryChange } from '@foldmark/library/changes/changes';

/** Whether the change deletes forever, so that it is held back for undo. */
export function isFinalDeletion({ kind }: LibraryChange): boolean {
  return kind === 'link.delete' || kind === 'folder.delete';
}

/** Whether nothing is lost if the change cannot be made because its object is gone. */
export function isRemoval(change: LibraryChange): boolean {
  if (change.kind === 'revert')
    return change.edits.every(({ table, before }) => table === 'folder_links' && before === null);
  return change.kind === 'member.set' ? !change.present : isFinalDeletion(change);
}

/** Whether the change affects no other objects, so that it can show before or after other changes. */
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
