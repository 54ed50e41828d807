import { FAILURES } from '@foldmark/contract/failures';
import { STATUS_ACTIVE, STATUS_TRASHED } from '@foldmark/contract/limits';
import { useId, useState } from 'react';

import type { Key } from '#web/data/library/keys.ts';
import type { LinkRecord } from '#web/data/model/records.ts';
import { useSetPopup } from '#web/data/popup/popup.ts';
import { useActions, useLink, useLoading } from '#web/data/react/library-hooks.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import styles from '#web/ui/dialog.module.css';
import { Dialog } from '#web/ui/dialog.tsx';
import { ErrorList } from '#web/ui/error-list.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { TextField } from '#web/ui/text-field.tsx';

import { focusFirst, linkProblems, type LinkProblem } from './link-problems.ts';

export function EditLinkDialog({ linkId }: { readonly linkId: Key }) {
  const setPopup = useSetPopup();
  const link = useLink(linkId);
  const { links: isLoading } = useLoading();
  const close = () => {
    setPopup(null);
  };
  return (
    <Dialog title="Link Edit" onClose={close}>
      {link === undefined ? (
        <div className={styles.loading}>
          {isLoading ? <Spinner label="Loading" /> : FAILURES.noSuchLink.primary_error}
        </div>
      ) : (
        <EditLinkForm linkId={linkId} link={link} onClose={close} />
      )}
    </Dialog>
  );
}

interface EditLinkFormProps {
  readonly linkId: Key;
  /** As it is when the form opens; what somebody types is not overwritten by what happens elsewhere. */
  readonly link: LinkRecord;
  readonly onClose: () => void;
}

function EditLinkForm({ linkId, link, onClose }: EditLinkFormProps) {
  const actions = useActions();
  const [url, setUrl] = useState(link.url);
  const [name, setName] = useState(link.name);
  const [isEnabled, setEnabled] = useState(link.status_id === STATUS_ACTIVE);
  const [errors, setErrors] = useState<readonly string[]>([]);
  const [wrong, setWrong] = useState<ReadonlySet<LinkProblem['field']>>(new Set());
  const [isPending, setPending] = useState(false);
  const errorsId = useId();

  const submit = async (form: HTMLFormElement) => {
    const problems = linkProblems({ url, name });
    setErrors(problems.map(({ message }) => message));
    setWrong(new Set(problems.map(({ field }) => field)));
    if (problems.length > 0) {
      focusFirst(problems, form);
      return;
    }
    setPending(true);
    const status_id = isEnabled ? STATUS_ACTIVE : STATUS_TRASHED;
    const outcome = await actions.updateLink(linkId, { url, name, status_id }, { isAwaited: true });
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
        value={url}
        onChange={setUrl}
        isInvalid={wrong.has('url')}
        errorsId={errorsId}
      />
      <TextField
        label="Name"
        name="name"
        autoComplete="off"
        autoFocus
        value={name}
        onChange={setName}
        isInvalid={wrong.has('name')}
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
