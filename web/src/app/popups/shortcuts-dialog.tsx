import { shownKey } from '#web/commands/key-names.ts';
import { HELP } from '#web/commands/keyed-commands.ts';
import { useClosePopup } from '#web/state/popup.ts';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';

import styles from './shortcuts-dialog.module.css';

export function ShortcutsDialog() {
  const close = useClosePopup();
  return (
    <Dialog title="Keyboard shortcuts" onClose={close}>
      <dl className={styles.list}>
        {HELP.map(({ help, helpKey, keys: [key = ''] = [] }) => (
          <div key={help}>
            <dt>
              <kbd>{shownKey(helpKey ?? key)}</kbd>
            </dt>
            <dd>{help}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
