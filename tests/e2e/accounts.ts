/** Accounts made behind the browser's back, for tests that are about something else than registering. */
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

/** An account of the identity provider whose registration with us never happened. */
export async function newAccountWithoutProfile(): Promise<Account> {
  const account = { email: newEmail(), password: PASSWORD };
  await askAuth('signUp', { ...account, returnSecureToken: true });
  return account;
}

/** A library with one link under an address that was registered with a password and never confirmed. */
export async function newUnconfirmedMember(url: string): Promise<Account> {
  const account = { email: newEmail(), password: PASSWORD };
  const { idToken, localId } = await askAuth('signUp', { ...account, returnSecureToken: true });
  const api = `${settingOf('FOLDMARK_APP_URL')}/api`;
  const token = { 'auth-token': idToken };
  const bot_check = solutionOf(await post(`${api}/users/bot-challenge/`, {}));
  await post(`${api}/users/login-register/`, { uid: localId, bot_check }, token);
  await post(`${api}/links/create/`, { url }, token);
  return account;
}

/** A member who logs in with Google alone, and the session of a browser. */
export async function newGoogleMember(): Promise<Session> {
  const { email, ...signedIn } = await signInWithGoogle();
  await register(signedIn);
  return sessionFrom(email, signedIn);
}

/**
 * A member with an empty library. Born with Google, since such accounts need no solved challenge, and given a password
 * afterwards.
 */
export async function newMember(): Promise<Account> {
  const { email, ...signedIn } = await signInWithGoogle();
  await register(signedIn);
  await askAuth('update', { idToken: signedIn.idToken, password: PASSWORD });
  return { email, password: PASSWORD };
}

async function signInWithGoogle(): Promise<SignedIn & { readonly email: string }> {
  const email = newEmail();
  const claims = JSON.stringify({ sub: crypto.randomUUID(), email, email_verified: true, name: 'Ada' });
  const signedIn = await askAuth('signInWithIdp', {
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

/** Calls the API as a member, behind the browser's back. */
export type CallApi = <P extends Path>(path: P, input: Input<P>) => Promise<Answer<P>>;

export async function apiOf(account: Account): Promise<CallApi> {
  const idToken = await tokenOf(account);
  return async (path, input) =>
    post(`${settingOf('FOLDMARK_APP_URL')}/api${path}`, input, { 'auth-token': idToken });
}

export async function tokenOf({ email, password }: Account): Promise<string> {
  const { idToken } = await askAuth('signInWithPassword', { email, password, returnSecureToken: true });
  return idToken;
}

export async function uidOf({ email, password }: Account): Promise<string> {
  const { localId } = await askAuth('signInWithPassword', { email, password, returnSecureToken: true });
  return localId;
}

/** As an administrator would: nobody gets in with it, and who is in gets no new token. */
export async function disable(account: Account): Promise<void> {
  await administer(account, { disableUser: true });
}

/** As the real service does when an address has changed: no session of before gets a new token. */
export async function endSessions(account: Account): Promise<void> {
  await administer(account, { validSince: String(Math.floor(Date.now() / 1000) + 5) });
}

export async function signedUpYesterday(account: Account): Promise<void> {
  await administer(account, { createdAt: String(Date.now() - 24 * 60 * 60_000) });
}

async function administer(account: Account, update: object): Promise<void> {
  await post(
    `${settingOf('FOLDMARK_AUTH_URL')}/identitytoolkit.googleapis.com/v1/projects/demo-foldmark/accounts:update`,
    { localId: await uidOf(account), ...update },
    { authorization: 'Bearer owner' },
  );
}

/** Changes an address at once, which sends the old one a link that takes it back. Answers its code. */
export async function changeEmailAtOnce(account: Account, email: string): Promise<string> {
  await askAuth('update', { idToken: await tokenOf(account), email });
  return (await emailsTo(account.email)).at(-1)?.oobCode ?? '';
}

/** A new session, as the provider's SDK keeps one in localStorage. It asks its server for what else it knows of the account. */
export async function sessionOf({ email, password }: Account): Promise<Session> {
  return sessionFrom(
    email,
    await askAuth('signInWithPassword', { email, password, returnSecureToken: true }),
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

/** Asks for the email that confirms an address, and answers its code. */
export async function requestConfirmation({ email, password }: Account): Promise<string> {
  const { idToken } = await askAuth('signInWithPassword', { email, password, returnSecureToken: true });
  await askAuth('sendOobCode', { requestType: 'VERIFY_EMAIL', idToken });
  return (await emailsTo(email)).at(-1)?.oobCode ?? '';
}

/** Asks for the email by which a forgotten password is set anew, and answers its code. */
export async function requestPasswordReset({ email }: Account): Promise<string> {
  await askAuth('sendOobCode', { requestType: 'PASSWORD_RESET', email });
  return (await emailsTo(email)).at(-1)?.oobCode ?? '';
}

export interface EmailCode {
  readonly requestType: string;
  readonly oobCode: string;
  /** The link as the email has it. */
  readonly oobLink: string;
}

/** The emails that the identity provider would have sent to an address, the newest last. */
export async function emailsTo(address: string): Promise<readonly EmailCode[]> {
  const url = `${settingOf('FOLDMARK_AUTH_URL')}/emulator/v1/projects/demo-foldmark/oobCodes`;
  const { oobCodes }: { oobCodes: (EmailCode & { email: string })[] } = JSON.parse(
    await (await fetch(url)).text(),
  );
  return oobCodes.filter(({ email }) => email === address);
}

async function askAuth(what: string, body: object): Promise<SignedIn> {
  return post(
    `${settingOf('FOLDMARK_AUTH_URL')}/identitytoolkit.googleapis.com/v1/accounts:${what}?key=local`,
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
  if (!response.ok) throw new Error(`${url} answered ${response.status} ${text}`);
  return JSON.parse(text);
}

/** The global setup has put the addresses of the running suite here. */
export function settingOf(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set.`);
  return value;
}
