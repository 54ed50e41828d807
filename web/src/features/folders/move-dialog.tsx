import { House } from 'lucide-react';
import { type ComponentProps, useMemo } from 'react';

import { useCommandContext } from '#web/commands/command-context.ts';
import { countOf, type Items } from '@foldmark/library/memory/items';
import type { FolderTree } from '@foldmark/library/memory/folder-tree';
import type { Key } from '@foldmark/library/memory/keys';
import type { Library } from '@foldmark/library/memory/library';
import type { PopupOf } from '#web/state/client-state.ts';
import { useClosePopup } from '#web/state/popup.ts';
import { useFolderTree, useLibrary } from '#web/hooks/library-hooks.ts';
import { countText, itemCountText } from '@foldmark/library/text/count-text';
import { FolderList } from '#web/listing/picker/folder-list.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import styles from '#web/ui/dialogs/dialog.module.css';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';

const ROOT = { icon: <House aria-hidden="true" />, name: 'Move to root' };

/** An alternative to dragging. */
export function MoveDialog({ items, from }: Omit<PopupOf<'move'>, 'kind'>) {
  const tree = useFolderTree();
  const { move } = useCommandContext().gestures;
  const isCurrent = useIsCurrent(items, from);
  const accepts = useMemo(() => {
    const moved = new Set(items.folders);
    return (folder: Key) => !moved.has(folder);
  }, [items.folders]);
  return (
    <PickDialog
      title={titleOf(items, tree)}
      text={useLeaves(items, from)}
      {...(items.links.length > 0 ? {} : { root: ROOT })}
      accepts={accepts}
      isDisabled={isCurrent}
      onPick={(folder, step) => {
        move(items, from, folder, step);
      }}
    />
  );
}

/** Adds links to a folder. They stay in the folders they are in. */
export function AddToFolderDialog({ links }: Omit<PopupOf<'add-to-folder'>, 'kind'>) {
  const library = useLibrary();
  const { addToFolder } = useCommandContext().gestures;
  return (
    <PickDialog
      title={
        links.length === 1 ? 'Add link to a folder' : `Add ${countText(links.length, 'link')} to a folder`
      }
      text={null}
      isDisabled={(folder) => links.every((link) => library.isMember(folder, link))}
      onPick={(folder, step) => {
        addToFolder(links, folder, step);
      }}
    />
  );
}

interface PickDialogProps extends ComponentProps<typeof FolderList> {
  readonly title: string;
  readonly text: string | null;
}

function PickDialog({ title, text, onPick, ...list }: PickDialogProps) {
  const close = useClosePopup();
  return (
    <Dialog title={title} onClose={close}>
      {text === null ? null : (
        <p className={styles.text} dir="auto">
          {text}
        </p>
      )}
      <FolderList
        empty="No folders yet"
        {...list}
        onPick={(folder, step) => {
          close();
          onPick(folder, step);
        }}
      />
      <div className={styles.actions}>
        <Button kind="outlined" onPress={close}>
          Cancel
        </Button>
      </div>
    </Dialog>
  );
}

/** Whether all the items are in a folder already, and the links in no other one that they would leave. */
function useIsCurrent({ folders, links }: Items, from: Key | null): (folder: Key) => boolean {
  const library = useLibrary();
  const { tree } = library;
  return (folder) => {
    if (links.length === 0) return folders.every((moved) => tree.parent(moved) === folder);
    if (from !== null) return folder === from;
    return folders.length === 0 && links.every((link) => isOnlyIn(library, link, folder));
  };
}

/** Names the folders that links leave, except for the chosen one, if they are moved from a list of several folders. Null if it is clear. */
function useLeaves({ links }: Items, from: Key | null): string | null {
  const library = useLibrary();
  const [link] = links;
  if (from !== null || link === undefined) return null;
  if (links.length > 1) return 'They leave their other folders.';
  const names = library.visibleFoldersOf(link).map((folder) => library.tree.name(folder));
  return names.length === 0 ? null : `It leaves its other folders: ${names.join(', ')}.`;
}

function isOnlyIn(library: Library, link: Key, folder: Key): boolean {
  const folders = library.visibleFoldersOf(link);
  return folders.length === 1 && folders[0] === folder;
}

function titleOf(items: Items, tree: FolderTree): string {
  const [folder] = items.folders;
  if (folder !== undefined && countOf(items) === 1) return `Move ${tree.name(folder)}`;
  return `Move ${countOf(items) === 1 ? 'link' : itemCountText(items)}`;
}
