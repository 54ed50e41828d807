import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';

import { authErrors, STALE_LINK } from '#web/account/auth-errors.ts';
import { PASSWORD_RULE } from '#web/account/password-rule.ts';
import { useServices } from '#web/hooks/services.ts';
import { buttonClass } from '#web/ui/buttons/button-class.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { ErrorList } from '#web/ui/fields/error-list.tsx';
import { Form } from '#web/ui/fields/form.tsx';
import { PasswordField } from '#web/ui/fields/password-field.tsx';
import { useFocusOnPageChange } from '#web/ui/focus/use-focus-on-page-change.ts';
import { useForm } from '#web/ui/fields/use-form.ts';

import styles from './account.module.css';
import { validateNewPassword } from './validate.ts';

/**
 * Shows the form while it checks the link, because nearly all links are valid. If the check fails for another reason, sending
 * the password reports the error.
 */
export function NewPassword({ code }: { readonly code: string }) {
  const { gateway } = useServices();
  const [stage, setStage] = useState<'form' | 'stale' | 'saved'>('form');
  useFocusOnPageChange(stage);
  useEffect(() => {
    const check = async () => (await gateway()).checkResetCode(code);
    check().catch((error: unknown) => {
      // A late answer may report as stale the link that this form has just used.
      if (isStale(authErrors('emailLink', error)))
        setStage((before) => (before === 'saved' ? before : 'stale'));
    });
  }, [code, gateway]);
  switch (stage) {
    case 'form':
      return <NewPasswordForm code={code} onEnd={setStage} />;
    case 'stale':
      return <Stale />;
    case 'saved':
      return <Saved />;
  }
}

interface NewPasswordFormProps {
  readonly code: string;
  readonly onEnd: (stage: 'stale' | 'saved') => void;
}

function NewPasswordForm({ code, onEnd }: NewPasswordFormProps) {
  const { gateway } = useServices();
  const form = useForm({
    initial: { password: '', confirmPassword: '' },
    check: validateNewPassword,
    send: async ({ password }) => {
      try {
        await (await gateway()).resetPassword(code, password);
      } catch (error) {
        const errors = authErrors('emailLink', error);
        if (!isStale(errors)) return errors;
        onEnd('stale');
        return [];
      }
      onEnd('saved');
      return [];
    },
  });
  return (
    <Form form={form}>
      <PasswordField
        label="Password"
        hint={PASSWORD_RULE}
        {...form.field('password')}
        autoComplete="new-password"
      />
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

/** The link of the email has expired or was used. The user needs a new one. */
function isStale(errors: readonly string[]): boolean {
  return errors.includes(STALE_LINK);
}

function Stale() {
  return (
    <>
      <ErrorList errors={[STALE_LINK]} />
      <Link to="/forgot" className={buttonClass('primary')}>
        Send a new link
      </Link>
    </>
  );
}

function Saved() {
  return (
    <>
      <p className={styles.text} role="status">
        Your new password is saved.
      </p>
      <Link to="/login" className={buttonClass('primary')}>
        Login
      </Link>
    </>
  );
}
