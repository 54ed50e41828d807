import { ROOT_FOLDER_ID } from '@foldmark/contract/limits';
import { House } from 'lucide-react';

import type { Key } from '#web/sync/library/keys.ts';
import { useClosePopup } from '#web/state/popup.ts';
import { useFolderTree } from '#web/hooks/library-hooks.ts';
import { useMoveFolder } from '#web/listing/items/use-move-folder.ts';
import { Choice, FolderChoice } from '#web/listing/folder-choice.tsx';
import { FolderList } from '#web/listing/folder-list.tsx';
import { Button } from '#web/ui/button.tsx';
import styles from '#web/ui/dialog.module.css';
import { Dialog } from '#web/ui/dialog.tsx';

/** An alternative to dragging a folder. */
export function MoveFolderDialog({ folderId }: { readonly folderId: Key }) {
  const close = useClosePopup();
  const tree = useFolderTree();
  const moveFolder = useMoveFolder();
  const currentParent = tree.parent(folderId);
  const moveTo = (parent: Key) => {
    close();
    void moveFolder(folderId, parent);
  };
  const root = (
    <Choice
      icon={<House aria-hidden="true" />}
      name="Move to root"
      isDisabled={currentParent === ROOT_FOLDER_ID}
      onPick={() => {
        moveTo(ROOT_FOLDER_ID);
      }}
    />
  );
  return (
    <Dialog title={`Move ${tree.name(folderId)}`} onClose={close}>
      <FolderList first={root} accepts={(folder) => tree.canMove(folderId, folder)}>
        {(entry) => (
          <FolderChoice entry={entry} isDisabled={entry.folder === currentParent} onPick={moveTo} />
        )}
      </FolderList>
      <div className={styles.actions}>
        <Button kind="outlined" onPress={close}>
          Cancel
        </Button>
      </div>
    </Dialog>
  );
}
