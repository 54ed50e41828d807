import type { Dragged } from '#web/state/dragged.ts';

import { countText } from '@foldmark/library/text/count-text';
import { FolderIcon } from '../items/folder-icon.tsx';
import { useLibrary } from '#web/hooks/library-hooks.ts';
import { LinkIcon } from '../items/link-icon.tsx';
import { shownName } from '@foldmark/library/entities/link-text';
import styles from './drag.module.css';

/** The card that follows the pointer during a drag. */
export function DragCard({ dragged: { kind, keys } }: { readonly dragged: Dragged }) {
  const library = useLibrary();
  const [first = 0] = keys;
  const link = kind === 'link' ? library.link(first) : undefined;
  const folder = kind === 'folder' ? library.folder(first) : undefined;
  const name = link === undefined ? (folder?.name ?? '') : shownName(link.name, link.url);
  return (
    <div className={styles.card}>
      {link === undefined ? null : <LinkIcon link={link} size={18} isAtOnce />}
      {folder === undefined ? null : <FolderIcon folder={folder} size={18} isAtOnce />}
      <span className="one-line" dir="auto">
        {keys.length > 1 ? countText(keys.length, kind) : name}
      </span>
    </div>
  );
}
