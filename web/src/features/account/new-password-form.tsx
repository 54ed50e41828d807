import { useId, useState } from 'react';
import { Link } from 'react-router-dom';

import { useServices } from '#web/data/services.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorList } from '#web/ui/error-list.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';

import styles from './account.module.css';
import { emailActionErrors } from './auth-errors.ts';
import { textOf } from './form-fields.ts';
import { useProblems } from './use-problems.ts';
import { validateNewPassword } from './validate.ts';

export function NewPasswordForm({ code }: { readonly code: string }) {
  const { gateway } = useServices();
  const [errors, setErrors] = useState<readonly string[]>([]);
  const [stage, setStage] = useState<'open' | 'pending' | 'done'>('open');
  const { isInvalid, mark } = useProblems();
  const errorsId = useId();

  const submit = async (form: HTMLFormElement) => {
    const fields = { password: textOf(form, 'password'), confirmPassword: textOf(form, 'confirmPassword') };
    const problems = mark(validateNewPassword(fields), form);
    setErrors(problems);
    if (problems.length > 0) return;
    setStage('pending');
    try {
      await gateway.resetPassword(code, fields.password);
      setStage('done');
    } catch (error) {
      setErrors(emailActionErrors(error));
      setStage('open');
    }
  };

  if (stage === 'done') {
    return (
      <>
        <p className={styles.text} role="status">
          Your new password is saved.
        </p>
        <Link to="/login" className={styles.link}>
          Login
        </Link>
      </>
    );
  }
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (stage === 'open') void submit(event.currentTarget);
      }}
    >
      <ErrorList id={errorsId} errors={errors} />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="new-password"
        isInvalid={isInvalid('password')}
        errorsId={errorsId}
      />
      <PasswordField
        label="Confirm Password"
        name="confirmPassword"
        autoComplete="new-password"
        isInvalid={isInvalid('confirmPassword')}
        errorsId={errorsId}
      />
      <div className={styles.actions}>
        <Link to="/forgot" className={styles.link}>
          Send a new link
        </Link>
        <Button kind="primary" type="submit" isPending={stage === 'pending'}>
          Save Password
        </Button>
      </div>
    </form>
  );
}
