/** Creates accounts without a browser, for tests that don't test the registration. */
import type { Answer, Input, Path } from '@foldmark/contract/endpoints';

import { solutionOf } from '../support/solution-of.ts';

export interface Account {
  readonly email: string;
  readonly password: string;
}

export interface Session {
  readonly key: string;
  readonly value: string;
}

interface SignedIn {
  readonly localId: string;
  readonly idToken: string;
  readonly refreshToken: string;
  /** Seconds. */
  readonly expiresIn: string;
}

const PASSWORD = 'correct horse battery';

export function newEmail(): string {
  return `${crypto.randomUUID()}@example.com`;
}

/** An account in Firebase Auth that was never registered with our API. */
export async function newAccountWithoutProfile(): Promise<Account> {
  const account = { email: newEmail(), password: PASSWORD };
  await callAuth('signUp', { ...account, returnSecureToken: true });
  return account;
}

/** A member with one link, whose address was registered with a password and never confirmed. */
export async function newUnconfirmedMember(url: string): Promise<Account> {
  const account = { email: newEmail(), password: PASSWORD };
  const { idToken, localId } = await callAuth('signUp', { ...account, returnSecureToken: true });
  const api = `${settingOf('FOLDMARK_APP_URL')}/api`;
  const token = { 'auth-token': idToken };
  const bot_check = solutionOf(await post(`${api}/users/bot-challenge/`, {}));
  await post(`${api}/users/login-register/`, { uid: localId, bot_check }, token);
  await post(`${api}/links/create/`, { url }, token);
  return account;
}

/** The browser session of a member who logs in with Google only. */
export async function newGoogleMember(): Promise<Session> {
  const { email, ...signedIn } = await signInWithGoogle();
  await register(signedIn);
  return sessionFrom(email, signedIn);
}

/**
 * A member with an empty library. The account starts with a Google login, which needs no bot check, and gets a password
 * afterwards.
 */
export async function newMember(): Promise<Account> {
  const { email, ...signedIn } = await signInWithGoogle();
  await register(signedIn);
  await callAuth('update', { idToken: signedIn.idToken, password: PASSWORD });
  return { email, password: PASSWORD };
}

async function signInWithGoogle(): Promise<SignedIn & { readonly email: string }> {
  const email = newEmail();
  const claims = JSON.stringify({ sub: crypto.randomUUID(), email, email_verified: true, name: 'Ada' });
  const signedIn = await callAuth('signInWithIdp', {
    postBody: `providerId=google.com&id_token=${encodeURIComponent(claims)}`,
    requestUri: 'http://localhost',
    returnSecureToken: true,
  });
  return { ...signedIn, email };
}

async function register({ idToken, localId }: SignedIn): Promise<void> {
  await post(
    `${settingOf('FOLDMARK_APP_URL')}/api/users/login-register/`,
    { uid: localId },
    { 'auth-token': idToken },
  );
}

/** Calls the API as a member, without a browser. */
export type CallApi = <P extends Path>(path: P, input: Input<P>) => Promise<Answer<P>>;

export async function apiOf(account: Account): Promise<CallApi> {
  const idToken = await tokenOf(account);
  return async (path, input) =>
    post(`${settingOf('FOLDMARK_APP_URL')}/api${path}`, input, { 'auth-token': idToken });
}

export async function tokenOf({ email, password }: Account): Promise<string> {
  const { idToken } = await callAuth('signInWithPassword', { email, password, returnSecureToken: true });
  return idToken;
}

export async function uidOf({ email, password }: Account): Promise<string> {
  const { localId } = await callAuth('signInWithPassword', { email, password, returnSecureToken: true });
  return localId;
}

/** Disables an account, as an administrator does: logins fail, and sessions get no new token. Returns how to enable it. */
export async function disable(account: Account): Promise<() => Promise<void>> {
  const localId = await uidOf(account);
  await administer(localId, { disableUser: true });
  return async () => administer(localId, { disableUser: false });
}

/** Ends all sessions, as the real service does when an address changes: they get no new token. */
export async function endSessions(account: Account): Promise<void> {
  await administer(await uidOf(account), { validSince: String(Math.floor(Date.now() / 1000) + 5) });
}

export async function signedUpYesterday(account: Account): Promise<void> {
  await administer(await uidOf(account), { createdAt: String(Date.now() - 24 * 60 * 60_000) });
}

async function administer(localId: string, update: object): Promise<void> {
  await post(
    `${settingOf('FOLDMARK_AUTH_URL')}/identitytoolkit.googleapis.com/v1/projects/demo-foldmark/accounts:update`,
    { localId, ...update },
    { authorization: 'Bearer owner' },
  );
}

/** Changes an address at once, which emails the old one a link that undoes the change. Returns its code. */
export async function changeEmailAtOnce(account: Account, email: string): Promise<string> {
  await callAuth('update', { idToken: await tokenOf(account), email });
  return (await emailsTo(account.email)).at(-1)?.oobCode ?? '';
}

/** A new session, as the Firebase SDK stores it in localStorage. The SDK requests the other fields of the account itself. */
export async function sessionOf({ email, password }: Account): Promise<Session> {
  return sessionFrom(
    email,
    await callAuth('signInWithPassword', { email, password, returnSecureToken: true }),
  );
}

function sessionFrom(email: string, { localId, idToken, refreshToken, expiresIn }: SignedIn): Session {
  const user = {
    uid: localId,
    email,
    emailVerified: false,
    isAnonymous: false,
    stsTokenManager: {
      accessToken: idToken,
      refreshToken,
      expirationTime: Date.now() + Number(expiresIn) * 1000,
    },
  };
  return { key: 'firebase:authUser:local:[DEFAULT]', value: JSON.stringify(user) };
}

/** Requests the email that confirms an address, and returns its code. */
export async function requestConfirmation({ email, password }: Account): Promise<string> {
  const { idToken } = await callAuth('signInWithPassword', { email, password, returnSecureToken: true });
  await callAuth('sendOobCode', { requestType: 'VERIFY_EMAIL', idToken });
  return (await emailsTo(email)).at(-1)?.oobCode ?? '';
}

/** Requests the email that resets a password, and returns its code. */
export async function requestPasswordReset({ email }: Account): Promise<string> {
  await callAuth('sendOobCode', { requestType: 'PASSWORD_RESET', email });
  return (await emailsTo(email)).at(-1)?.oobCode ?? '';
}

export interface EmailCode {
  readonly requestType: string;
  readonly oobCode: string;
  /** The link in the email. */
  readonly oobLink: string;
}

/** The emails that Firebase Auth would have sent to an address, oldest first. */
export async function emailsTo(address: string): Promise<readonly EmailCode[]> {
  const url = `${settingOf('FOLDMARK_AUTH_URL')}/emulator/v1/projects/demo-foldmark/oobCodes`;
  const { oobCodes }: { oobCodes: (EmailCode & { email: string })[] } = JSON.parse(
    await (await fetch(url)).text(),
  );
  return oobCodes.filter(({ email }) => email === address);
}

async function callAuth(operation: string, body: object): Promise<SignedIn> {
  return post(
    `${settingOf('FOLDMARK_AUTH_URL')}/identitytoolkit.googleapis.com/v1/accounts:${operation}?key=local`,
    body,
  );
}

async function post<T>(url: string, body: object, headers: Record<string, string> = {}): Promise<T> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${url} responded ${response.status} ${text}`);
  return JSON.parse(text);
}

/** Reads an address of the running suite, which the global setup has stored. */
export function settingOf(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set.`);
  return value;
}
