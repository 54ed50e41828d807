import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router-dom';

import type { ReturnTo } from '#web/state/return-to.ts';
import { useServices } from '#web/hooks/services.ts';
import buttonStyles from '#web/ui/button.module.css';
import { Card } from '#web/ui/card.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { ErrorList } from '#web/ui/error-list.tsx';
import { PageMeta } from '#web/ui/page-meta.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

import styles from './account.module.css';
import { emailActionErrors } from './auth-errors.ts';
import { emailActionOf, type EmailAction } from './email-action.ts';
import { NewPassword } from './new-password.tsx';

/** Where the links of our emails lead. */
export function EmailActionScreen() {
  const [query] = useSearchParams();
  // The address loses its code at once: it must not be carried on by a bookmark or a referrer.
  const [action] = useState(() => emailActionOf(query));
  return (
    <Card title={action.kind === 'resetPassword' ? 'New password' : 'Your email address'}>
      <PageMeta title="Email" description="Confirm your email address or set a new password." path={null} />
      {contentOf(action)}
    </Card>
  );
}

function contentOf(action: EmailAction): ReactNode {
  switch (action.kind) {
    case 'confirmAddress':
      return (
        <ApplyCode
          code={action.code}
          done="Thank you, your email address is confirmed."
          otherwise={<ToSettings />}
        />
      );
    case 'changeAddress':
      return (
        <ApplyCode
          code={action.code}
          done="Your email address was changed. Use it the next time you log in."
          otherwise={<ToSettings />}
        />
      );
    case 'takeBackAddress':
      return (
        <ApplyCode
          code={action.code}
          done="Your email address was changed back."
          then={<NewPasswordAdvice />}
          otherwise={<Home />}
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
  /** What else to do after it. */
  readonly then?: ReactNode;
  /** What to do where the code is of no use. */
  readonly otherwise: ReactNode;
}

function ApplyCode({ code, done, then, otherwise }: ApplyCodeProps) {
  const { gateway } = useServices();
  const errors = useOnce(async () => gateway.applyCode(code));
  if (errors === null) return <Spinner label="Please wait" />;
  return errors.length > 0 ? (
    <Failed errors={errors}>{otherwise}</Failed>
  ) : (
    <Outcome text={done}>{then}</Outcome>
  );
}

function Confirmed() {
  const { gateway } = useServices();
  const errors = useOnce(gateway.refresh);
  return errors === null ? (
    <Spinner label="Please wait" />
  ) : (
    <Outcome text="Thank you, your email address is confirmed." />
  );
}

/** Runs once, also where React mounts twice to find mistakes. Null while it runs, then its errors. */
function useOnce(run: () => Promise<void>): readonly string[] | null {
  const [errors, setErrors] = useState<readonly string[] | null>(null);
  const started = useRef(false);
  useEffect(() => {
    if (started.current) return;
    started.current = true;
    run().then(
      () => {
        setErrors([]);
      },
      (error: unknown) => {
        setErrors(emailActionErrors(error));
      },
    );
  }, [run]);
  return errors;
}

function Failed({ errors, children }: { readonly errors: readonly string[]; readonly children: ReactNode }) {
  const errorsId = useId();
  return (
    <>
      <ErrorList id={errorsId} errors={errors} />
      {children}
    </>
  );
}

const SETTINGS: ReturnTo = { returnTo: '/settings' };

/** Nobody confirms by a link that was used before, and who has used it need not. A visitor logs in on the way. */
function ToSettings() {
  return (
    <>
      <p className={styles.text}>
        Go to Settings to see whether your address is confirmed. You can request a new link there.
      </p>
      <Link to="/login" state={SETTINGS} className={classNames(buttonStyles.button, buttonStyles.primary)}>
        Go to Settings
      </Link>
    </>
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

/** Who changes an address against its owner's will knows the password. */
function NewPasswordAdvice() {
  return (
    <p className={styles.text}>
      If you didn't change it yourself,{' '}
      <Link to="/forgot" className={styles.link}>
        set a new password
      </Link>{' '}
      now.
    </p>
  );
}

function Home() {
  return (
    <Link to="/" className={classNames(buttonStyles.button, buttonStyles.primary)}>
      Go to Foldmark
    </Link>
  );
}
