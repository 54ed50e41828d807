import { Dialog } from '#web/ui/dialog.tsx';

import styles from './shortcuts-dialog.module.css';

const SHORTCUTS = [
  ['n', 'New link'],
  ['f', 'New folder'],
  ['/', 'Search my links'],
  ['Esc', 'Clear the search, close what is open'],
  ['↑ ↓', 'Go through the list'],
  ['← →', 'Go through a row'],
  ['Space', 'Select a link; with Shift up to there'],
  ['Enter', 'Open a link'],
  ['?', 'This list'],
] as const;

export function ShortcutsDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <dl className={styles.list}>
        {SHORTCUTS.map(([key, what]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
