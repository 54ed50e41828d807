import { Dialog } from '#web/ui/dialog.tsx';

import styles from './shortcuts-dialog.module.css';

const SHORTCUTS = [
  ['n', 'New link'],
  ['f', 'New folder'],
  ['/', 'Search my links'],
  ['Esc', 'Clear the search, or close a dialog or menu'],
  ['↑ ↓', 'Move through the list'],
  ['← →', 'Move within a row'],
  ['Space', 'Select a row; with Shift, select a range'],
  ['Enter', 'Open a link or folder'],
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
