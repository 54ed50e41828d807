import { ROOT_FOLDER_ID } from '@foldmark/library/entities/limits';
import type { ReactNode } from 'react';

import { useFolder } from '#web/hooks/library-hooks.ts';
import type { OutlineEntry } from '@foldmark/library/memory/folder-outline';
import type { Key } from '@foldmark/library/memory/keys';
import boxStyles from '#web/ui/fields/bare-checkbox.module.css';
import { classNames } from '#web/ui/style/class-names.ts';

import styles from './folder-list.module.css';
import { FolderIcon } from '../items/folder-icon.tsx';

/** The entry for the root. */
export interface RootEntry {
  readonly icon: ReactNode;
  readonly name: string;
}

interface FolderListRowProps {
  /** The id of its button or checkbox. */
  readonly id: string;
  readonly entry: OutlineEntry;
  readonly root: RootEntry | undefined;
  readonly top: number;
  /** Whether the arrow keys have moved here. */
  readonly isActive: boolean;
  /** Only one row is in the tab order. */
  readonly isTabStop: boolean;
  /** Undefined for a list of buttons. */
  readonly isChecked: boolean | undefined;
  readonly isDisabled: boolean;
  /** Shown after the name while a search hides the tree. Empty for a folder in the root. */
  readonly parentPath: string;
  readonly onPick: (folder: Key) => void;
  readonly onFocus: (folder: Key) => void;
}

/** A row with a folder to check or to pick, or with the root. */
export function FolderListRow(props: FolderListRowProps) {
  const { id, entry, root, top, isActive, isTabStop, isChecked, isDisabled, parentPath, onPick, onFocus } =
    props;
  const { folder: key, level, position, siblings } = entry;
  const folder = useFolder(key);
  const isRoot = key === ROOT_FOLDER_ID;
  const name = isRoot ? root?.name : folder?.name;
  if (name === undefined) return null;
  const control = {
    id,
    title: parentPath === '' ? name : `${parentPath} / ${name}`,
    disabled: isDisabled,
    tabIndex: isTabStop ? 0 : -1,
    onFocus: () => {
      onFocus(key);
    },
  };
  const pick = () => {
    onPick(key);
  };
  const className = classNames(styles.choice, isActive && styles.active);
  const style = { paddingLeft: `min(${10 + 14 * (level - 1)}px, 50%)` };
  const content = (
    <>
      {folder === undefined ? root?.icon : <FolderIcon folder={folder} size={18} />}
      <span className="one-line" dir="auto">
        {name}
        {parentPath === '' ? null : (
          <span className={styles.place} aria-hidden="true">
            {` in ${parentPath}`}
          </span>
        )}
      </span>
    </>
  );
  return (
    <li
      className={styles.row}
      style={{ top }}
      {...(isRoot ? {} : { 'aria-level': level, 'aria-posinset': position, 'aria-setsize': siblings })}
    >
      {isChecked === undefined ? (
        <button type="button" {...control} className={className} style={style} onClick={pick}>
          {content}
        </button>
      ) : (
        <label className={className} style={style}>
          <input {...control} type="checkbox" className={boxStyles.box} checked={isChecked} onChange={pick} />
          {content}
        </label>
      )}
    </li>
  );
}
