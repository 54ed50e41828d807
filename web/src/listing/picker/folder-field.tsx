import { ChevronDown, Folder } from 'lucide-react';
import { ROOT_FOLDER_ID } from '@foldmark/library/entities/limits';
import { useRef, useState } from 'react';

import { useFolderTree } from '#web/hooks/library-hooks.ts';
import type { Key } from '@foldmark/library/memory/keys';
import { buttonClass } from '#web/ui/buttons/button-class.ts';

import styles from './folder-field.module.css';
import type { RootEntry } from './folder-list-row.tsx';
import { FolderPicker } from './folder-picker.tsx';

interface FolderFieldProps {
  readonly label: string;
  /** The entry for no folder. */
  readonly none: RootEntry;
  /** Null for none. */
  readonly folder: Key | null;
  /** For a folder that was just created, `step` is the gesture that created it. */
  readonly onChange: (folder: Key | null, step?: string) => void;
}

/** The folder of a new link or folder, with a picker for another folder. */
export function FolderField({ label, none, folder, onChange }: FolderFieldProps) {
  const tree = useFolderTree();
  const [isOpen, setOpen] = useState(false);
  const triggerRef = useRef<HTMLButtonElement>(null);
  const name = folder === null ? none.name : tree.name(folder);
  const close = () => {
    setOpen(false);
  };
  return (
    <div className={styles.field}>
      <button
        ref={triggerRef}
        type="button"
        className={buttonClass('quiet', styles.trigger)}
        title={name}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => {
          setOpen(true);
        }}
      >
        <Folder aria-hidden="true" />
        <span className="one-line" dir="auto">
          {label}: {name}
        </span>
        <ChevronDown aria-hidden="true" />
      </button>
      {isOpen ? (
        <FolderPicker
          label="Choose a folder"
          triggerRef={triggerRef}
          placement="bottom start"
          root={none}
          initial={folder}
          onClose={close}
          onPick={(picked, step) => {
            close();
            onChange(picked === ROOT_FOLDER_ID ? null : picked, step);
          }}
        />
      ) : null}
    </div>
  );
}
