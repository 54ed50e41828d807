import { useId, useState } from 'react';

import { useSetPopup } from '#web/data/popup/popup.ts';
import { useFolderShown } from '#web/listing/use-folder-shown.ts';
import { Button } from '#web/ui/button.tsx';
import styles from '#web/ui/dialog.module.css';
import { Dialog } from '#web/ui/dialog.tsx';
import { ErrorList } from '#web/ui/error-list.tsx';
import { TextField } from '#web/ui/text-field.tsx';

import { focusFirst, linkProblems } from './link-problems.ts';
import { useCreateLink } from './use-create-link.ts';

export function NewLinkDialog() {
  const setPopup = useSetPopup();
  const close = () => {
    setPopup(null);
  };
  return (
    <Dialog title="Add Url" onClose={close}>
      <NewLinkForm onClose={close} />
    </Dialog>
  );
}

function NewLinkForm({ onClose }: { readonly onClose: () => void }) {
  const folder = useFolderShown();
  const create = useCreateLink();
  const [url, setUrl] = useState('');
  const [errors, setErrors] = useState<readonly string[]>([]);
  const [isPending, setPending] = useState(false);
  const errorsId = useId();

  const submit = async (form: HTMLFormElement) => {
    const problems = linkProblems({ url });
    setErrors(problems.map(({ message }) => message));
    if (problems.length > 0) {
      focusFirst(problems, form);
      return;
    }
    setPending(true);
    const outcome = await create({ url, folder: folder ?? undefined });
    setPending(false);
    if (outcome.ok) onClose();
    else setErrors(outcome.error.messages);
  };

  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isPending) void submit(event.currentTarget);
      }}
    >
      <ErrorList id={errorsId} errors={errors} />
      <TextField
        label="Url"
        name="url"
        type="url"
        autoComplete="off"
        autoFocus
        value={url}
        onChange={setUrl}
        isInvalid={errors.length > 0}
        errorsId={errorsId}
      />
      <div className={styles.actions}>
        <Button kind="outlined" onPress={onClose}>
          Cancel
        </Button>
        <Button kind="primary" type="submit" isPending={isPending}>
          Create
        </Button>
      </div>
    </form>
  );
}
