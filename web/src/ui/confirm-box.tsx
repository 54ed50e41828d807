import { Button } from './button.tsx';
import styles from './dialog.module.css';
import { Dialog } from './dialog.tsx';

interface ConfirmBoxProps {
  readonly title: string;
  readonly text: string;
  readonly confirm: string;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

export function ConfirmBox({ title, text, confirm, onConfirm, onClose }: ConfirmBoxProps) {
  return (
    <Dialog title={title} role="alertdialog" onClose={onClose}>
      <p className={styles.text}>{text}</p>
      <div className={styles.actions}>
        <Button kind="outlined" onPress={onClose}>
          Cancel
        </Button>
        <Button
          kind="danger"
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
