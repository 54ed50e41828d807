/** Accounts that a Google login takes over from an unconfirmed password account. */
import { expect, inject } from 'vitest';

import {
  type Account,
  type Person,
  personOf,
  register,
  signUp,
  signUpWithGoogle,
} from '#tests/api/support.ts';

const DAY_MS = 24 * 60 * 60_000;

/** Creates a library under an unconfirmed address. Then, after `before`, the owner of the address logs in with Google. */
export async function takenOver(before: (earlier: Person) => Promise<void> = async () => undefined) {
  const earlier = await register();
  await earlier.ask('/links/create/', { url: 'mailto:planted@example.com' });
  await before(earlier);
  const owner = personOf(await signUpWithGoogle(earlier.email));
  expect(owner.uid).toBe(earlier.uid);
  return { earlier, owner, login: { uid: owner.uid } };
}

/** Changes the claims of a token. The emulator checks no signature. */
export function withClaims(account: Account, change: (claims: Claims) => void): Person {
  const [head = '', payload = ''] = account.token.split('.');
  const claims: Claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
  change(claims);
  const token = `${head}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.`;
  return personOf({ ...account, token });
}

interface Claims {
  email: string;
  email_verified: boolean;
  readonly firebase: { sign_in_provider: string };
}

/** Calls like the earlier session, if it could get a token after the owner's login. */
export function asPasswordSession(account: Account): Person {
  return withClaims(account, ({ firebase }) => {
    firebase.sign_in_provider = 'password';
  });
}

export async function administer({ uid }: Account, update: object): Promise<void> {
  const { authUrl, projectId } = inject('suite');
  const url = `${authUrl}/identitytoolkit.googleapis.com/v1/projects/${projectId}/accounts:update`;
  const headers = { 'content-type': 'application/json', authorization: 'Bearer owner' };
  const body = JSON.stringify({ localId: uid, ...update });
  expect((await fetch(url, { method: 'POST', headers, body })).status).toBe(200);
}

export async function confirmAddress(account: Account): Promise<void> {
  await administer(account, { emailVerified: true });
}

/** Sets the sign-up to a day ago. */
export async function age(account: Account): Promise<void> {
  await administer(account, { createdAt: String(Date.now() - DAY_MS) });
}

/** Creates a password account without a profile. Then the owner of its address logs in with Google. */
export async function takenOverEmpty() {
  const earlier = await signUp();
  await age(earlier);
  const owner = personOf(await signUpWithGoogle(earlier.email));
  expect(owner.uid).toBe(earlier.uid);
  return { owner, login: { uid: owner.uid } };
}
