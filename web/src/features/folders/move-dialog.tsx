import { House } from 'lucide-react';
import { useMemo } from 'react';

import { useCommandContext } from '#web/commands/command-context.ts';
import { countOf, type Items } from '@foldmark/library/memory/items';
import type { FolderTree } from '@foldmark/library/memory/folder-tree';
import type { Key } from '@foldmark/library/memory/keys';
import type { PopupOf } from '#web/state/client-state.ts';
import { useClosePopup } from '#web/state/popup.ts';
import { useFolderTree } from '#web/hooks/library-hooks.ts';
import { itemCountText } from '#web/sync/count-text.ts';
import { FolderList } from '#web/listing/picker/folder-list.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import styles from '#web/ui/dialogs/dialog.module.css';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';

const ROOT = { icon: <House aria-hidden="true" />, name: 'Move to root' };

/** An alternative to dragging. Links from a list without a folder are added to the chosen one. */
export function MoveDialog({ items, from, onDone }: Omit<PopupOf<'move'>, 'kind'>) {
  const close = useClosePopup();
  const tree = useFolderTree();
  const { move, addToFolder } = useCommandContext().gestures;
  const isAdding = from === null && items.folders.length === 0;
  const isCurrent = (folder: Key) =>
    items.links.length > 0 ? folder === from : items.folders.every((moved) => tree.parent(moved) === folder);
  const accepts = useMemo(() => {
    const moved = new Set(items.folders);
    return (folder: Key) => !moved.has(folder);
  }, [items.folders]);
  const pick = (folder: Key, step?: string) => {
    close();
    if (isAdding) addToFolder(items.links, folder, step);
    else move(items, from, folder, step);
    onDone?.();
  };
  return (
    <Dialog title={titleOf(items, isAdding, tree)} onClose={close}>
      <FolderList
        {...(items.links.length > 0 ? {} : { root: ROOT })}
        empty="No folders yet"
        accepts={accepts}
        isDisabled={isCurrent}
        onPick={pick}
      />
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
