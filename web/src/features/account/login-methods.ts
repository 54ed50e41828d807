import { OFFLINE } from '#web/account/auth-failures.ts';
import type { Services } from '#web/hooks/services.ts';

import { googleErrors, loginErrors, registrationErrors } from './auth-errors.ts';
import type { Credentials, RegisterForm } from './validate.ts';

/** The login methods. Each returns its errors, for Session.attempt. */

type LoginServices = Pick<Services, 'gateway' | 'session'>;

export async function loginWithGoogle({ gateway, session }: LoginServices): Promise<readonly string[]> {
  // Checked first, because offline an empty popup would open.
  if (!navigator.onLine) return [OFFLINE];
  const user = await gateway()
    .then(async (auth) => auth.loginWithGoogle())
    .catch(googleErrors);
  return 'uid' in user ? session.enter(user) : user;
}

export async function loginWithEmail(
  { gateway, session }: LoginServices,
  { email, password }: Credentials,
): Promise<readonly string[]> {
  const user = await gateway()
    .then(async (auth) => auth.login(email.trim(), password))
    .catch(loginErrors);
  return 'uid' in user ? session.enter(user) : user;
}

export async function registerWithEmail(
  { gateway, session }: LoginServices,
  { email, password, botCheck }: RegisterForm,
): Promise<readonly string[]> {
  const user = await gateway()
    .then(async (auth) => auth.register(email.trim(), password))
    .catch(registrationErrors);
  if (!('uid' in user)) return user;
  const errors = await session.enter(user, botCheck ?? undefined);
  if (errors.length === 0) await welcome({ gateway, session });
  return errors;
}

/** Completes a registration that stopped before the profile was created. */
export async function finishRegistration(
  { gateway, session }: LoginServices,
  botCheck: string,
): Promise<readonly string[]> {
  const user = session.state().firebaseUser;
  if (user === null) return [];
  const errors = await session.enter(user, botCheck);
  if (errors.length === 0 && !user.emailVerified) await welcome({ gateway, session });
  return errors;
}

async function welcome({ gateway, session }: LoginServices): Promise<void> {
  session.showRegistered();
  try {
    await (await gateway()).sendConfirmation();
  } catch (error) {
    // The account works without a confirmed address, and the message has a button to send the email again.
    console.warn('The confirmation email was not sent.', error);
  }
}
