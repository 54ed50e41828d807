import { useState } from 'react';
import { Link } from 'react-router-dom';

import { useServices } from '#web/data/services.ts';
import { Button } from '#web/ui/button.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';
import { TextField } from '#web/ui/text-field.tsx';

import { loginWithEmail } from './attempts.ts';
import styles from './account.module.css';
import { textOf } from './form-fields.ts';
import { useProblems } from './use-problems.ts';
import { validateLogin } from './validate.ts';

interface FormProps {
  readonly errorsId: string;
  /** Some attempt is under way, of this form or of another. */
  readonly isBusy: boolean;
}

export function LoginForm({ errorsId, isBusy }: FormProps) {
  const services = useServices();
  const [isPending, setPending] = useState(false);
  const { isInvalid, mark } = useProblems();

  const submit = async (form: HTMLFormElement) => {
    const fields = { email: textOf(form, 'email'), password: textOf(form, 'password'), agrees: true };
    const errors = mark(validateLogin(fields), form);
    setPending(true);
    await services.session.attempt(async () =>
      errors.length > 0 ? errors : loginWithEmail(services, fields),
    );
    setPending(false);
  };

  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy) void submit(event.currentTarget);
      }}
    >
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        isInvalid={isInvalid('email')}
        errorsId={errorsId}
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        isInvalid={isInvalid('password')}
        errorsId={errorsId}
      />
      <div className={styles.actions}>
        <Link to="/forgot/" className={styles.link}>
          Forgot Password?
        </Link>
        <Button kind="primary" type="submit" isPending={isPending}>
          Login
        </Button>
      </div>
    </form>
  );
}
