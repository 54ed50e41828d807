import { Suspense, useEffect, useState, type ReactNode } from 'react';
import { DisclosureGroup } from 'react-aria-components/DisclosureGroup';

import { useServices, useSession } from '#web/hooks/services.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Card } from '#web/ui/pages/card.tsx';
import { ErrorList } from '#web/ui/fields/error-list.tsx';
import { loadable } from '#web/ui/loading/loadable.tsx';
import { PageMeta } from '#web/ui/pages/page-meta.tsx';
import { Panel } from '#web/ui/pages/panel.tsx';
import { useFocusOnPageChange } from '#web/ui/focus/use-focus-on-page-change.ts';

import styles from './account.module.css';
import { loginWithGoogle } from './login-methods.ts';
import { FinishForm } from './finish-form.tsx';
import { GoogleMark } from './google-mark.tsx';
import { LoginForm } from './login-form.tsx';
import { RegisterForm } from './register-form.tsx';
import { RegisteredMessage } from './registered-message.tsx';
import { useAttempts } from './use-attempts.ts';

// Loaded lazily, because it is rarely needed.
const { Component: EarlierLibrary } = loadable(
  async () => (await import('./earlier-library.tsx')).EarlierLibrary,
);

export function LoginScreen() {
  const { justRegistered, profile } = useSession();
  const isIncomplete = profile === 'missing';
  const isDisputed = profile === 'disputed';
  useFocusOnPageChange(`${justRegistered} ${isIncomplete} ${isDisputed}`);
  const meta = (
    <PageMeta
      title="Sign Up/Login"
      description="Log in to Foldmark, or create an account with Google or with your email."
      path="/login"
    />
  );
  if (justRegistered) {
    return (
      <Card title="Success">
        {meta}
        <RegisteredMessage />
      </Card>
    );
  }
  if (isDisputed) {
    return (
      <Card title="Are these your links?">
        {meta}
        <Suspense fallback={null}>
          <EarlierLibrary />
        </Suspense>
      </Card>
    );
  }
  return (
    <Card title="Sign Up/Login">
      {meta}
      {isIncomplete ? <FinishForm /> : <LoginOptions />}
    </Card>
  );
}

function LoginOptions(): ReactNode {
  const attempts = useAttempts();
  const { startsEmpty } = useSession();
  const { gateway } = useServices();
  // Browsers open Google's popup only in direct response to the click, which must not wait for the SDK.
  useEffect(() => {
    gateway().catch(() => undefined);
  }, [gateway]);
  return (
    <>
      <ErrorList id={attempts.errorsId} errors={attempts.errors} inFields={attempts.inFields} />
      {startsEmpty ? (
        <p className={styles.text} role="status">
          Those links were deleted. Log in with Google again to start with an empty library.
        </p>
      ) : null}
      <GoogleButton isBusy={attempts.isUnderWay} />
      <p className={styles.or}>or</p>
      <DisclosureGroup className={styles.panels ?? ''}>
        <Panel id="login" title="Login with Email">
          <LoginForm attempts={attempts} />
        </Panel>
        <Panel id="register" title="Register with Email">
          <RegisterForm attempts={attempts} />
        </Panel>
      </DisclosureGroup>
      <p className={styles.note}>
        By registering or logging in you agree to our{' '}
        <a href="/policy" target="_blank" rel="noopener">
          Terms of Service and Privacy Policy
        </a>
        .
      </p>
    </>
  );
}

function GoogleButton({ isBusy }: { readonly isBusy: boolean }) {
  const services = useServices();
  const [isPending, setPending] = useState(false);
  const login = async () => {
    setPending(true);
    await services.session.attempt(async () => loginWithGoogle(services));
    setPending(false);
  };
  return (
    <div className={styles.google}>
      <Button
        kind="outlined"
        isWide
        isDisabled={isBusy && !isPending}
        isPending={isPending}
        onPress={() => {
          void login();
        }}
      >
        <GoogleMark />
        Login/Register
      </Button>
      <p>Use your Google account. You don't need a new password.</p>
    </div>
  );
}
