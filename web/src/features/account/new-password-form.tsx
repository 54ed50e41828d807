import { useState } from 'react';
import { Link } from 'react-router-dom';

import { useServices } from '#web/data/services.ts';
import buttonStyles from '#web/ui/button.module.css';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Form } from '#web/ui/form.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';
import { useFocusKept } from '#web/ui/use-focus-kept.ts';
import { useForm } from '#web/ui/use-form.ts';

import styles from './account.module.css';
import { emailActionErrors } from './auth-errors.ts';
import { validateNewPassword } from './validate.ts';

export function NewPasswordForm({ code }: { readonly code: string }) {
  const { gateway } = useServices();
  const [isSaved, setSaved] = useState(false);
  useFocusKept(isSaved ? 'saved' : 'form');
  const form = useForm({
    initial: { password: '', confirmPassword: '' },
    check: validateNewPassword,
    send: async ({ password }) => {
      try {
        await gateway.resetPassword(code, password);
      } catch (error) {
        return emailActionErrors(error);
      }
      setSaved(true);
      return [];
    },
  });
  if (isSaved) {
    return (
      <>
        <p className={styles.text} role="status">
          Your new password is saved.
        </p>
        <Link to="/login" className={classNames(buttonStyles.button, buttonStyles.primary)}>
          Login
        </Link>
      </>
    );
  }
  return (
    <Form form={form}>
      <PasswordField label="Password" {...form.field('password')} autoComplete="new-password" />
      <PasswordField
        label="Confirm Password"
        {...form.field('confirmPassword')}
        autoComplete="new-password"
      />
      <div className={styles.actions}>
        <Link to="/forgot" className={styles.link}>
          Send a new link
        </Link>
        <Button kind="primary" type="submit" isPending={form.isPending}>
          Save Password
        </Button>
      </div>
    </Form>
  );
}
