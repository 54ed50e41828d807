import { STATUS_ACTIVE, STATUS_TRASHED } from '@foldmark/contract/limits';
import { useId, useState } from 'react';

import type { Key } from '#web/data/library/keys.ts';
import type { FolderRecord } from '#web/data/model/records.ts';
import { useSetPopup } from '#web/data/popup/popup.ts';
import { useActions, useFolder } from '#web/data/react/library-hooks.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import styles from '#web/ui/dialog.module.css';
import { Dialog } from '#web/ui/dialog.tsx';
import { ErrorList } from '#web/ui/error-list.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { TextField } from '#web/ui/text-field.tsx';

import { focusName, nameProblems } from './name-problems.ts';

export function EditFolderDialog({ folderId }: { readonly folderId: Key }) {
  const setPopup = useSetPopup();
  const folder = useFolder(folderId);
  const close = () => {
    setPopup(null);
  };
  return (
    <Dialog title="Folder Edit" onClose={close}>
      {folder === undefined ? (
        <div className={styles.loading}>
          <Spinner label="Loading" />
        </div>
      ) : (
        <EditFolderForm folderId={folderId} folder={folder} onClose={close} />
      )}
    </Dialog>
  );
}

interface EditFolderFormProps {
  readonly folderId: Key;
  /** As it is when the form opens; what somebody types is not overwritten by what happens elsewhere. */
  readonly folder: FolderRecord;
  readonly onClose: () => void;
}

function EditFolderForm({ folderId, folder, onClose }: EditFolderFormProps) {
  const actions = useActions();
  const [name, setName] = useState(folder.name);
  const [isEnabled, setEnabled] = useState(folder.status_id === STATUS_ACTIVE);
  const [errors, setErrors] = useState<readonly string[]>([]);
  const [isNameWrong, setNameWrong] = useState(false);
  const [isPending, setPending] = useState(false);
  const errorsId = useId();

  const submit = async (form: HTMLFormElement) => {
    const problems = nameProblems(name);
    setErrors(problems);
    setNameWrong(problems.length > 0);
    if (problems.length > 0) {
      focusName(form);
      return;
    }
    setPending(true);
    const status_id = isEnabled ? STATUS_ACTIVE : STATUS_TRASHED;
    const outcome = await actions.updateFolder(folderId, { name, status_id }, { isAwaited: true });
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
        label="Name"
        name="name"
        autoComplete="off"
        autoFocus
        value={name}
        onChange={setName}
        isInvalid={isNameWrong}
        errorsId={errorsId}
      />
      <Checkbox isSelected={isEnabled} onChange={setEnabled}>
        Enabled
      </Checkbox>
      <div className={styles.actions}>
        <Button kind="outlined" onPress={onClose}>
          Cancel
        </Button>
        <Button kind="primary" type="submit" isPending={isPending}>
          Update
        </Button>
      </div>
    </form>
  );
}
