import { useState } from 'react';

import type { Key } from '#web/data/library/keys.ts';
import type { Library } from '#web/data/library/library.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

import { counted, countedBoth } from './counted.ts';
import { useActions, useLibrary } from '#web/data/react/library-hooks.ts';

export type Doomed =
  | { readonly kind: 'links'; readonly links: readonly Key[] }
  | { readonly kind: 'folder'; readonly folder: Key }
  | { readonly kind: 'everything' };

interface DeleteForeverProps {
  readonly doomed: Doomed;
  readonly onClose: () => void;
}

/** Asks, with the numbers, before anything goes for ever. */
export function DeleteForever({ doomed, onClose }: DeleteForeverProps) {
  const actions = useActions();
  const library = useLibrary();
  // Said once: what is asked must not change while somebody reads it.
  const [text] = useState(() => questionOf(doomed, library));
  return (
    <ConfirmDialog
      title={doomed.kind === 'everything' ? 'Empty the trash?' : 'Delete forever?'}
      text={text}
      confirm={doomed.kind === 'everything' ? 'Empty trash' : 'Delete forever'}
      onClose={onClose}
      onConfirm={() => {
        if (doomed.kind === 'links') void actions.deleteLinks(doomed.links);
        else if (doomed.kind === 'folder') void actions.deleteFolder(doomed.folder);
        else void actions.emptyTrash();
      }}
    />
  );
}

function questionOf(doomed: Doomed, library: Library): string {
  const { tree } = library;
  switch (doomed.kind) {
    case 'links': {
      const [link] = doomed.links;
      const what =
        doomed.links.length === 1 && link !== undefined
          ? `"${library.link(link)?.name ?? ''}"`
          : counted(doomed.links.length, 'link');
      return `${what} will be deleted forever. You can't undo this.`;
    }
    case 'folder': {
      const below = tree.descendants(doomed.folder).length;
      const name = library.folder(doomed.folder)?.name ?? '';
      const along = below === 0 ? '' : ` and its ${counted(below, 'sub-folder')}`;
      return `"${name}"${along} will be deleted forever. Links in it are kept. You can't undo this.`;
    }
    case 'everything': {
      const folders = new Set(tree.trashed.flatMap((key) => [key, ...tree.descendants(key)]));
      const links = library.links({ kind: 'trash' }).get().length;
      return `${countedBoth(folders.size, links)} will be deleted forever. You can't undo this.`;
    }
  }
}
