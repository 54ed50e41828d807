import { useState } from 'react';

import { countOf, type Items } from '@foldmark/library/memory/items';
import { DELETION_HELD_MS } from '#web/sync/changes/perform.ts';
import type { Library } from '@foldmark/library/memory/library';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.ts';

import { countText, itemCountText } from '@foldmark/library/text/count-text';
import { useAnnounce } from '#web/hooks/use-announce.ts';
import { useActions, useLibrary } from '#web/hooks/library-hooks.ts';

interface DeleteForeverProps {
  /** The items of the trash to delete. */
  readonly items: Items | 'everything';
  readonly onClose: () => void;
}

/** Asks for confirmation, with the counts, before items are deleted forever. */
export function DeleteForever({ items, onClose }: DeleteForeverProps) {
  const actions = useActions();
  const library = useLibrary();
  const announce = useAnnounce();
  // Computed once, because the question must not change while the user reads it.
  const [text] = useState(() => questionOf(items, library));
  const isEverything = items === 'everything';
  return (
    <ConfirmDialog
      title={isEverything ? 'Empty the trash?' : 'Delete forever?'}
      text={text}
      confirm={isEverything ? 'Empty trash' : 'Delete forever'}
      onClose={onClose}
      onConfirm={() => {
        const deletion = isEverything ? actions.emptyTrash() : actions.deleteItems(items);
        announce('Deleted forever.', deletion, { undoMs: DELETION_HELD_MS });
      }}
    />
  );
}

function questionOf(items: Items | 'everything', library: Library): string {
  const { tree } = library;
  const deleted =
    items === 'everything' ? { folders: tree.trashed, links: library.links({ kind: 'trash' }).get() } : items;
  const folders = [...new Set(deleted.folders.flatMap((key) => [key, ...tree.descendants(key)]))];
  const subject =
    items !== 'everything' && countOf(items) === 1
      ? oneItem(items, folders.length - 1, library)
      : itemCountText({ folders, links: deleted.links });
  const kept = folders.length > 0 ? keptLinks(folders.length, deleted.links.length > 0) : '';
  return `${subject} will be deleted forever.${kept} You can undo this for ${DELETION_HELD_MS / 1000} seconds, unless you leave the page.`;
}

function keptLinks(folders: number, deletesLinks: boolean): string {
  if (deletesLinks) return ` Other links in ${folders === 1 ? 'this folder' : 'these folders'} are kept.`;
  return ` Links in ${folders === 1 ? 'it' : 'them'} are kept.`;
}

function oneItem({ folders, links }: Items, subFolders: number, library: Library): string {
  const [folder] = folders;
  const [link] = links;
  if (folder === undefined) return `"${link === undefined ? '' : (library.link(link)?.name ?? '')}"`;
  const suffix = subFolders === 0 ? '' : ` and its ${countText(subFolders, 'sub-folder')}`;
  return `"${library.folder(folder)?.name ?? ''}"${suffix}`;
}
