import { STATUS_ACTIVE, STATUS_TRASHED } from '@foldmark/library/entities/limits';

import { useLibrary, useLink } from '#web/hooks/library-hooks.ts';
import { countText } from '@foldmark/library/text/count-text';
import { shownName } from '@foldmark/library/entities/link-text';
import { type PopupOf, useClientState } from '#web/state/client-state.ts';
import { useClosePopup } from '#web/state/popup.ts';
import type { Key } from '@foldmark/library/memory/keys';
import { Button } from '#web/ui/buttons/button.tsx';
import dialogStyles from '#web/ui/dialogs/dialog.module.css';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';

import { OpenLink } from './open-link.tsx';
import styles from './saved-notice.module.css';
import { SavedPlace } from './saved-place.tsx';
import { leftOutText, pastedText, pastedTitle } from './saved-text.ts';
import { useSavedActions } from './use-saved-actions.ts';

/** More rows would make the dialog slow. */
const ROWS_MAX_COUNT = 100;

type SavedLinksDialogProps = Omit<PopupOf<'saved-links'>, 'kind'>;

/** Lists the pasted urls that were not added because they are already saved. */
export function SavedLinksDialog({ saved, pasted, folder, details, onSave }: SavedLinksDialogProps) {
  const close = useClosePopup();
  const { toasts } = useClientState();
  const dismiss = () => {
    close();
    // The user may have pressed Escape by accident, and the clipboard may have changed.
    toasts.show({ title: leftOutText(saved), action: { label: 'Save anyway', run: onSave } });
  };
  const rest = saved.length - ROWS_MAX_COUNT;
  return (
    <Dialog title={pastedTitle(saved, pasted)} onClose={dismiss}>
      {[pastedText(saved.length, pasted), ...details].map((text) => (
        <p key={text} className={dialogStyles.text}>
          {text}
        </p>
      ))}
      <ul className={styles.list} aria-label="Saved links">
        {saved.slice(0, ROWS_MAX_COUNT).map(({ url, link }) => (
          <SavedRow key={url} url={url} linkId={link} folder={folder} onOpen={close} />
        ))}
      </ul>
      {rest > 0 ? <p className={dialogStyles.text}>{countText(rest, 'link')} more.</p> : null}
      <div className={dialogStyles.actions}>
        <Button
          kind="outlined"
          onPress={() => {
            close();
            onSave();
          }}
        >
          Save anyway
        </Button>
        {folder === null ? null : <AddButton saved={saved} folder={folder} onDone={close} />}
        <Button kind="primary" onPress={close}>
          Done
        </Button>
      </div>
    </Dialog>
  );
}

interface SavedRowProps {
  readonly url: string;
  readonly linkId: Key;
  readonly folder: Key | null;
  readonly onOpen: () => void;
}

function SavedRow({ url, linkId, folder, onOpen }: SavedRowProps) {
  const link = useLink(linkId);
  const { restore } = useSavedActions();
  if (link === undefined) return null;
  const name = shownName(link.name, link.url);
  return (
    <li className={styles.notice}>
      <SavedPlace linkId={linkId} link={link} url={url} />
      <div className={styles.actions}>
        {link.status_id === STATUS_TRASHED ? (
          <Button
            kind="outlined"
            label={`Restore ${name}`}
            onPress={() => {
              restore(linkId, folder);
            }}
          >
            Restore
          </Button>
        ) : null}
        <OpenLink id={link.link_id} label={`Open ${name}`} onOpen={onOpen} />
      </div>
    </li>
  );
}

interface AddButtonProps {
  readonly saved: SavedLinksDialogProps['saved'];
  readonly folder: Key;
  readonly onDone: () => void;
}

/** Adds the saved links that are not in the trash to the folder of the paste. */
function AddButton({ saved, folder, onDone }: AddButtonProps) {
  const library = useLibrary();
  const { add } = useSavedActions();
  const links = [...new Set(saved.map(({ link }) => link))];
  if (links.every((link) => library.isMember(folder, link))) return null;
  return (
    <Button
      kind="outlined"
      onPress={() => {
        onDone();
        add(
          links.filter((link) => library.link(link)?.status_id === STATUS_ACTIVE),
          folder,
        );
      }}
    >
      Add to this folder
    </Button>
  );
}
