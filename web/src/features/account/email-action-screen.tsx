import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router-dom';

import { authErrors } from '#web/account/auth-errors.ts';
import type { AuthGateway } from '#web/account/auth-gateway.ts';
import type { ReturnTo } from '#web/state/return-to.ts';
import { useServices } from '#web/hooks/services.ts';
import { buttonClass } from '#web/ui/buttons/button-class.ts';
import { Card } from '#web/ui/pages/card.tsx';
import { ErrorList } from '#web/ui/fields/error-list.tsx';
import { PageMeta } from '#web/ui/pages/page-meta.tsx';
import { Spinner } from '#web/ui/loading/spinner.tsx';

import styles from './account.module.css';
import { emailActionOf, type EmailAction } from './email-action.ts';
import { NewPassword } from './new-password.tsx';

/** The target of the links in our emails. */
export function EmailActionScreen() {
  const [query] = useSearchParams();
  // Read once, so that a navigation cannot change the action while it runs.
  const [action] = useState(() => emailActionOf(query));
  return (
    <Card title={action.kind === 'resetPassword' ? 'New password' : 'Your email address'}>
      <PageMeta
        title="Email"
        description="Confirm your email address or set a new password."
        path="/email-action"
        isUnlisted
      />
      {contentOf(action)}
    </Card>
  );
}

const CONFIRMED = 'Thank you, your email address is confirmed.';

function contentOf(action: EmailAction): ReactNode {
  switch (action.kind) {
    case 'confirmAddress':
      return <ApplyCode code={action.code} done={CONFIRMED} failureAction={<ToSettings />} />;
    case 'changeAddress':
      return (
        <ApplyCode
          code={action.code}
          done="Your email address was changed. Use it the next time you log in."
          failureAction={<ToSettings />}
        />
      );
    case 'restoreAddress':
      return (
        <ApplyCode
          code={action.code}
          done="Your email address was changed back."
          details={<NewPasswordAdvice />}
          failureAction={<Home />}
        />
      );
    case 'addressConfirmed':
      return <Confirmed />;
    case 'resetPassword':
      return <NewPassword code={action.code} />;
    case 'unknown':
      return <Outcome text="This link is incomplete. Please copy the whole link from the email." />;
  }
}

interface ApplyCodeProps {
  readonly code: string;
  readonly done: string;
  /** Shown below the success message. */
  readonly details?: ReactNode;
  /** Shown below the errors. */
  readonly failureAction: ReactNode;
}

function ApplyCode({ code, done, details, failureAction }: ApplyCodeProps) {
  const errors = useOnce(async (auth) => auth.applyCode(code));
  if (errors === null) return <Spinner label="Please wait" />;
  if (errors.length === 0) return <Outcome text={done}>{details}</Outcome>;
  return (
    <>
      <ErrorList errors={errors} />
      {failureAction}
    </>
  );
}

function Confirmed() {
  const errors = useOnce(async (auth) => auth.refresh());
  return errors === null ? <Spinner label="Please wait" /> : <Outcome text={CONFIRMED} />;
}

/** Runs once, even if StrictMode mounts twice. Returns null while it runs, then its errors. */
function useOnce(run: (auth: AuthGateway) => Promise<void>): readonly string[] | null {
  const { gateway } = useServices();
  const [errors, setErrors] = useState<readonly string[] | null>(null);
  const started = useRef(false);
  useEffect(() => {
    if (started.current) return;
    started.current = true;
    gateway()
      .then(run)
      .then(
        () => {
          setErrors([]);
        },
        (error: unknown) => {
          setErrors(authErrors('emailLink', error));
        },
      );
  }, [gateway, run]);
  return errors;
}

const SETTINGS: ReturnTo = { returnTo: '/settings' };

/** If the link was used before, the address may already be confirmed: Settings shows that. A visitor logs in first. */
function ToSettings() {
  return (
    <>
      <p className={styles.text}>
        Go to Settings to see whether your address is confirmed. You can request a new link there.
      </p>
      <Link to="/login" state={SETTINGS} className={buttonClass('primary')}>
        Go to Settings
      </Link>
    </>
  );
}

/** If another person changed the address, that person knows the password. */
function NewPasswordAdvice() {
  return (
    <p className={styles.text}>
      If you didn't change it,{' '}
      <Link to="/forgot" className={styles.link}>
        set a new password
      </Link>{' '}
      now.
    </p>
  );
}

function Outcome({ text, children }: { readonly text: string; readonly children?: ReactNode }) {
  return (
    <>
      <p className={styles.text} role="status">
        {text}
      </p>
      {children}
      <Home />
    </>
  );
}

function Home() {
  return (
    <Link to="/" className={buttonClass('primary')}>
      Go to Foldmark
    </Link>
  );
}
