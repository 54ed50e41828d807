import { ROOT_FOLDER_ID } from '@foldmark/contract/limits';
import { House } from 'lucide-react';

import { countOf, type Items } from '#web/sync/library/items.ts';
import type { FolderTree } from '#web/sync/library/folder-tree.ts';
import type { Key } from '#web/sync/library/keys.ts';
import type { PopupOf } from '#web/state/client-state.ts';
import { useClosePopup } from '#web/state/popup.ts';
import { useFolderTree } from '#web/hooks/library-hooks.ts';
import { useItemActions } from '#web/listing/items/use-item-actions.ts';
import { itemCountText } from '#web/listing/items/count-text.ts';
import { Choice, FolderChoice } from '#web/listing/folder-choice.tsx';
import { FolderList } from '#web/listing/folder-list.tsx';
import { Button } from '#web/ui/button.tsx';
import styles from '#web/ui/dialog.module.css';
import { Dialog } from '#web/ui/dialog.tsx';

/** An alternative to dragging. Links of no folder are added to the chosen one. */
export function MoveDialog({ items, from, onDone }: Omit<PopupOf<'move'>, 'kind'>) {
  const close = useClosePopup();
  const tree = useFolderTree();
  const { move, addToFolder } = useItemActions();
  const isAdding = from === null && items.folders.length === 0;
  const isCurrent = (folder: Key) =>
    items.links.length > 0 ? folder === from : items.folders.every((moved) => tree.parent(moved) === folder);
  const pick = (folder: Key) => {
    close();
    if (isAdding) addToFolder(items.links, folder);
    else move(items, from, folder);
    onDone?.();
  };
  const root =
    items.links.length > 0 ? undefined : (
      <Choice
        icon={<House aria-hidden="true" />}
        name="Move to root"
        isDisabled={isCurrent(ROOT_FOLDER_ID)}
        onPick={() => {
          pick(ROOT_FOLDER_ID);
        }}
      />
    );
  return (
    <Dialog title={titleOf(items, isAdding, tree)} onClose={close}>
      <FolderList
        first={root}
        empty="No folders yet"
        accepts={(folder) => items.folders.every((moved) => tree.canMove(moved, folder))}
      >
        {(entry) => <FolderChoice entry={entry} isDisabled={isCurrent(entry.folder)} onPick={pick} />}
      </FolderList>
      <div className={styles.actions}>
        <Button kind="outlined" onPress={close}>
          Cancel
        </Button>
      </div>
    </Dialog>
  );
}

function titleOf(items: Items, isAdding: boolean, tree: FolderTree): string {
  const [folder] = items.folders;
  if (folder !== undefined && countOf(items) === 1) return `Move ${tree.name(folder)}`;
  const subject = countOf(items) === 1 ? 'link' : itemCountText(items);
  return isAdding ? `Add ${subject} to a folder` : `Move ${subject}`;
}
