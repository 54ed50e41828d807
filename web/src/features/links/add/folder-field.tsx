import { CircleSlash2, ChevronDown, Folder } from 'lucide-react';
import { ROOT_FOLDER_ID } from '@foldmark/library/entities/limits';
import { useRef, useState } from 'react';

import { useFolderTree } from '#web/hooks/library-hooks.ts';
import { FolderPicker } from '#web/listing/picker/folder-picker.tsx';
import type { Key } from '@foldmark/library/memory/keys';
import { buttonClass } from '#web/ui/buttons/button-class.ts';

import styles from './folder-field.module.css';

const NO_FOLDER = { icon: <CircleSlash2 aria-hidden="true" />, name: 'No folder' };

interface FolderFieldProps {
  /** Null for none. */
  readonly folder: Key | null;
  /** For a folder that was just created, `step` is the gesture that created it. */
  readonly onChange: (folder: Key | null, step?: string) => void;
}

/** The folder of a new link, with a picker for another folder. */
export function FolderField({ folder, onChange }: FolderFieldProps) {
  const tree = useFolderTree();
  const [isOpen, setOpen] = useState(false);
  const triggerRef = useRef<HTMLButtonElement>(null);
  const name = folder === null ? NO_FOLDER.name : tree.name(folder);
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
          Folder: {name}
        </span>
        <ChevronDown aria-hidden="true" />
      </button>
      {isOpen ? (
        <FolderPicker
          label="Choose a folder"
          triggerRef={triggerRef}
          placement="bottom start"
          root={NO_FOLDER}
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
