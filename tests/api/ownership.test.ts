import { describe, expect, inject, test } from 'vitest';

import { openFirestore } from '#tests/api/firestore.ts';
import { type Account, personOf, register, signUpWithGoogle } from '#tests/api/support.ts';

const firestore = openFirestore();
const ASKED = {
  status: 403,
  body: {
    primary_error:
      'Your email address was used here before. Log in again to choose what happens to those links.',
  },
};

/** Somebody's library under an address that they never confirmed, and the owner of the address, by Google. */
async function takenOver() {
  const earlier = await register();
  await earlier.ask('/links/create/', { url: 'mailto:planted@example.com' });
  const owner = personOf(await signUpWithGoogle(earlier.email));
  expect(owner.uid).toBe(earlier.uid);
  return { earlier, owner, login: { uid: owner.uid } };
}

/** The token as it would be if the session of before could get one after the new owner has come. */
function asPasswordSession({ token }: Account): string {
  const [head = '', payload = ''] = token.split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
  claims.firebase.sign_in_provider = 'password';
  return `${head}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.`;
}

async function confirmAddress({ uid }: Account): Promise<void> {
  const { authUrl, projectId } = inject('suite');
  const url = `${authUrl}/identitytoolkit.googleapis.com/v1/projects/${projectId}/accounts:update`;
  const headers = { 'content-type': 'application/json', authorization: 'Bearer owner' };
  const body = JSON.stringify({ localId: uid, emailVerified: true });
  expect((await fetch(url, { method: 'POST', headers, body })).status).toBe(200);
}

describe('the owner of an address under which another person registered', () => {
  test('is asked at each login and start, and keeps the library', async () => {
    const { owner, login } = await takenOver();
    for (const path of ['/users/login-register/', '/users/get-auth/', '/users/login-register/'] as const) {
      expect(await owner.call(path, path === '/users/get-auth/' ? {} : login)).toMatchObject(ASKED);
    }

    expect(await owner.call('/users/login-register/', { ...login, keep_earlier: true })).toMatchObject({
      status: 200,
    });

    expect(await owner.call('/users/login-register/', login)).toMatchObject({ status: 200 });
    expect(await owner.ask('/users/get-auth/', {})).toMatchObject({ email_verified: true });
    expect(await owner.ask('/links/list/', {})).toMatchObject([{ url: 'mailto:planted@example.com' }]);
  });

  test('or deletes it all, and starts with an empty library of another uid', async () => {
    const { earlier, owner, login } = await takenOver();
    expect(await owner.call('/users/login-register/', login)).toMatchObject(ASKED);
    await owner.ask('/users/delete/', {});

    const anew = personOf(await signUpWithGoogle(owner.email));
    expect(anew.uid).not.toBe(owner.uid);
    expect(await anew.call('/users/login-register/', { uid: anew.uid })).toMatchObject({ status: 200 });
    expect(await anew.ask('/links/list/', {})).toEqual([]);
    // The emulator looks whether the account is there. Elsewhere the token holds for an hour, for a library that is not.
    expect(await earlier.call('/links/create/', { url: 'mailto:more@example.com' })).toMatchObject({
      status: 401,
    });
  });

  test('is the only one who can answer', async () => {
    const { owner, login } = await takenOver();
    const earlier = personOf({ ...owner, token: asPasswordSession(owner) });
    for (const input of [login, { ...login, keep_earlier: true }]) {
      expect(await earlier.call('/users/login-register/', input)).toMatchObject({ status: 401 });
    }
    expect(await owner.call('/users/login-register/', login)).toMatchObject(ASKED);
    for (const input of [login, { ...login, keep_earlier: true }]) {
      expect(await earlier.call('/users/login-register/', input)).toMatchObject({ status: 401 });
    }
    expect(await owner.call('/users/get-auth/')).toMatchObject(ASKED);
  });
});

describe('nobody is asked', () => {
  test('who registered with Google', async () => {
    const account = await signUpWithGoogle();
    const person = personOf(account);
    for (let login = 0; login < 2; login += 1) {
      expect(await person.call('/users/login-register/', { uid: account.uid })).toMatchObject({
        status: 200,
      });
    }
  });

  test('who confirmed the address while the account had its password', async () => {
    const person = await register();
    await confirmAddress(person);
    const byGoogle = personOf(await signUpWithGoogle(person.email));
    expect(byGoogle.uid).toBe(person.uid);
    expect(await byGoogle.call('/users/login-register/', { uid: person.uid })).toMatchObject({ status: 200 });
    const profile = await firestore.doc(`users/${person.uid}`).get();
    expect(profile.get('ownership')).toBe('confirmed');
  });

  test('whose profile is of a version that did not know of this', async () => {
    const { owner, login } = await takenOver();
    const profile = firestore.doc(`users/${owner.uid}`);
    const { ownership: _, ...old } = (await profile.get()).data() ?? {};
    await profile.set(old);
    expect(await owner.call('/users/login-register/', login)).toMatchObject({ status: 200 });
  });
});

test('keep_earlier says nothing where there is nothing to keep', async () => {
  const account = await signUpWithGoogle();
  const input = { uid: account.uid, keep_earlier: true };
  expect(await personOf(account).call('/users/login-register/', input)).toMatchObject({ status: 200 });
  expect(await personOf(account).call('/users/login-register/', input)).toMatchObject({ status: 200 });
});
