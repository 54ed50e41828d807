import { describe, expect, test } from 'vitest';

import { openFirestore } from '#tests/api/firestore.ts';
import {
  type Account,
  changeAddress,
  DEADLINE,
  personOf,
  register,
  signIn,
  signUp,
  signUpWithGoogle,
  solvedChallenge,
} from '#tests/api/support.ts';
import {
  administer,
  age,
  asPasswordSession,
  confirmAddress,
  takenOver,
  takenOverEmpty,
  withClaims,
} from '#tests/api/takeover.ts';

const firestore = openFirestore();
const EARLIER_LIBRARY = {
  status: 403,
  body: {
    primary_error:
      'Your email address was used here before. Log in again to choose what happens to those links.',
  },
};
const LIBRARY_KEPT = {
  status: 409,
  body: {
    primary_error: 'These links were kept in another tab or on another device, so nothing was deleted.',
  },
};
const EARLIER_ACCOUNT = {
  status: 403,
  body: {
    primary_error:
      'Your email address had an empty account from before, which has been removed. Please log in again.',
  },
};

/** Creates a library that was taken over, after its owner got the failure `earlierLibrary`. */
async function disputed() {
  const people = await takenOver();
  expect(await people.owner.call('/users/login-register/', people.login)).toMatchObject(EARLIER_LIBRARY);
  return people;
}

/** Creates a confirmed user who changes their address, without a confirmation, to another person's. */
async function withChangedAddress() {
  const person = await register();
  await confirmAddress(person);
  const confirmed = personOf(await signIn(person.email));
  await confirmed.ask('/users/login-register/', { uid: person.uid });
  expect(await profileOf(person)).toMatchObject({ ownership: 'confirmed', email: person.email });
  const email = `${crypto.randomUUID()}@example.com`;
  await changeAddress(confirmed, email);
  return { person, email, login: { uid: person.uid } };
}

async function profileOf({ uid }: Account) {
  return (await firestore.doc(`users/${uid}`).get()).data();
}

describe('the owner of an address that another person has registered', () => {
  test('gets the failure at each login and start until they keep the library', async () => {
    const { owner, login } = await takenOver();
    for (const path of ['/users/login-register/', '/users/get-auth/', '/users/login-register/'] as const) {
      expect(await owner.call(path, path === '/users/get-auth/' ? {} : login)).toMatchObject(EARLIER_LIBRARY);
    }

    expect(await owner.call('/users/login-register/', { ...login, keep_earlier: true })).toMatchObject({
      status: 200,
    });

    expect(await owner.call('/users/login-register/', login)).toMatchObject({ status: 200 });
    expect(await owner.ask('/users/get-auth/', {})).toMatchObject({ email_verified: true });
    expect(await owner.ask('/links/list/', {})).toMatchObject([{ url: 'mailto:planted@example.com' }]);
  });

  test('can delete the library, and starts with an empty one under another uid', async () => {
    const { earlier, owner, login } = await takenOver();
    expect(await owner.call('/users/login-register/', login)).toMatchObject(EARLIER_LIBRARY);
    await owner.ask('/users/delete/', { only_disputed: true });

    const next = personOf(await signUpWithGoogle(owner.email));
    expect(next.uid).not.toBe(owner.uid);
    expect(await next.call('/users/login-register/', { uid: next.uid })).toMatchObject({ status: 200 });
    expect(await next.ask('/links/list/', {})).toEqual([]);
    // The emulator checks that the account exists. The real service accepts the token for an hour, but the library is gone.
    expect(await earlier.call('/links/create/', { url: 'mailto:more@example.com' })).toMatchObject({
      status: 401,
    });
  });

  test('is the only user who can decide', async () => {
    const { owner, login } = await takenOver();
    const earlier = asPasswordSession(owner);
    for (const input of [login, { ...login, keep_earlier: true }]) {
      expect(await earlier.call('/users/login-register/', input)).toMatchObject({ status: 401 });
    }
    expect(await owner.call('/users/login-register/', login)).toMatchObject(EARLIER_LIBRARY);
    for (const input of [login, { ...login, keep_earlier: true }]) {
      expect(await earlier.call('/users/login-register/', input)).toMatchObject({ status: 401 });
    }
    expect(await owner.call('/users/get-auth/')).toMatchObject(EARLIER_LIBRARY);
  });
});

describe('a tab that still offers the decision about the library', () => {
  test('cannot delete a library that another tab has kept', async () => {
    const { owner, login } = await disputed();
    await owner.ask('/users/login-register/', { ...login, keep_earlier: true });
    expect(await owner.call('/users/delete/', { only_disputed: true })).toMatchObject(LIBRARY_KEPT);
    expect(await owner.ask('/links/list/', {})).toHaveLength(1);
    expect(await owner.call('/users/login-register/', login)).toMatchObject({ status: 200 });
  });

  test('and a tab that keeps it at the same time do not both succeed', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { owner, login } = await disputed();
      const [kept, deleted] = await Promise.all([
        owner.call('/users/login-register/', { ...login, keep_earlier: true }),
        owner.call('/users/delete/', { only_disputed: true }),
      ]);
      expect([kept.status, deleted.status].filter((status) => status === 200)).toHaveLength(1);
      expect((await profileOf(owner)) !== undefined).toBe(kept.status === 200);
    }
  });

  test('can repeat a deletion that failed half-way', async () => {
    const { owner } = await disputed();
    await firestore.doc(`deletions/${owner.uid}`).set({ unfinished_since: new Date() });
    await firestore.doc(`users/${owner.uid}/private/counters`).delete();
    await firestore.doc(`users/${owner.uid}`).delete();
    expect(await owner.call('/users/delete/', { only_disputed: true })).toMatchObject({ status: 200 });
    await expect
      .poll(async () => (await firestore.collection(`users/${owner.uid}/links`).get()).size, DEADLINE)
      .toBe(0);
  });
});

