import { useMemo, useState, type RefObject } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Popover } from 'react-aria-components/Popover';

import type { Key } from '#web/data/library/keys.ts';
import menuStyles from '#web/ui/menu.module.css';

import { FolderIcon } from './folder-icon.tsx';
import { folderOutline, type OutlineEntry } from './folder-outline.ts';
import styles from './folder-picker.module.css';
import { useFolder, useFolderTree } from '#web/data/react/library-hooks.ts';

interface FolderPickerProps {
  readonly triggerRef: RefObject<HTMLElement | null>;
  readonly onPick: (folder: Key) => void;
  readonly onClose: () => void;
}

export function FolderPicker({ triggerRef, onPick, onClose }: FolderPickerProps) {
  const tree = useFolderTree();
  const [text, setText] = useState('');
  const entries = useMemo(() => folderOutline(tree, text), [tree, text]);
  return (
    <Popover
      className={menuStyles.popover ?? ''}
      triggerRef={triggerRef}
      placement="bottom end"
      offset={4}
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
    >
      <Dialog className={styles.picker ?? ''} aria-label="Add to folder">
        <input
          type="search"
          className={styles.search}
          placeholder="search folders"
          aria-label="search folders"
          // The field is why the picker was opened.
          autoFocus
          value={text}
          onChange={({ target }) => {
            setText(target.value);
          }}
        />
        <ul className={styles.list}>
          {entries.map((entry) => (
            <FolderChoice key={entry.folder} entry={entry} onPick={onPick} />
          ))}
        </ul>
        {entries.length === 0 ? (
          <p className={styles.none}>{text.trim() === '' ? 'No folders yet' : 'No match'}</p>
        ) : null}
      </Dialog>
    </Popover>
  );
}

interface FolderChoiceProps {
  readonly entry: OutlineEntry;
  readonly onPick: (folder: Key) => void;
}

function FolderChoice({ entry: { folder: key, depth }, onPick }: FolderChoiceProps) {
  const folder = useFolder(key);
  if (folder === undefined) return null;
  return (
    <li>
      <button
        type="button"
        className={styles.choice}
        style={{ paddingLeft: 10 + 14 * depth }}
        title={folder.name}
        onClick={() => {
          onPick(key);
        }}
      >
        <FolderIcon folder={folder} size={16} />
        <span>{folder.name}</span>
      </button>
    </li>
  );
}
