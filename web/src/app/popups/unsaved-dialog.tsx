import { useAsides } from '#web/hooks/library-hooks.ts';
import { useClosePopup } from '#web/state/popup.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import dialogStyles from '#web/ui/dialogs/dialog.module.css';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';

import styles from './unsaved-dialog.module.css';

/** Lists the changes that the server could not make. The user decides about each of them. */
export function UnsavedDialog() {
  const close = useClosePopup();
  const asides = useAsides();
  const closeAfterLast = () => {
    if (asides.length === 1) close();
  };
  return (
    <Dialog title="Couldn't be saved" onClose={close}>
      <p className={dialogStyles.text}>
        These changes are kept in this browser. Try them again, or discard them.
      </p>
      <ul className={styles.list}>
        {asides.map(({ id, title, names, reasons, retry, discard }) => (
          <li key={id} className={styles.change}>
            <p className={styles.title}>{title}</p>
            <p className={styles.names}>{names.join(', ')}</p>
            {reasons.map((reason) => (
              <p key={reason} className={styles.reason}>
                {reason}
              </p>
            ))}
            <div className={dialogStyles.actions}>
              <Button
                kind="outlined"
                label={`Discard: ${names.join(', ')}`}
                onPress={() => {
                  closeAfterLast();
                  discard();
                }}
              >
                Discard
              </Button>
              <Button
                kind="primary"
                label={`Try again: ${names.join(', ')}`}
                onPress={() => {
                  closeAfterLast();
                  retry();
                }}
              >
                Try again
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {asides.length > 1 && (
        <div className={dialogStyles.actions}>
          <Button
            kind="primary"
            onPress={() => {
              close();
              for (const { retry } of asides) retry();
            }}
          >
            Try all again
          </Button>
        </div>
      )}
    </Dialog>
  );
}
