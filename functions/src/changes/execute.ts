import type { BatchableChange } from '@foldmark/library/changes/changes';
import type { ObjectKind } from '@foldmark/library/entities/collections';

import { deleteFolder, deleteLink } from '#functions/changes/deletions.ts';
import { createFolder, moveFolder, setFolder } from '#functions/changes/folders.ts';
import { createLink, setLink } from '#functions/changes/links.ts';
import { mergeLink, setDistinct, unmergeLink } from '#functions/changes/merges.ts';
import { addFavorite, addMember, removeFavorite, removeMember } from '#functions/changes/relations.ts';
import type { References } from '#functions/changes/references.ts';
import type { LibraryTransaction } from '#functions/library/library.ts';

export interface Executed {
  readonly created?: { readonly ref: number; readonly kind: ObjectKind; readonly id: number };
  /** The fields that were not changed, because they have another value than the change expected. */
  readonly leftAlone?: readonly string[];
  readonly merged?: { readonly link_id: number; readonly into_id: number };
}

const DONE: Executed = {};

/** Makes one change of a batch. Throws `NotMade` if it can't be made. Changes nothing then. */
export async function execute(
  transaction: LibraryTransaction,
  change: BatchableChange,
  references: References,
): Promise<Executed> {
  switch (change.kind) {
    case 'link.create': {
      const { link_id } = await createLink(transaction, change, change.key ?? null);
      return { created: references.add('link', change.ref, link_id) };
    }
    case 'link.set': {
      const { kind: _, ...edits } = change;
      return setLink(transaction, { ...edits, link_id: references.idOf('link', change.link_id) });
    }
    case 'link.delete':
      await deleteLink(transaction, { ...change, link_id: references.idOf('link', change.link_id) });
      return DONE;
    case 'link.merge': {
      const link_id = references.idOf('link', change.link_id);
      const into_id = references.idOf('link', change.into_id);
      await mergeLink(transaction, { link_id, into_id });
      return { merged: { link_id, into_id } };
    }
    case 'link.unmerge': {
      const link_id = references.idOf('link', change.link_id);
      const into_id = references.idOf('link', change.into_id);
      return { leftAlone: await unmergeLink(transaction, { ...change, link_id, into_id }) };
    }
    case 'link.distinct': {
      const link_id = references.idOf('link', change.link_id);
      const other_id = references.idOf('link', change.other_id);
      await setDistinct(transaction, { ...change, link_id, other_id });
      return DONE;
    }
    case 'folder.create': {
      const parent_folder_id = references.idOf('folder', change.parent_folder_id);
      const { folder_id } = await createFolder(
        transaction,
        { name: change.name, parent_folder_id },
        change.key ?? null,
      );
      return { created: references.add('folder', change.ref, folder_id) };
    }
    case 'folder.set': {
      const { kind: _, ...edits } = change;
      return setFolder(transaction, { ...edits, folder_id: references.idOf('folder', change.folder_id) });
    }
    case 'folder.move': {
      const folder_id = references.idOf('folder', change.folder_id);
      const parent_folder_id = references.idOf('folder', change.parent_folder_id);
      return moveFolder(transaction, { ...change, folder_id, parent_folder_id });
    }
    case 'folder.delete':
      await deleteFolder(transaction, { ...change, folder_id: references.idOf('folder', change.folder_id) });
      return DONE;
    case 'member.set': {
      const folder_id = references.idOf('folder', change.folder_id);
      const link_id = references.idOf('link', change.link_id);
      await (change.present ? addMember : removeMember)(transaction, { folder_id, link_id });
      return DONE;
    }
    case 'favorite.set': {
      const { object_type } = change;
      const object_id = references.idOf(object_type, change.object_id);
      await (change.on ? addFavorite : removeFavorite)(transaction, { object_type, object_id });
      return DONE;
    }
  }
}
