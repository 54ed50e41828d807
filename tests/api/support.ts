import { inject } from 'vitest';

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

const PASSWORD = 'correct horse battery';

/** A new account of the Auth emulator, made as a browser makes one. */
export async function signUp(email = `${crypto.randomUUID()}@example.com`): Promise<Account> {
  const { authUrl } = inject('suite');
  const response = await fetch(`${authUrl}/identitytoolkit.googleapis.com/v1/accounts:signUp?key=fake`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD, returnSecureToken: true }),
  });
  const { localId, idToken }: { localId: string; idToken: string } = JSON.parse(await response.text());
  return { uid: localId, email, token: idToken };
}

/** A call as the web app makes it, through Hosting. */
export async function call(path: string, body: unknown = {}, token?: string): Promise<Answer> {
  return send(path, {
    headers: { 'content-type': 'application/json', ...(token === undefined ? {} : { 'auth-token': token }) },
    body: JSON.stringify(body),
  });
}

/** A request as it is given. */
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
