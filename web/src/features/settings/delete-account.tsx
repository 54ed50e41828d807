import { useId, useState } from 'react';
import { useNavigate } from 'react-router-dom';

import { useServices } from '#web/data/services.ts';
import { Button } from '#web/ui/button.tsx';
import dialogStyles from '#web/ui/dialog.module.css';
import { Dialog } from '#web/ui/dialog.tsx';
import { ErrorList } from '#web/ui/error-list.tsx';
import { TextField } from '#web/ui/text-field.tsx';

import styles from './settings.module.css';

interface DeleteAccountProps {
  /** To be typed by whoever is sure. */
  readonly word: string;
}

export function DeleteAccount({ word }: DeleteAccountProps) {
  const [isAsking, setAsking] = useState(false);
  const close = () => {
    setAsking(false);
  };
  return (
    <>
      <p className={styles.text}>Your links, folders and images go with it, for ever.</p>
      <div className={styles.actions}>
        <Button
          kind="danger"
          onPress={() => {
            setAsking(true);
          }}
        >
          Delete account
        </Button>
      </div>
      {isAsking ? (
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
  const [typed, setTyped] = useState('');
  const [errors, setErrors] = useState<readonly string[]>([]);
  const [isPending, setPending] = useState(false);
  const errorsId = useId();
  const isSure = typed.trim().toLowerCase() === word.toLowerCase();

  const submit = async () => {
    setErrors([]);
    setPending(true);
    const found = await session.deleteAccount();
    if (found.length === 0) await navigate('/', { replace: true });
    else {
      setPending(false);
      setErrors(found);
    }
  };

  return (
    <form
      className={dialogStyles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isSure && !isPending) void submit();
      }}
    >
      <ErrorList id={errorsId} errors={errors} />
      <p className={dialogStyles.text}>
        Everything you saved is deleted at once, and nobody can bring it back. Type <b>{word}</b> to confirm.
      </p>
      <TextField
        label="Confirmation"
        name="confirmation"
        autoComplete="off"
        autoFocus
        value={typed}
        onChange={setTyped}
        isInvalid={false}
        errorsId={errorsId}
      />
      <div className={dialogStyles.actions}>
        <Button kind="outlined" onPress={onClose}>
          Cancel
        </Button>
        <Button kind="danger" type="submit" isDisabled={!isSure} isPending={isPending}>
          Delete account
        </Button>
      </div>
    </form>
  );
}
