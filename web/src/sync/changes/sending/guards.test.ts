import { setImmediate as tick } from 'node:timers/promises';

import type { LibraryChange } from '@foldmark/library/changes/changes';
import { describe, expect, test } from 'vitest';

import { itemsOf } from '@foldmark/library/memory/items';
import type { OpenPage } from '#web/sync/testing/open-page.ts';
import { nextPage, startedPage, storedLink } from '#web/sync/testing/started-page.ts';

describe('a guard', () => {
  test('is sent with a change that is sent at once', async () => {
    const here = await startedPage();
    here.server.rename(0, 'Elsewhere');
    here.actions.updateLink(1, { name: 'Mine' });
    await here.comeToRest();
    expect(storedLink(here)?.name).toBe('Elsewhere');
    expect(here.failures.get()).toMatchObject([{ action: { label: 'Apply yours' } }]);
  });

  test('protects a name that changed while the edit dialog was open', async () => {
    const here = await startedPage();
    const opened = here.library.link(1);
    if (opened === undefined) throw new Error('There is no link.');
    here.server.rename(0, 'Elsewhere');
    here.feed.all();
    here.actions.updateLink(1, { name: 'Mine' }, { opened });
    await here.comeToRest();
    expect(storedLink(here)?.name).toBe('Elsewhere');
  });

  test('protects a newer name from a request that the network delivers late', async () => {
    const here = await startedPage();
    here.actions.updateLink(1, { name: 'Mine' });
    await tick();
    here.server.delay(0);
    await here.comeToRest();
    here.server.rename(0, 'Elsewhere');
    here.server.deliverLate(0);
    expect(storedLink(here)?.name).toBe('Elsewhere');
  });

  test('protects a newer name from an edit whose token was refused first', async () => {
    const here = await startedPage();
    here.actions.updateLink(1, { name: 'Mine' });
    await tick();
    here.server.rename(0, 'Elsewhere');
    here.server.refuseToken(0);
    here.server.answer(0);
    await here.comeToRest();
    expect(storedLink(here)?.name).toBe('Elsewhere');
    expect(here.signedOutErrors).toEqual([]);
  });

  test('protects a newer name from a change that was made offline, until the user applies it', async () => {
    const here = await startedPage();
    here.goOffline();
    here.actions.updateLink(1, { name: 'Mine', status_id: 2 });
    here.timers.pass(61_000);
    here.server.rename(0, 'Elsewhere');
    here.goOnline();
    await here.comeToRest();
    expect(storedLink(here)).toMatchObject({ name: 'Elsewhere', status_id: 2 });
    expect(here.library.link(1)).toMatchObject({ name: 'Elsewhere', status_id: 2 });
    const [failure, ...others] = here.failures.get();
    expect(others).toEqual([]);
    expect(failure).toMatchObject({
      messages: ['Renamed elsewhere to Elsewhere.'],
      action: { label: 'Apply yours' },
    });
    failure?.action?.run();
    await here.comeToRest();
    expect(here.failures.get()).toEqual([]);
    expect(here.server.calls.at(-1)?.input).toEqual({ link_id: 1, name: 'Mine', if: { name: 'Elsewhere' } });
    expect(storedLink(here)?.name).toBe('Mine');
  });

  test('protects a newer note, and the message shows its beginning', async () => {
    const here = await startedPage();
    here.goOffline();
    here.actions.updateLink(1, { note: ' Mine,\nin two lines ' });
    expect(here.library.link(1)?.note).toBe('Mine,\nin two lines');
    here.timers.pass(61_000);
    here.server.execute({ kind: 'link.set', link_id: 1, note: 'Elsewhere' });
    here.goOnline();
    await here.comeToRest();
    expect(storedLink(here)?.note).toBe('Elsewhere');
    const [failure] = here.failures.get();
    expect(failure).toMatchObject({ messages: ['Its note was changed elsewhere to Elsewhere.'] });
    failure?.action?.run();
    await here.comeToRest();
    expect(here.server.calls.at(-1)?.input).toEqual({
      link_id: 1,
      note: 'Mine,\nin two lines',
      if: { note: 'Elsewhere' },
    });
    expect(storedLink(here)?.note).toBe('Mine,\nin two lines');
  });

  test('protects a newer display name from one that was edited offline', async () => {
    const here = await startedPage();
    here.server.displayName = 'Ada';
    here.goOffline();
    here.actions.updateUser({ display_name: ' Mine ' }, { display_name: 'Ada' });
    here.timers.pass(61_000);
    here.server.displayName = 'Elsewhere';
    here.goOnline();
    await here.comeToRest();
    expect(here.server.displayName).toBe('Elsewhere');
    const [failure] = here.failures.get();
    expect(failure).toMatchObject({
      title: 'Your profile was changed elsewhere.',
      messages: ['Changed elsewhere to Elsewhere.'],
    });
    failure?.action?.run();
    await here.comeToRest();
    expect(here.server.displayName).toBe('Mine');
  });

  test('protects a newer name from the next page', async () => {
    const before = await startedPage();
    before.actions.updateLink(1, { name: 'Mine' });
    await tick();
    before.server.rename(0, 'Elsewhere');
    const here = await nextPage(before);
    await here.comeToRest();
    expect(storedLink(here)?.name).toBe('Elsewhere');
    expect(here.failures.get()).toMatchObject([{ messages: ['Renamed elsewhere to Elsewhere.'] }]);
  });

  test('does not block a repeat of a change that the server has made already', async () => {
    const before = await startedPage();
    before.actions.updateLink(1, { name: 'Mine' });
    await tick();
    before.server.work(0);
    const here = await nextPage(before);
    await here.comeToRest();
    expect(storedLink(here)?.name).toBe('Mine');
    expect(here.failures.get()).toEqual([]);
  });

  test('does not protect from a second edit after the first one was refused', async () => {
    const here = await startedPage();
    here.actions.updateLink(1, { name: 'First' });
    here.actions.updateLink(1, { name: 'Second' });
    await tick();
    here.server.refuse(0, 'noProfile');
    here.server.answer(0);
    await here.comeToRest();
    expect(storedLink(here)?.name).toBe('Second');
    expect(here.failures.get()).toMatchObject([{ title: "Couldn't save the link." }]);
  });

  test('is added to a request whose repeat is late', async () => {
    const here = await startedPage();
    here.actions.updateLink(1, { name: 'Mine' });
    await tick();
    here.goOffline();
    await tick();
    here.timers.pass(61_000);
    here.server.rename(0, 'Elsewhere');
    here.goOnline();
    await here.comeToRest();
    expect(storedLink(here)?.name).toBe('Elsewhere');
  });

  test('does not protect the title of the page from the name of a new link', async () => {
    const here = await startedPage(0);
    const { key } = here.actions.createLink({ url: 'example.com' });
    await here.comeToRest();
    here.server.setTitle(here.library.link(key)?.link_id ?? 0, 'Title of the page');
    here.goOffline();
    here.actions.updateLink(key, { name: 'Mine' });
    here.timers.pass(61_000);
    here.goOnline();
    await here.comeToRest();
    expect(here.urls()).toHaveLength(1);
    expect(here.library.link(key)?.name).toBe('Mine');
    expect(here.failures.get()).toEqual([]);
  });
});

