import type { ReactNode } from 'react';

import type { Key } from '#web/sync/library/keys.ts';
import { useFolder } from '#web/hooks/library-hooks.ts';

import { FolderIcon } from './items/folder-icon.tsx';
import styles from './folder-list.module.css';
import type { OutlineEntry } from './folder-outline.ts';

interface ChoiceProps {
  readonly icon: ReactNode;
  readonly name: string;
  readonly depth?: number;
  readonly isDisabled?: boolean;
  readonly onPick: () => void;
}

/** An entry of a FolderList. */
export function Choice({ icon, name, depth = 0, isDisabled = false, onPick }: ChoiceProps) {
  return (
    <button
      type="button"
      className={styles.choice}
      style={{ paddingLeft: 10 + 14 * depth }}
      title={name}
      disabled={isDisabled}
      onClick={onPick}
    >
      {icon}
      <span dir="auto">{name}</span>
    </button>
  );
}

interface FolderChoiceProps {
  readonly entry: OutlineEntry;
  readonly isDisabled?: boolean;
  readonly onPick: (folder: Key) => void;
}

export function FolderChoice({ entry: { folder: key, depth }, isDisabled, onPick }: FolderChoiceProps) {
  const folder = useFolder(key);
  if (folder === undefined) return null;
  return (
    <Choice
      icon={<FolderIcon folder={folder} size={18} />}
      name={folder.name}
      depth={depth}
      isDisabled={isDisabled ?? false}
      onPick={() => {
        onPick(key);
      }}
    />
  );
}
