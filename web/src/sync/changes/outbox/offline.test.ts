import { setImmediate as tick } from 'node:timers/promises';

import { describe, expect, test } from 'vitest';

import { openPage } from '#web/sync/testing/open-page.ts';
import { nextPage, startedPage, storedLink } from '#web/sync/testing/started-page.ts';

describe('without a network', () => {
  test('an awaited change is kept at once, and sent later', async () => {
    const here = await startedPage();
    here.goOffline();
    const { outcome, key } = here.actions.createLink({ url: 'example.com' }, { isAwaited: true });
    expect(await outcome).toEqual({ ok: true, answer: null });
    expect(here.library.isPending('link', key)).toBe(true);
    expect(here.failures.get()).toEqual([]);
    here.goOnline();
    await here.comeToRest();
    expect(here.library.isPending('link', key)).toBe(false);
    expect(here.server.creations.get('https://example.com')).toBe(1);
  });

  test('an awaited change whose request the network loses is kept', async () => {
    const here = await startedPage();
    const { outcome } = here.actions.updateLink(1, { name: 'New' }, { isAwaited: true });
    await tick();
    here.goOffline();
    expect(await outcome).toEqual({ ok: true, answer: null });
    expect(here.library.link(1)?.name).toBe('New');
  });

  test('changes survive a page that never has a network', async () => {
    const before = await startedPage();
    before.goOffline();
    const { key } = before.actions.createLink({ url: 'example.com', folder: 7 });
    before.actions.updateLink(key, { name: 'Named' });
    await tick();
    before.kill();
    const between = openPage(before.server, before.store, before.timers);
    between.goOffline();
    await between.start();
    between.timers.pass(3 * 24 * 60 * 60_000);
    expect(between.library.link(key)?.name).toBe('Named');
    expect(between.changes.unsent.get()).toBe(3);
    const here = await nextPage(between);
    await here.comeToRest();
    expect([...here.server.links.all.values()].at(-1)).toMatchObject({ name: 'Named' });
    expect(here.library.count(7)).toBe(1);
  });

  test('2,000 gestures are sent with few requests, each once', async () => {
    const here = await startedPage(0);
    here.goOffline();
    for (let index = 0; index < 1000; index += 1) {
      const { key } = here.actions.createLink({ url: `https://example.com/${index}` });
      here.actions.updateLink(key, { name: `Link ${index}` });
    }
    here.goOnline();
    await tick();
    expect(here.server.calls).toHaveLength(1);
    await here.comeToRest();
    expect(here.server.calls.length).toBeLessThanOrEqual(9);
    const names = [...here.server.links.all.values()].map(({ name }) => name);
    expect(names).toEqual(Array.from({ length: 1000 }, (_, index) => `Link ${index}`));
    expect(here.changes.unsent.get()).toBe(0);
    expect(here.server.calls[0]?.input['label']).toBe('250 changes');
  });
});

describe('an expired session', () => {
  test("keeps the changes, and the user's next library sends them", async () => {
    const before = await startedPage();
    before.session.isExpired = true;
    before.actions.updateLink(1, { name: 'New' });
    await tick();
    expect(before.signedOutErrors[0]).toBe('1 change will be sent when you log in again.');
    expect(before.library.link(1)?.name).toBe('New');
    before.end();
    await tick();
    expect(before.store.entries.size).toBe(1);
    const here = openPage(before.server, before.store, before.timers);
    await here.start();
    await here.comeToRest();
    expect(storedLink(here)?.name).toBe('New');
    expect(here.changes.unsent.get()).toBe(0);
  });

  test('sends no further request', async () => {
    const before = await startedPage();
    before.session.isExpired = true;
    before.actions.updateLink(1, { name: 'New' });
    before.actions.updateLink(1, { name: 'Newer' });
    await tick();
    before.session.isExpired = false;
    before.actions.updateLink(2, { name: 'New' });
    await tick();
    expect(before.server.calls).toEqual([]);
    expect(before.signedOutErrors).toHaveLength(2);
  });

  test("another person's library has an outbox of its own", async () => {
    const before = await startedPage();
    before.goOffline();
    before.actions.updateLink(1, { name: 'New' });
    await tick();
    before.end();
    const other = openPage();
    await other.start();
    await other.comeToRest();
    expect(other.server.calls).toEqual([]);
    expect(await other.changes.countUnsent()).toBe(0);
  });
});

test('a browser that can store no changes says so once, as soon as one is unsent', async () => {
  const here = await startedPage();
  here.store.canStore.set(false);
  expect(here.failures.get()).toEqual([]);
  here.actions.updateLink(1, { name: 'New' });
  expect(here.failures.get()).toMatchObject([
    { title: "This browser can't store changes.", messages: ['Keep this tab open until they are sent.'] },
  ]);
  await here.comeToRest();
  here.failures.get()[0]?.dismiss();
  here.actions.updateLink(1, { name: 'Newer' });
  expect(here.failures.get()).toEqual([]);
});
