import { Button } from '../buttons/button.tsx';
import styles from './dialog.module.css';
import { Dialog } from './dialog.tsx';

interface ConfirmBoxProps {
  readonly title: string;
  readonly text: string;
  readonly confirm: string;
  /** Confirming destroys something, by default. */
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
          // Enter confirms, unless that destroys something.
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
