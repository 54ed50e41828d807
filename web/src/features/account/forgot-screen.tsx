import { useId, useState } from 'react';
import { Link } from 'react-router-dom';

import { useServices } from '#web/data/services.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { ErrorList } from '#web/ui/error-list.tsx';
import { PageMeta } from '#web/ui/page-meta.tsx';
import { TextField } from '#web/ui/text-field.tsx';

import styles from './account.module.css';
import { forgotErrors } from './auth-errors.ts';
import { textOf } from './form-fields.ts';
import { useProblems } from './use-problems.ts';
import { validateForgot } from './validate.ts';

export function ForgotScreen() {
  const [isSent, setSent] = useState(false);
  return (
    <Card title={isSent ? 'Success!' : 'Forgot?'}>
      <PageMeta
        title="Forgot?"
        description="Get an email with instructions to reset your Foldmark password."
        path="/forgot"
      />
      {isSent ? (
        <>
          <p className={styles.text} role="status">
            You should receive an email shortly with instructions to reset your password.
          </p>
          <BackToLogin />
        </>
      ) : (
        <ForgotForm
          onSent={() => {
            setSent(true);
          }}
        />
      )}
    </Card>
  );
}

function ForgotForm({ onSent }: { readonly onSent: () => void }) {
  const { gateway } = useServices();
  const [errors, setErrors] = useState<readonly string[]>([]);
  const [isPending, setPending] = useState(false);
  const { isInvalid, mark } = useProblems();
  const errorsId = useId();

  const submit = async (form: HTMLFormElement) => {
    const fields = { email: textOf(form, 'email'), confirmEmail: textOf(form, 'confirmEmail') };
    let found = mark(validateForgot(fields), form);
    setErrors(found);
    if (found.length > 0) return;
    setPending(true);
    try {
      await gateway.sendPasswordReset(fields.email.trim());
    } catch (error) {
      found = forgotErrors(error);
    }
    setPending(false);
    setErrors(found);
    if (found.length === 0) onSent();
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
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        isInvalid={isInvalid('email')}
        errorsId={errorsId}
      />
      <TextField
        label="Confirm Email"
        name="confirmEmail"
        type="email"
        autoComplete="off"
        isInvalid={isInvalid('confirmEmail')}
        errorsId={errorsId}
      />
      <div className={styles.actions}>
        <BackToLogin />
        <Button kind="primary" type="submit" isPending={isPending}>
          Submit
        </Button>
      </div>
    </form>
  );
}

function BackToLogin() {
  return (
    <Link to="/login" className={styles.link}>
      Back to login
    </Link>
  );
}
