import { type ComponentType, useState } from 'react';

import { Button } from '#web/ui/buttons/button.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';

import styles from './settings.module.css';

export interface AccountFormProps {
  /** The current email of the account. */
  readonly email: string;
  /** Closes the form and shows the outcome to the user. */
  readonly onDone: (outcome: string) => void;
  readonly onCancel: () => void;
}

interface AccountChangeProps {
  /** The label of the button and the title of its dialog. */
  readonly label: string;
  readonly email: string;
  readonly Form: ComponentType<AccountFormProps>;
}

/** A button that opens a form in a dialog. Shows the outcome below the button. */
export function AccountChange({ label, email, Form }: AccountChangeProps) {
  const [isOpen, setOpen] = useState(false);
  const [outcome, setOutcome] = useState('');
  const close = () => {
    setOpen(false);
  };
  return (
    <div className={styles.actions}>
      <Button
        kind="outlined"
        onPress={() => {
          setOutcome('');
          setOpen(true);
        }}
      >
        {label}
      </Button>
      <p className={styles.text} role="status">
        {outcome}
      </p>
      {isOpen ? (
        <Dialog title={label} onClose={close}>
          <Form
            email={email}
            onDone={(text) => {
              setOutcome(text);
              close();
            }}
            onCancel={close}
          />
        </Dialog>
      ) : null}
    </div>
  );
}
