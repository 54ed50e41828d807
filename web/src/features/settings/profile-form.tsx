import type { AuthUser } from '@foldmark/contract/entities';
import { useId, useState } from 'react';

import { useActions } from '#web/data/react/library-hooks.ts';
import { useServices } from '#web/data/services.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorList } from '#web/ui/error-list.tsx';
import { TextField } from '#web/ui/text-field.tsx';

import styles from './settings.module.css';

interface ProfileFormProps {
  /** As it is when the form opens; what somebody types is not overwritten by what happens elsewhere. */
  readonly user: AuthUser;
}

export function ProfileForm({ user }: ProfileFormProps) {
  const actions = useActions();
  const { session } = useServices();
  const [displayName, setDisplayName] = useState(user.display_name);
  const [errors, setErrors] = useState<readonly string[]>([]);
  const [state, setState] = useState<'typing' | 'saving' | 'saved'>('typing');
  const errorsId = useId();

  const submit = async () => {
    setErrors([]);
    setState('saving');
    const outcome = await actions.updateUser({ display_name: displayName }, { isAwaited: true });
    if (outcome.ok) {
      session.profileChanged(outcome.answer);
      setDisplayName(outcome.answer.display_name);
      setState('saved');
    } else {
      setErrors(outcome.error.messages);
      setState('typing');
    }
  };

  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (state !== 'saving') void submit();
      }}
    >
      <ErrorList id={errorsId} errors={errors} />
      <TextField
        label="Display Name"
        name="display_name"
        autoComplete="nickname"
        value={displayName}
        onChange={(value) => {
          setDisplayName(value);
          setState('typing');
        }}
        isInvalid={errors.length > 0}
        errorsId={errorsId}
      />
      <div className={styles.actions}>
        <Button kind="primary" type="submit" isPending={state === 'saving'}>
          Save Settings
        </Button>
        <p className={styles.text} role="status">
          {state === 'saved' ? 'Settings saved.' : ''}
        </p>
      </div>
    </form>
  );
}