describe('an unconfirmed password account without a profile', () => {
  test('is deleted on the first login with Google, so the owner gets another uid', async () => {
    const { owner, login } = await takenOverEmpty();
    expect(await owner.call('/users/login-register/', login)).toMatchObject(EARLIER_ACCOUNT);
    expect(await profileOf(owner)).toBeUndefined();
    // Tokens of the earlier session cannot create a profile for the old uid either.
    expect((await firestore.doc(`deletions/${owner.uid}`).get()).exists).toBe(true);

    const next = personOf(await signUpWithGoogle(owner.email));
    expect(next.uid).not.toBe(owner.uid);
    expect(await next.call('/users/login-register/', { uid: next.uid })).toMatchObject({ status: 200 });
    expect(await profileOf(next)).toMatchObject({ ownership: 'confirmed', email: owner.email });
  });

  test('gets no profile in its earlier session', async () => {
    const { owner, login } = await takenOverEmpty();
    const input = { ...login, bot_check: await solvedChallenge() };
    expect(await asPasswordSession(owner).call('/users/login-register/', input)).toMatchObject({
      status: 401,
    });
    expect(await owner.call('/users/login-register/', login)).toMatchObject(EARLIER_ACCOUNT);
  });

  test('stays if it was confirmed before, even if its sessions have been ended', async () => {
    const earlier = await signUp();
    await age(earlier);
    await confirmAddress(earlier);
    await administer(earlier, { validSince: String(Math.floor(Date.now() / 1000)) });
    const owner = personOf(await signUpWithGoogle(earlier.email));
    expect(await owner.call('/users/login-register/', { uid: earlier.uid })).toMatchObject({ status: 200 });
  });
});

test('a Google account whose first login created no profile gets one on a later login', async () => {
  const first = await signUpWithGoogle();
  await age(first);
  const person = personOf(await signUpWithGoogle(first.email));
  expect(await person.call('/users/login-register/', { uid: first.uid })).toMatchObject({ status: 200 });
});

describe('a confirmation is valid for one address', () => {
  test('so the owner of a changed address gets the failure', async () => {
    const { person, email, login } = await withChangedAddress();
    const owner = personOf(await signUpWithGoogle(email));
    expect(owner.uid).toBe(person.uid);
    expect(await owner.call('/users/get-auth/')).toMatchObject(EARLIER_LIBRARY);
    expect(await owner.call('/users/login-register/', login)).toMatchObject(EARLIER_LIBRARY);
  });

  test('also after the profile has that address', async () => {
    const { person, email, login } = await withChangedAddress();
    await personOf(await signIn(email)).ask('/users/login-register/', login);
    expect(await profileOf(person)).toMatchObject({ ownership: 'unconfirmed', email });
    const owner = personOf(await signUpWithGoogle(email));
    expect(await owner.call('/users/login-register/', login)).toMatchObject(EARLIER_LIBRARY);
  });

  test('and a user who also confirms the next address gets no failure', async () => {
    const { person, email, login } = await withChangedAddress();
    await confirmAddress(person);
    await personOf(await signIn(email)).ask('/users/get-auth/', {});
    expect(await profileOf(person)).toMatchObject({ ownership: 'confirmed', email });
    const byGoogle = personOf(await signUpWithGoogle(email));
    expect(await byGoogle.call('/users/login-register/', login)).toMatchObject({ status: 200 });
  });

  test.each([true, false])(
    'and a token with another address is rejected (confirmed: %s)',
    async (verified) => {
      const { owner, login } = await disputed();
      await owner.ask('/users/login-register/', { ...login, keep_earlier: true });
      const stale = withClaims(owner, (claims) => {
        claims.email = 'before@example.com';
        claims.email_verified = verified;
      });
      expect(await stale.call('/users/login-register/', login)).toMatchObject({ status: 401 });
      expect(await profileOf(owner)).toMatchObject({ ownership: 'confirmed', email: owner.email });
    },
  );
});

describe('a login succeeds without a decision', () => {
  test('if the user registered with Google', async () => {
    const account = await signUpWithGoogle();
    const person = personOf(account);
    for (let login = 0; login < 2; login += 1) {
      expect(await person.call('/users/login-register/', { uid: account.uid })).toMatchObject({
        status: 200,
      });
    }
  });

  test('if the address was confirmed while the account had its password', async () => {
    const person = await register();
    await confirmAddress(person);
    const byGoogle = personOf(await signUpWithGoogle(person.email));
    expect(byGoogle.uid).toBe(person.uid);
    expect(await byGoogle.call('/users/login-register/', { uid: person.uid })).toMatchObject({ status: 200 });
    expect(await profileOf(person)).toMatchObject({ ownership: 'confirmed' });
  });

  test('if an earlier version wrote the profile', async () => {
    const { owner, login } = await takenOver();
    const profile = firestore.doc(`users/${owner.uid}`);
    const { ownership: _, ...old } = (await profile.get()).data() ?? {};
    await profile.set(old);
    expect(await owner.call('/users/login-register/', login)).toMatchObject({ status: 200 });
  });
});

test('keep_earlier has no effect without a takeover', async () => {
  const account = await signUpWithGoogle();
  const input = { uid: account.uid, keep_earlier: true };
  expect(await personOf(account).call('/users/login-register/', input)).toMatchObject({ status: 200 });
  expect(await personOf(account).call('/users/login-register/', input)).toMatchObject({ status: 200 });
});
