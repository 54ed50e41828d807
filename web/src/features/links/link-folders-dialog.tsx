import { useMemo, useState } from 'react';

import type { Key } from '#web/data/library/keys.ts';
import { useSetPopup } from '#web/data/popup/popup.ts';
import { FolderIcon } from '#web/listing/folder-icon.tsx';
import { folderOutline, type OutlineEntry } from '#web/listing/folder-outline.ts';
import {
  useActions,
  useFolder,
  useFoldersOf,
  useFolderTree,
  useLink,
} from '#web/data/react/library-hooks.ts';
import { shownName } from '#web/listing/link-text.ts';
import { BareCheckbox } from '#web/ui/bare-checkbox.tsx';
import { Button } from '#web/ui/button.tsx';
import dialogStyles from '#web/ui/dialog.module.css';
import { Dialog } from '#web/ui/dialog.tsx';

import styles from './link-folders-dialog.module.css';

/** The folder tree, ticked where the link is. Each tick counts at once. */
export function LinkFoldersDialog({ linkId }: { readonly linkId: Key }) {
  const setPopup = useSetPopup();
  const link = useLink(linkId);
  const tree = useFolderTree();
  const [text, setText] = useState('');
  const entries = useMemo(() => folderOutline(tree, text), [tree, text]);
  const ticked = new Set(useFoldersOf(linkId));
  const close = () => {
    setPopup(null);
  };
  return (
    <Dialog title="Link Folders" onClose={close}>
      {link === undefined ? null : <p className={dialogStyles.text}>{shownName(link.name, link.url)}</p>}
      {tree.visible.length === 0 ? (
        <NoFolders />
      ) : (
        <>
          <input
            type="search"
            className={styles.search}
            aria-label="search folders"
            placeholder="search folders"
            value={text}
            onChange={({ target }) => {
              setText(target.value);
            }}
          />
          <ul className={styles.tree} aria-label="Folders">
            {entries.map((entry) => (
              <FolderTick
                key={entry.folder}
                entry={entry}
                link={linkId}
                isTicked={ticked.has(entry.folder)}
              />
            ))}
            {entries.length === 0 ? <li className={dialogStyles.text}>No match</li> : null}
          </ul>
        </>
      )}
      <div className={dialogStyles.actions}>
        <Button kind="primary" onPress={close}>
          Done
        </Button>
      </div>
    </Dialog>
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

interface FolderTickProps {
  readonly entry: OutlineEntry;
  readonly link: Key;
  readonly isTicked: boolean;
}

function FolderTick({ entry: { folder: key, depth }, link, isTicked }: FolderTickProps) {
  const actions = useActions();
  const folder = useFolder(key);
  if (folder === undefined) return null;
  const toggle = () => {
    if (isTicked) void actions.removeLinkFromFolder(link, key);
    else void actions.addLinkToFolder(link, key);
  };
  return (
    <li className={styles.row} style={{ paddingLeft: 14 * depth }}>
      <BareCheckbox label={folder.name} isSelected={isTicked} onToggle={toggle} />
      {/* The checkbox has the name; this is more room to press it. */}
      <span aria-hidden="true" className={styles.name} title={folder.name} onClick={toggle}>
        <FolderIcon folder={folder} size={18} />
        <span>{folder.name}</span>
      </span>
    </li>
  );
}
