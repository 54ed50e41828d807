import type { Key } from '#web/sync/library/keys.ts';
import { useClosePopup, useSetPopup } from '#web/state/popup.ts';
import { FolderIcon } from '#web/listing/items/folder-icon.tsx';
import { FolderList } from '#web/listing/folder-list.tsx';
import type { OutlineEntry } from '#web/listing/folder-outline.ts';
import { useActions, useFolder, useFoldersOf, useFolderTree, useLink } from '#web/hooks/library-hooks.ts';
import { shownName } from '#web/listing/items/link-text.ts';
import { BareCheckbox } from '#web/ui/bare-checkbox.tsx';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import dialogStyles from '#web/ui/dialog.module.css';
import { Dialog } from '#web/ui/dialog.tsx';

import styles from './link-folders-dialog.module.css';

/** The folder tree with a checkbox for each folder. Each click is saved immediately. */
export function LinkFoldersDialog({ linkId }: { readonly linkId: Key }) {
  const close = useClosePopup();
  const link = useLink(linkId);
  const tree = useFolderTree();
  const containing = new Set(useFoldersOf(linkId));
  return (
    <Dialog title="Link Folders" onClose={close}>
      {link === undefined ? null : <LinkText text={shownName(link.name, link.url)} />}
      {tree.visible.length === 0 ? (
        <NoFolders />
      ) : (
        <FolderList>
          {(entry) => <FolderCheckbox entry={entry} link={linkId} isChecked={containing.has(entry.folder)} />}
        </FolderList>
      )}
      <div className={dialogStyles.actions}>
        <Button kind="primary" onPress={close}>
          Done
        </Button>
      </div>
    </Dialog>
  );
}

function LinkText({ text }: { readonly text: string }) {
  return (
    <p className={classNames(dialogStyles.text, styles.link)} title={text} dir="auto">
      {text}
    </p>
  );
}

function NoFolders() {
  const setPopup = useSetPopup();
  return (
    <>
      <p>There are no folders yet.</p>
      <div>
        <Button
          kind="outlined"
          onPress={() => {
            setPopup({ kind: 'new-folder' });
          }}
        >
          New Folder
        </Button>
      </div>
    </>
  );
}

interface FolderCheckboxProps {
  readonly entry: OutlineEntry;
  readonly link: Key;
  readonly isChecked: boolean;
}

function FolderCheckbox({ entry: { folder: key, depth }, link, isChecked }: FolderCheckboxProps) {
  const actions = useActions();
  const folder = useFolder(key);
  if (folder === undefined) return null;
  const toggle = () => {
    if (isChecked) void actions.removeLinkFromFolder(link, key);
    else void actions.addLinkToFolder(link, key);
  };
  return (
    <div className={styles.row} style={{ paddingLeft: 14 * depth }}>
      <BareCheckbox label={folder.name} isSelected={isChecked} onToggle={toggle} />
      {/* Enlarges the click target. The checkbox has the accessible name. */}
      <span aria-hidden="true" className={styles.name} title={folder.name} onClick={toggle}>
        <FolderIcon folder={folder} size={18} />
        <span dir="auto">{folder.name}</span>
      </span>
    </div>
  );
}
