import { Dialog } from '#web/ui/dialog.tsx';

import styles from './shortcuts-dialog.module.css';

/** The key of commands on this device. */
const COMMAND = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl';

const SHORTCUTS = [
  ['n', 'New link'],
  ['f', 'New folder'],
  ['/', 'Search my links'],
  [`${COMMAND} K`, 'Go to a folder, link or command'],
  [`${COMMAND} V`, 'Add the copied urls as links'],
  ['Esc', 'Clear the search, or close a dialog or menu'],
  ['↑ ↓', 'Move through the list'],
  ['← →', 'Move within a row'],
  ['Space', 'Select a row; with Shift, select a range'],
  [`${COMMAND} A`, 'Select the whole list'],
  ['Enter', 'Open a link or folder'],
  ['s', 'Add to favorites, or remove'],
  ['m', 'Move to a folder'],
  ['r', 'Remove from the folder; in the trash, restore'],
  ['Delete', 'Move to the trash; in the trash, delete forever'],
  [`${COMMAND} Z`, 'Undo'],
  [`Shift ${COMMAND} Z`, 'Redo'],
  ['?', 'Show these shortcuts'],
] as const;

export function ShortcutsDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <dl className={styles.list}>
        {SHORTCUTS.map(([key, effect]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{effect}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
