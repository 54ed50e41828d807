import type { BotChallenge } from '@foldmark/contract/answers';
import { Timestamp } from 'firebase-admin/firestore';
import { describe, expect, test } from 'vitest';

import { openFirestore } from '#tests/api/firestore.ts';
import { call, DEADLINE, personOf, register, signUp, solvedChallenge } from '#tests/api/support.ts';

const NOT_HUMAN = {
  status: 403,
  body: { code: 'notVerifiedHuman', primary_error: 'You must verify you are not a bot.' },
};
const firestore = openFirestore();

describe('registration', () => {
  test('creates a profile from the token, and counters that begin at 1', async () => {
    const account = await signUp();
    const { status, body } = await personOf(account).call('/users/login-register/', {
      uid: account.uid,
      email: 'other@example.com',
      time_zone_abbreviation: ' CET ',
      bot_check: await solvedChallenge(),
    });
    expect(status).toBe(200);
    expect(body).toEqual({ user_id: account.uid, display_name: '', avatar: '' });
    const profile = await firestore.doc(`users/${account.uid}`).get();
    expect(profile.data()).toMatchObject({ email: account.email, time_zone_abbreviation: 'CET', avatar: '' });
    const counters = await firestore.doc(`users/${account.uid}/private/counters`).get();
    expect(counters.data()).toEqual({ next_link_id: 1, next_folder_id: 1, next_folder_link_id: 1 });
  });

  test('by email and password needs a solved challenge', async () => {
    const account = await signUp();
    const person = personOf(account);
    const input = { uid: account.uid, email: account.email, time_zone_abbreviation: 'CET' };
    expect(await person.call('/users/login-register/', input)).toMatchObject(NOT_HUMAN);
    for (const bot_check of ['', 'x', Buffer.from('{}').toString('base64')]) {
      expect(await person.call('/users/login-register/', { ...input, bot_check })).toMatchObject(NOT_HUMAN);
    }
    expect(await person.call('/users/get/')).toMatchObject({ status: 403 });
  });

  test('accepts a solved challenge once', async () => {
    const bot_check = await solvedChallenge();
    const [first, second] = [await signUp(), await signUp()];
    expect(await personOf(first).call('/users/login-register/', { uid: first.uid, bot_check })).toMatchObject(
      {
        status: 200,
      },
    );
    expect(
      await personOf(second).call('/users/login-register/', { uid: second.uid, bot_check }),
    ).toMatchObject(NOT_HUMAN);
    // The TTL policy purges a used challenge when it has expired.
    const { challenge }: { challenge: BotChallenge } = JSON.parse(
      Buffer.from(bot_check, 'base64').toString(),
    );
    const { nonce, expiresAt } = challenge.parameters;
    const spent = await firestore.doc(`used_challenges/${nonce}`).get();
    expect(spent.data()).toEqual({ expire_at: Timestamp.fromMillis(expiresAt * 1000) });
  });

  test('sent twice at the same time creates one profile', async () => {
    const account = await signUp();
    const input = { uid: account.uid, bot_check: await solvedChallenge() };
    const person = personOf(account);
    const answers = await Promise.all([
      person.call('/users/login-register/', input),
      person.call('/users/login-register/', input),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  });
});

describe('a user', () => {
  test('who logs in again keeps the profile and updates the time zone', async () => {
    const person = await register();
    await person.ask('/users/update/', { display_name: 'Ada' });
    expect(
      await person.ask('/users/login-register/', { uid: person.uid, time_zone_abbreviation: 'EST' }),
    ).toEqual({
      user_id: person.uid,
      display_name: 'Ada',
      avatar: '',
    });
    expect(await person.ask('/users/get-auth/', {})).toMatchObject({ time_zone_abbreviation: 'EST' });
  });

  test('has the address of the token, which is newer than the profile', async () => {
    const person = await register();
    const profile = firestore.doc(`users/${person.uid}`);
    await profile.update({ email: 'old@example.com' });
    expect(await person.ask('/users/get-auth/', {})).toMatchObject({ email: person.email });
    await person.ask('/users/login-register/', { uid: person.uid });
    expect((await profile.get()).get('email')).toBe(person.email);
  });

  test('can read their profile', async () => {
    const person = await register();
    expect(await person.ask('/users/get/', {})).toEqual({
      user_id: person.uid,
      display_name: '',
      avatar: '',
    });
    expect(await person.ask('/users/get-auth/', {})).toEqual({
      user_id: person.uid,
      display_name: '',
      avatar: '',
      email: person.email,
      email_verified: false,
      time_zone_abbreviation: 'CET',
      created_at: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/),
    });
  });

  test('can change the display name and nothing else', async () => {
    const person = await register();
    const input = {
      display_name: '  Zoë 😀 ',
      user_id: 'root',
      avatar: 'x',
      email: 'x@example.com',
      admin: true,
    };
    expect(await person.call('/users/update/', input)).toMatchObject({
      status: 200,
      body: { user_id: person.uid, display_name: 'Zoë 😀', avatar: '' },
    });
    expect(await person.ask('/users/get-auth/', {})).toMatchObject({ email: person.email });
    expect(await person.ask('/users/update/', {})).toMatchObject({ display_name: 'Zoë 😀' });
    // The name has changed since this call was prepared.
    const late = { display_name: 'Late', if: { display_name: 'Ada' } };
    expect(await person.ask('/users/update/', late)).toMatchObject({ display_name: 'Zoë 😀' });
    expect(await person.ask('/users/update/', { display_name: '' })).toMatchObject({ display_name: '' });
  });

  test('gets an error for an invalid display name', async () => {
    const person = await register();
    expect(await person.call('/users/update/', { display_name: 'x'.repeat(201) })).toMatchObject({
      status: 400,
      body: { errors: ['display_name can have at most 200 characters.'] },
    });
    expect(await person.call('/users/update/', { display_name: 7 })).toMatchObject({
      status: 400,
      body: { errors: ['display_name must be text.'] },
    });
  });
});

describe('the deletion of an account', () => {
  test('removes every document and the account, but no other user’s', async () => {
    const [person, other] = [await register(), await register()];
    for (const { ask } of [person, other]) {
      await ask('/links/create/', { url: 'mailto:a@example.com' });
      await ask('/folders/create/', { name: 'a' });
      await ask('/folders/add-link/', { folder_id: 1, link_id: 1 });
      await ask('/favorites/toggle/', { object_id: 1, object_type: 'link' });
    }
    expect(await person.ask('/users/delete/', {})).toEqual({ user_id: person.uid, remaining_uploads: [] });

    const profile = firestore.doc(`users/${person.uid}`);
    expect((await profile.get()).exists).toBe(false);
    expect(await call('/users/get/', {}, person.token)).toMatchObject({ status: 401 });
    // A task deletes the rest.
    await expect.poll(async () => profile.listCollections(), DEADLINE).toEqual([]);
    expect(await other.ask('/links/list/', {})).toHaveLength(1);
  });

  test('works without a profile, so a deletion that failed half-way can be repeated', async () => {
    const account = await signUp();
    expect(await personOf(account).ask('/users/delete/', {})).toEqual({
      user_id: account.uid,
      remaining_uploads: [],
    });
  });
});
