import { ROOT_FOLDER_ID } from '@foldmark/library/entities/limits';
import { House } from 'lucide-react';
import { useState } from 'react';

import { useFolderTree } from '#web/hooks/library-hooks.ts';
import { FolderList } from '#web/listing/picker/folder-list.tsx';
import type { Key } from '@foldmark/library/memory/keys';
import { Button } from '#web/ui/buttons/button.tsx';
import dialogStyles from '#web/ui/dialogs/dialog.module.css';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';

import styles from './import.module.css';

const TOP = { icon: <House aria-hidden="true" />, name: 'Top of your library' };

interface TargetFolderProps {
  readonly folder: Key;
  readonly onChange: (folder: Key) => void;
}

/** The folder to import into. */
export function TargetFolder({ folder, onChange }: TargetFolderProps) {
  const tree = useFolderTree();
  const [isOpen, setOpen] = useState(false);
  const close = () => {
    setOpen(false);
  };
  const pick = (picked: Key) => {
    close();
    onChange(picked);
  };
  return (
    <div className={styles.target}>
      <p>
        Import into{' '}
        <strong dir="auto">
          {folder === ROOT_FOLDER_ID ? 'the top of your library' : tree.name(folder)}
        </strong>
      </p>
      <Button
        kind="outlined"
        onPress={() => {
          setOpen(true);
        }}
      >
        Choose a folder
      </Button>
      {isOpen ? (
        <Dialog title="Import into" onClose={close}>
          <FolderList root={TOP} initial={folder} onPick={pick} />
          <div className={dialogStyles.actions}>
            <Button kind="outlined" onPress={close}>
              Cancel
            </Button>
          </div>
        </Dialog>
      ) : null}
    </div>
  );
}
