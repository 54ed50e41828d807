import { OFFLINE } from '#web/account/auth-failures.ts';
import type { Services } from '#web/hooks/services.ts';

import { googleErrors, loginErrors, registrationErrors } from './auth-errors.ts';
import type { Credentials, RegisterForm } from './validate.ts';

/** The ways in. Each answers its errors, for Session.attempt. */

type Ways = Pick<Services, 'gateway' | 'session'>;

export async function loginWithGoogle({ gateway, session }: Ways): Promise<readonly string[]> {
  // Without this, an empty popup would open first.
  if (!navigator.onLine) return [OFFLINE];
  const user = await gateway.loginWithGoogle().catch(googleErrors);
  return 'uid' in user ? session.enter(user) : user;
}

export async function loginWithEmail(
  { gateway, session }: Ways,
  { email, password }: Credentials,
): Promise<readonly string[]> {
  const user = await gateway.login(email.trim(), password).catch(loginErrors);
  return 'uid' in user ? session.enter(user) : user;
}

export async function registerWithEmail(
  { gateway, session }: Ways,
  { email, password, botCheck }: RegisterForm,
): Promise<readonly string[]> {
  const user = await gateway.register(email.trim(), password).catch(registrationErrors);
  if (!('uid' in user)) return user;
  const errors = await session.enter(user, botCheck ?? undefined);
  if (errors.length === 0) await welcome({ gateway, session });
  return errors;
}

/** For an account whose registration stopped before its profile was made. */
export async function finishRegistration(
  { gateway, session }: Ways,
  botCheck: string,
): Promise<readonly string[]> {
  const user = session.state().firebaseUser;
  if (user === null) return [];
  const errors = await session.enter(user, botCheck);
  if (errors.length === 0 && !user.emailVerified) await welcome({ gateway, session });
  return errors;
}

async function welcome({ gateway, session }: Ways): Promise<void> {
  session.showRegistered();
  try {
    await gateway.sendConfirmation();
  } catch (error) {
    // The account works without; the message offers to send the email again.
    console.warn('The confirmation email was not sent.', error);
  }
}
