import { ROOT_FOLDER_ID } from '@foldmark/contract/limits';
import { House } from 'lucide-react';
import { useMemo, useState } from 'react';

import type { Key } from '#web/data/library/keys.ts';
import { useSetPopup } from '#web/data/popup/popup.ts';
import { useFolder, useFolderTree } from '#web/data/react/library-hooks.ts';
import { useMoveFolder } from '#web/listing/drag/use-move-folder.ts';
import { FolderIcon } from '#web/listing/folder-icon.tsx';
import { folderOutline } from '#web/listing/folder-outline.ts';
import { Button } from '#web/ui/button.tsx';
import dialogStyles from '#web/ui/dialog.module.css';
import { Dialog } from '#web/ui/dialog.tsx';

import styles from './move-folder-dialog.module.css';

/** Does what dragging a folder does, for those who can't drag. */
export function MoveFolderDialog({ folderId }: { readonly folderId: Key }) {
  const setPopup = useSetPopup();
  const tree = useFolderTree();
  const moveFolder = useMoveFolder();
  const [text, setText] = useState('');
  const places = useMemo(
    () => folderOutline(tree, text).filter(({ folder }) => tree.canMove(folderId, folder)),
    [tree, text, folderId],
  );
  const now = tree.parent(folderId);
  const close = () => {
    setPopup(null);
  };
  const moveTo = (parent: Key) => {
    close();
    void moveFolder(folderId, parent);
  };
  return (
    <Dialog title={`Move ${tree.name(folderId)}`} onClose={close}>
      <input
        type="search"
        className={styles.search}
        aria-label="search folders"
        placeholder="search folders"
        value={text}
        onChange={({ target }) => {
          setText(target.value);
        }}
      />
      <ul className={styles.places} aria-label="Folders">
        <li>
          <button
            type="button"
            className={styles.place}
            disabled={now === ROOT_FOLDER_ID}
            onClick={() => {
              moveTo(ROOT_FOLDER_ID);
            }}
          >
            <House aria-hidden="true" />
            <span>Move to root</span>
          </button>
        </li>
        {places.map(({ folder, depth }) => (
          <Place key={folder} folder={folder} depth={depth} isNow={folder === now} onPick={moveTo} />
        ))}
      </ul>
      <div className={dialogStyles.actions}>
        <Button kind="outlined" onPress={close}>
          Cancel
        </Button>
      </div>
    </Dialog>
  );
}

interface PlaceProps {
  readonly folder: Key;
  readonly depth: number;
  /** Where the folder is already. */
  readonly isNow: boolean;
  readonly onPick: (folder: Key) => void;
}

function Place({ folder: key, depth, isNow, onPick }: PlaceProps) {
  const folder = useFolder(key);
  if (folder === undefined) return null;
  return (
    <li>
      <button
        type="button"
        className={styles.place}
        style={{ paddingLeft: 10 + 14 * depth }}
        title={folder.name}
        disabled={isNow}
        onClick={() => {
          onPick(key);
        }}
      >
        <FolderIcon folder={folder} size={18} />
        <span dir="auto">{folder.name}</span>
      </button>
    </li>
  );
}
