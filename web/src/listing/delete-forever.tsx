import { useState } from 'react';

import { countOf, type Items } from '#web/sync/library/items.ts';
import type { Library } from '#web/sync/library/library.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

import { counted, countedItems } from './items/counted.ts';
import { useActions, useLibrary } from '#web/hooks/library-hooks.ts';

interface DeleteForeverProps {
  /** From the trash. */
  readonly doomed: Items | 'everything';
  readonly onClose: () => void;
}

/** Asks, with the numbers, before anything goes for ever. */
export function DeleteForever({ doomed, onClose }: DeleteForeverProps) {
  const actions = useActions();
  const library = useLibrary();
  // Said once: what is asked must not change while somebody reads it.
  const [text] = useState(() => questionOf(doomed, library));
  const isEverything = doomed === 'everything';
  return (
    <ConfirmDialog
      title={isEverything ? 'Empty the trash?' : 'Delete forever?'}
      text={text}
      confirm={isEverything ? 'Empty trash' : 'Delete forever'}
      onClose={onClose}
      onConfirm={() => {
        void (isEverything ? actions.emptyTrash() : actions.deleteItems(doomed));
      }}
    />
  );
}

function questionOf(doomed: Items | 'everything', library: Library): string {
  const { tree } = library;
  const items =
    doomed === 'everything'
      ? { folders: tree.trashed, links: library.links({ kind: 'trash' }).get() }
      : doomed;
  const folders = [...new Set(items.folders.flatMap((key) => [key, ...tree.descendants(key)]))];
  const what =
    doomed !== 'everything' && countOf(items) === 1
      ? oneItem(items, folders.length - 1, library)
      : countedItems({ folders, links: items.links });
  const kept = folders.length > 0 ? keptLinks(folders.length, items.links.length > 0) : '';
  return `${what} will be deleted forever.${kept} You can't undo this.`;
}

function keptLinks(folders: number, besideLinks: boolean): string {
  if (besideLinks) return ` Other links in ${folders === 1 ? 'this folder' : 'these folders'} are kept.`;
  return ` Links in ${folders === 1 ? 'it' : 'them'} are kept.`;
}

function oneItem({ folders, links }: Items, below: number, library: Library): string {
  const [folder] = folders;
  const [link] = links;
  if (folder === undefined) return `"${link === undefined ? '' : (library.link(link)?.name ?? '')}"`;
  const along = below === 0 ? '' : ` and its ${counted(below, 'sub-folder')}`;
  return `"${library.folder(folder)?.name ?? ''}"${along}`;
}
