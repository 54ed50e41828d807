import type { Input, Path } from '@foldmark/contract/endpoints';
import { inject } from 'vitest';

import { checkAnswer } from '#tests/api/contract.ts';
import { solutionOf } from '#tests/support/solution-of.ts';

export interface Account {
  readonly uid: string;
  readonly email: string;
  readonly token: string;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

/** A task usually follows its commit within seconds; a busy machine takes longer. */
export const DEADLINE = { timeout: 60_000, interval: 200 };
const PASSWORD = 'correct horse battery';

/** Creates an account in the Auth emulator, like a browser. It has no profile yet. */
export async function signUp(email = newEmail()): Promise<Account> {
  const second = secondOf(Date.now());
  const account = await requestAccount('signUp', { email, password: PASSWORD, returnSecureToken: true });
  // If a second ends during the sign-up, the emulator can date the session before the password, and the token is refused.
  return secondOf(Date.now()) === second ? account : signIn(email);
}

function secondOf(ms: number): number {
  return Math.floor(ms / 1000);
}

/** Starts a new session of an account with a password. */
export async function signIn(email: string): Promise<Account> {
  return requestAccount('signInWithPassword', { email, password: PASSWORD, returnSecureToken: true });
}

/** Gives the account another password, which ends all sessions, and then the first one again for `signIn`. */
export async function changePassword({ token }: Account): Promise<void> {
  const changed = await postToAuth('update', {
    idToken: token,
    password: 'another one',
    returnSecureToken: true,
  });
  const { idToken }: { idToken: string } = JSON.parse(changed);
  await postToAuth('update', { idToken, password: PASSWORD });
}

/** Changes the address without a confirmation. The real service allows this if email enumeration protection is off. */
export async function changeAddress({ token }: Account, email: string): Promise<void> {
  await postToAuth('update', { idToken: token, email });
}

export async function signUpWithGoogle(email = newEmail(), name = 'Ada'): Promise<Account> {
  const idToken = JSON.stringify({ sub: crypto.randomUUID(), email, email_verified: true, name });
  return requestAccount('signInWithIdp', {
    postBody: `providerId=google.com&id_token=${encodeURIComponent(idToken)}`,
    requestUri: 'http://localhost',
    returnSecureToken: true,
  });
}

/** Deletes the account through the identity provider, like the Firebase console. */
export async function deleteAccountElsewhere({ token }: Account): Promise<void> {
  await postToAuth('delete', { idToken: token });
}

async function requestAccount(method: string, body: object): Promise<Account> {
  const answer = await postToAuth(method, body);
  const { localId, email, idToken }: { localId: string; email: string; idToken: string } = JSON.parse(answer);
  return { uid: localId, email, token: idToken };
}

async function postToAuth(method: string, body: object): Promise<string> {
  const url = `${inject('suite').authUrl}/identitytoolkit.googleapis.com/v1/accounts:${method}?key=fake`;
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  const text = await response.text();
  if (!response.ok) throw new Error(`The Auth emulator answered ${text}`);
  return text;
}

function newEmail(): string {
  return `${crypto.randomUUID()}@example.com`;
}

/** A user with an account, a profile and an empty library. */
export interface Person extends Account {
  /** Makes a call that must succeed. Returns the body. */
  ask<P extends Path>(path: P, input: Input<P>): Promise<unknown>;
  /** Makes a call. The contract must know the answer. */
  call(path: Path, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
}

export async function register(): Promise<Person> {
  const account = await signUp();
  const person = personOf(account);
  await person.ask('/users/login-register/', {
    uid: account.uid,
    email: account.email,
    time_zone_abbreviation: 'CET',
    bot_check: await solvedChallenge(),
  });
  return person;
}

/** Registers with Google, which needs no bot check, also for a later login. */
export async function registerWithGoogle(): Promise<Person> {
  const person = personOf(await signUpWithGoogle());
  await person.ask('/users/login-register/', { uid: person.uid });
  return person;
}

export function personOf(account: Account): Person {
  const callAs: Person['call'] = async (path, body = {}, headers = {}) => {
    const answer = await send(path, {
      headers: { 'content-type': 'application/json', 'auth-token': account.token, ...headers },
      body: JSON.stringify(body),
    });
    checkAnswer(path, answer.status, answer.body);
    return answer;
  };
  return {
    ...account,
    call: callAs,
    ask: async (path, input) => {
      const { status, body } = await callAs(path, input);
      if (status !== 200) throw new Error(`${path} answered ${status}: ${JSON.stringify(body)}`);
      return body;
    },
  };
}

/** Makes a call through Hosting, without a token or with the given one. */
export async function call(path: string, body: unknown = {}, token?: string): Promise<Answer> {
  return send(path, {
    headers: { 'content-type': 'application/json', ...(token === undefined ? {} : { 'auth-token': token }) },
    body: JSON.stringify(body),
  });
}

/** Sends a raw request. */
export async function send(path: string, init: RequestInit): Promise<Answer> {
  const response = await fetch(`${inject('suite').appUrl}/api${path}`, { method: 'POST', ...init });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? null : parsed(text) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Solves a bot check, like a browser. */
export async function solvedChallenge(): Promise<string> {
  return solutionOf((await call('/users/bot-challenge/')).body);
}
