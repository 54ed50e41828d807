import { useState } from 'react';
import { useNavigate } from 'react-router-dom';

import { deleteAccount } from '#web/account/account-deletion.ts';
import { useServices } from '#web/hooks/services.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { DialogForm } from '#web/ui/dialogs/dialog-form.tsx';
import dialogStyles from '#web/ui/dialogs/dialog.module.css';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { useForm } from '#web/ui/fields/use-form.ts';

import styles from './settings.module.css';

interface DeleteAccountProps {
  /** The user types this word to confirm. */
  readonly word: string;
}

export function DeleteAccount({ word }: DeleteAccountProps) {
  const [isConfirming, setConfirming] = useState(false);
  const close = () => {
    setConfirming(false);
  };
  return (
    <>
      <p className={styles.text}>
        This permanently deletes your account with all your links, folders and images.
      </p>
      <div className={styles.actions}>
        <Button
          kind="danger"
          onPress={() => {
            setConfirming(true);
          }}
        >
          Delete account
        </Button>
      </div>
      {isConfirming ? (
        <Dialog title="Delete your account?" role="alertdialog" onClose={close}>
          <DeleteForm word={word} onClose={close} />
        </Dialog>
      ) : null}
    </>
  );
}

function DeleteForm({ word, onClose }: DeleteAccountProps & { readonly onClose: () => void }) {
  const { session } = useServices();
  const navigate = useNavigate();
  const form = useForm({
    initial: { confirmation: '' },
    send: async () => {
      const errors = await deleteAccount(session.context);
      if (errors.length === 0) await navigate('/', { replace: true });
      return errors;
    },
  });
  const isConfirmed = form.texts.confirmation.trim().toLowerCase() === word.toLowerCase();
  return (
    <DialogForm
      form={form}
      action="Delete account"
      kind="danger"
      isDisabled={!isConfirmed}
      onCancel={onClose}
    >
      <p className={dialogStyles.text}>
        This deletes everything you saved. You can't undo it. Type <b>{word}</b> to confirm.
      </p>
      <TextField
        label="Confirmation"
        {...form.field('confirmation')}
        isInvalid={false}
        autoComplete="off"
        autoFocus
      />
    </DialogForm>
  );
}
