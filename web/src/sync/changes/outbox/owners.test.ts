import { expect, test } from 'vitest';

import { ownersByLocks } from '#web/sync/changes/outbox/owners.ts';

test('an owner is alive from its registration until its release, and other locks do not count', async () => {
  const owners = ownersByLocks(navigator.locks);
  const [name, other] = [crypto.randomUUID(), crypto.randomUUID()];
  await navigator.locks.request(`another ${name}`, async () => {
    const release = await owners.register(name);
    const releaseOther = await owners.register(other);
    expect(await owners.alive()).toEqual(new Set([name, other]));
    release();
    await expect.poll(async () => owners.alive()).toEqual(new Set([other]));
    releaseOther();
    await expect.poll(async () => owners.alive()).toEqual(new Set());
  });
});

test('tabs can wait for the end of an owner', async () => {
  const owners = ownersByLocks(navigator.locks);
  const name = crypto.randomUUID();
  const release = await owners.register(name);
  const ended: string[] = [];
  const waiting = ['one', 'other'].map(async (tab) => owners.ended(name).then(() => ended.push(tab)));
  await owners.alive();
  expect(ended).toEqual([]);
  release();
  await Promise.all(waiting);
  expect(ended).toEqual(['one', 'other']);
});

test('an owner whose lock is refused cannot register', async () => {
  const refused = new Error('refused');
  const owners = ownersByLocks({
    request: async () => {
      throw refused;
    },
    query: async () => ({}),
  });
  await expect(owners.register('page')).rejects.toBe(refused);
  expect(await owners.alive()).toEqual(new Set());
});
