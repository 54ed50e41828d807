import { type AuthForm, authErrors, OFFLINE } from '#web/account/auth-errors.ts';
import type { AuthGateway } from '#web/account/auth-gateway.ts';
import type { FirebaseUser } from '#web/account/session-state.ts';
import type { Services } from '#web/hooks/services.ts';

import type { Credentials, RegisterForm } from './validate.ts';

/** The login methods. Each returns its errors, for Session.attempt. */

type LoginServices = Pick<Services, 'gateway' | 'session'>;

export async function loginWithGoogle(services: LoginServices): Promise<readonly string[]> {
  // Checked first, because offline an empty popup would open.
  if (!navigator.onLine) return [OFFLINE];
  return signIn(services, 'google', async (auth) => auth.loginWithGoogle());
}

export async function loginWithEmail(
  services: LoginServices,
  { email, password }: Credentials,
): Promise<readonly string[]> {
  return signIn(services, 'login', async (auth) => auth.login(email.trim(), password));
}

export async function registerWithEmail(
  services: LoginServices,
  { email, password, botCheck }: RegisterForm,
): Promise<readonly string[]> {
  return signIn(
    services,
    'registration',
    async (auth) => auth.register(email.trim(), password),
    async (user) => {
      const errors = await services.session.enter(user, botCheck ?? undefined);
      if (errors.length === 0) await welcome(services);
      return errors;
    },
  );
}

/** Completes a registration that stopped before the profile was created. */
export async function finishRegistration(
  services: LoginServices,
  botCheck: string,
): Promise<readonly string[]> {
  const { session } = services;
  const user = session.state().firebaseUser;
  if (user === null) return [];
  const errors = await session.enter(user, botCheck);
  if (errors.length === 0 && !user.emailVerified) await welcome(services);
  return errors;
}

async function signIn(
  { gateway, session }: LoginServices,
  form: AuthForm,
  run: (auth: AuthGateway) => Promise<FirebaseUser>,
  enter: typeof session.enter = session.enter,
): Promise<readonly string[]> {
  let user: FirebaseUser;
  try {
    user = await run(await gateway());
  } catch (error) {
    return authErrors(form, error);
  }
  return enter(user);
}

async function welcome({ gateway, session }: LoginServices): Promise<void> {
  session.dispatch({ type: 'registered' });
  try {
    await (await gateway()).sendConfirmation();
  } catch (error) {
    // The account works without a confirmed address, and the message has a button to send the email again.
    console.warn('The confirmation email was not sent.', error);
  }
}
