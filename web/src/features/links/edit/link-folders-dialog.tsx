import type { Key } from '@foldmark/library/memory/keys';
import { useAppCommand } from '#web/commands/use-app-command.ts';
import { useClosePopup } from '#web/state/popup.ts';
import { FolderList } from '#web/listing/picker/folder-list.tsx';
import { useActions, useFoldersOf, useFolderTree, useLink } from '#web/hooks/library-hooks.ts';
import { shownName } from '@foldmark/library/entities/link-text';
import { Button } from '#web/ui/buttons/button.tsx';
import { classNames } from '#web/ui/style/class-names.ts';
import dialogStyles from '#web/ui/dialogs/dialog.module.css';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';

import styles from './link-folders-dialog.module.css';

/** The folder tree with a checkbox for each folder. Each change is saved immediately. */
export function LinkFoldersDialog({ linkId }: { readonly linkId: Key }) {
  const close = useClosePopup();
  const link = useLink(linkId);
  const tree = useFolderTree();
  const actions = useActions();
  const containing = new Set(useFoldersOf(linkId));
  return (
    <Dialog title="Link Folders" onClose={close}>
      {link === undefined ? null : <LinkText text={shownName(link.name, link.url)} />}
      {tree.visible.length === 0 ? <NoFolders /> : null}
      <FolderList
        checked={containing}
        onPick={(folder, step) => {
          if (containing.has(folder)) void actions.removeLinkFromFolder(linkId, folder);
          else void actions.addLinkToFolder(linkId, folder, step === undefined ? {} : { step });
        }}
      />
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
  const { label, run } = useAppCommand('new-folder');
  return (
    <>
      <p>There are no folders yet.</p>
      <div>
        <Button kind="outlined" onPress={run}>
          {label}
        </Button>
      </div>
    </>
  );
}
