import { Button } from '../buttons/button.tsx';
import styles from './dialog.module.css';
import { Dialog } from './dialog.tsx';

interface ConfirmBoxProps {
  readonly title: string;
  readonly text: string;
  readonly confirm: string;
  /** Defaults to 'danger', for an action that destroys something. */
  readonly kind?: 'danger' | 'primary';
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

export function ConfirmBox(props: ConfirmBoxProps) {
  const { title, text, confirm, kind = 'danger', onConfirm, onClose } = props;
  return (
    <Dialog title={title} role="alertdialog" onClose={onClose}>
      <p className={styles.text}>{text}</p>
      <div className={styles.actions}>
        <Button kind="outlined" onPress={onClose}>
          Cancel
        </Button>
        <Button
          kind={kind}
          // Enter confirms, unless the action is dangerous.
          autoFocus={kind !== 'danger'}
          onPress={() => {
            onClose();
            onConfirm();
          }}
        >
          {confirm}
        </Button>
      </div>
    </Dialog>
  );
}
