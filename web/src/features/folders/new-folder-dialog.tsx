import { ROOT_FOLDER_ID } from '@foldmark/contract/limits';
import { useId, useState } from 'react';
import { useNavigate } from 'react-router-dom';

import type { Key } from '#web/data/library/keys.ts';
import { useSetPopup } from '#web/data/popup/popup.ts';
import { useActions, useFolderTree } from '#web/data/react/library-hooks.ts';
import { Button } from '#web/ui/button.tsx';
import styles from '#web/ui/dialog.module.css';
import { Dialog } from '#web/ui/dialog.tsx';
import { ErrorList } from '#web/ui/error-list.tsx';
import { TextField } from '#web/ui/text-field.tsx';

import { focusName, nameProblems } from './name-problems.ts';

interface NewFolderDialogProps {
  /** The folder it will stand in; 0 for the top. */
  readonly parent?: Key | undefined;
}

export function NewFolderDialog({ parent = ROOT_FOLDER_ID }: NewFolderDialogProps) {
  const setPopup = useSetPopup();
  const tree = useFolderTree();
  const close = () => {
    setPopup(null);
  };
  return (
    <Dialog title="Add Folder" onClose={close}>
      {parent === ROOT_FOLDER_ID ? null : <p className={styles.text}>In {tree.name(parent)}</p>}
      <NewFolderForm parent={parent} onClose={close} />
    </Dialog>
  );
}

function NewFolderForm({ parent, onClose }: { readonly parent: Key; readonly onClose: () => void }) {
  const actions = useActions();
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const [errors, setErrors] = useState<readonly string[]>([]);
  const [isPending, setPending] = useState(false);
  const errorsId = useId();

  const submit = async (form: HTMLFormElement) => {
    const problems = nameProblems(name);
    setErrors(problems);
    if (problems.length > 0) {
      focusName(form);
      return;
    }
    setPending(true);
    const outcome = await actions.createFolder({ name, parent }, { isAwaited: true }).outcome;
    setPending(false);
    if (outcome.ok) {
      onClose();
      await navigate(`/folders/${outcome.answer.folder_id}`);
    } else setErrors(outcome.error.messages);
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
        label="Name"
        name="name"
        autoComplete="off"
        autoFocus
        value={name}
        onChange={setName}
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
