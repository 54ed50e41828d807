import { useState } from 'react';
import { Link } from 'react-router-dom';

import { authErrors } from '#web/account/auth-errors.ts';
import { useServices } from '#web/hooks/services.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Card } from '#web/ui/pages/card.tsx';
import { Form } from '#web/ui/fields/form.tsx';
import { PageMeta } from '#web/ui/pages/page-meta.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { useFocusOnPageChange } from '#web/ui/focus/use-focus-on-page-change.ts';
import { useForm } from '#web/ui/fields/use-form.ts';

import styles from './account.module.css';
import { validateForgot } from './validate.ts';

export function ForgotScreen() {
  const [isSent, setSent] = useState(false);
  const title = isSent ? 'Success!' : 'Forgot?';
  useFocusOnPageChange(title);
  return (
    <Card title={title}>
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
  const form = useForm({
    initial: { email: '', confirmEmail: '' },
    check: validateForgot,
    send: async ({ email }) => {
      const errors = await gateway()
        .then(async (auth) => auth.sendPasswordReset(email.trim()))
        .then(
          () => [],
          (error: unknown) => authErrors('forgot', error),
        );
      if (errors.length === 0) onSent();
      return errors;
    },
  });
  return (
    <Form form={form}>
      <TextField label="Email" {...form.field('email')} type="email" autoComplete="username" />
      <TextField label="Confirm Email" {...form.field('confirmEmail')} type="email" autoComplete="off" />
      <div className={styles.actions}>
        <BackToLogin />
        <Button kind="primary" type="submit" isPending={form.isPending}>
          Submit
        </Button>
      </div>
    </Form>
  );
}

function BackToLogin() {
  return (
    <Link to="/login" className={styles.link}>
      Back to login
    </Link>
  );
}
