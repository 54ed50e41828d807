import { useState } from 'react';

import { useServices } from '#web/data/services.ts';
import { Button } from '#web/ui/button.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';
import { TextField } from '#web/ui/text-field.tsx';

import styles from './account.module.css';
import { registerWithEmail } from './attempts.ts';
import { BotCheckField } from './bot-check-field.tsx';
import { textOf } from './form-fields.ts';
import { useBotCheck } from './use-bot-check.ts';
import { useProblems } from './use-problems.ts';
import { validateRegistration } from './validate.ts';

interface RegisterFormProps {
  readonly errorsId: string;
  readonly isBusy: boolean;
}

export function RegisterForm({ errorsId, isBusy }: RegisterFormProps) {
  const services = useServices();
  const [isPending, setPending] = useState(false);
  const { isInvalid, mark } = useProblems();
  const { check, start } = useBotCheck();

  const submit = async (form: HTMLFormElement) => {
    const fields = {
      email: textOf(form, 'email'),
      password: textOf(form, 'password'),
      confirmPassword: textOf(form, 'confirmPassword'),
      botCheck: check.status === 'passed' ? check.payload : null,
    };
    const errors = mark(validateRegistration(fields), form);
    setPending(true);
    await services.session.attempt(async () =>
      errors.length > 0 ? errors : registerWithEmail(services, fields),
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
      <BotCheckField check={check} onStart={start} />
      <Button
        kind="primary"
        type="submit"
        isWide
        isDisabled={check.status !== 'passed'}
        isPending={isPending}
      >
        Register
      </Button>
    </form>
  );
}