describe('a repeat of a change that was made and then taken back elsewhere', () => {
  const ELSEWHERE = [
    { kind: 'favorite.set', object_type: 'link', object_id: 1, on: false },
    { kind: 'member.set', folder_id: 7, link_id: 1, present: false },
    { kind: 'link.set', link_id: 1, status_id: 1 },
    { kind: 'link.set', link_id: 1, name: 'https://example.com/1' },
  ] as const satisfies readonly LibraryChange[];
  const EDITS: readonly ((here: OpenPage) => unknown)[] = [
    ({ actions }) => actions.toggleFavorite('link', 1),
    ({ actions }) => actions.addLinkToFolder(1, 7),
    ({ actions }) => actions.setItemsStatus(itemsOf('link', [1]), 2),
    ({ actions }) => actions.updateLink(1, { name: 'Mine' }),
  ];

  test.each(ELSEWHERE.map((change, index) => [change, EDITS[index]] as const))(
    'does not make it again: %o',
    async (change, edit) => {
      const here = await startedPage();
      const before = stateOf(here);
      edit?.(here);
      await tick();
      here.server.work(0);
      expect(stateOf(here)).not.toEqual(before);
      here.server.loseAnswer();
      await tick();
      here.server.execute(change);
      here.goOnline();
      await here.comeToRest();
      expect(here.server.calls).toHaveLength(2);
      expect(stateOf(here)).toEqual(before);
    },
  );
});

function stateOf({ server }: OpenPage) {
  const { name, status_id } = storedLink({ server }) ?? {};
  return {
    name,
    status_id,
    members: [...server.memberships.all.keys()],
    stars: [...server.favorites.all.keys()],
  };
}
