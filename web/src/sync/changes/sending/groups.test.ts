import { setImmediate as tick } from 'node:timers/promises';

import { describe, expect, test } from 'vitest';

import { type OpenPage, openPage } from '#web/sync/testing/open-page.ts';
import { keysTo, nextPage, pathsOf, startedPage, storedLink } from '#web/sync/testing/started-page.ts';

/** A page with 21 gestures that wait for the network, which are enough for a group. */
async function offlineEdits(): Promise<OpenPage> {
  const here = await startedPage(20);
  here.goOffline();
  here.actions.createLink({ url: 'new.example', folder: 7 });
  for (const link of keysTo(20)) here.actions.updateLink(link, { name: `Mine ${link}` });
  return here;
}

describe('a group of gestures', () => {
  test('whose answer is lost is sent again by the next page with the same content', async () => {
    const before = await offlineEdits();
    before.goOnline();
    await tick();
    before.server.work(0);
    const here = await nextPage(before);
    await here.comeToRest();
    const [first, second, ...others] = here.server.calls;
    expect(others).toEqual([]);
    expect(second?.input['action_id']).toBe(first?.input['action_id']);
    expect(second?.input['changes']).toEqual(first?.input['changes']);
    expect(here.server.creations.get('https://new.example')).toBe(1);
    expect(here.library.count(7)).toBe(1);
    expect(here.failures.get()).toEqual([]);
  });

  test('is sent again unchanged although the next page has more gestures, and is already live', async () => {
    const before = await offlineEdits();
    before.goOnline();
    await tick();
    before.server.work(0);
    const here = openPage(before.server, before.store, before.timers);
    await here.start();
    here.goOffline();
    for (const link of keysTo(20)) here.actions.toggleFavorite('link', link);
    before.kill();
    here.goOnline();
    await here.changes.resumePending(await here.changes.takeOver());
    await here.comeToRest();
    expect(here.server.creations.get('https://new.example')).toBe(1);
    expect(here.server.favorites.all.size).toBe(20);
    expect(here.failures.get()).toEqual([]);
    expect(here.urls()).toHaveLength(21);
  });

  test('that is refused because of one change is sent one by one', async () => {
    const here = await offlineEdits();
    here.goOnline();
    await tick();
    here.server.refuse(0, 'noProfile');
    here.server.answer(0);
    await here.comeToRest();
    expect(new Set(pathsOf(here.server).slice(1))).not.toContain('/batch/');
    expect(storedLink(here, 20)?.name).toBe('Mine 20');
    expect(here.server.creations.get('https://new.example')).toBe(1);
    expect(here.failures.get()).toEqual([]);
  });

  test('that was refused is not sent as a group by the next page', async () => {
    const before = await offlineEdits();
    before.goOnline();
    await tick();
    before.server.refuse(0, 'noProfile');
    before.server.answer(0);
    await tick();
    before.server.work(0);
    const here = await nextPage(before);
    await here.comeToRest();
    expect(here.server.creations.get('https://new.example')).toBe(1);
    expect(pathsOf(here.server).filter((path) => path === '/batch/')).toHaveLength(1);
  });

  test('leaves out a gesture that is undone before it is sent', async () => {
    const here = await offlineEdits();
    here.undo.undo();
    here.goOnline();
    await here.comeToRest();
    expect(storedLink(here, 20)?.name).toBe('https://example.com/20');
    expect(storedLink(here, 19)?.name).toBe('Mine 19');
  });

  test('that the server made without an answer is not withdrawn by an undo while it waits to be sent one by one', async () => {
    const here = await offlineEdits();
    here.goOnline();
    for (let tries = 0; tries < 5; tries += 1) {
      await tick();
      here.server.failAfterCommit(0);
      here.server.answer(0);
      await tick();
      here.timers.pass(60_000);
    }
    // The server answers another call, so that only the group fails.
    here.server.work(0);
    here.server.answer(0);
    await tick();
    expect(pathsOf(here.server).filter((path) => path === '/batch/')).toHaveLength(5);
    expect(storedLink(here, 20)?.name).toBe('Mine 20');
    here.undo.undo();
    await here.comeToRest();
    expect(storedLink(here, 20)?.name).toBe('https://example.com/20');
    expect(here.library.link(20)?.name).toBe('https://example.com/20');
  });

  test('reports a conflict for each gesture', async () => {
    const here = await offlineEdits();
    here.server.execute({ kind: 'link.set', link_id: 2, name: 'Elsewhere' });
    here.server.execute({ kind: 'link.set', link_id: 3, name: 'Elsewhere, too' });
    here.feed.all();
    here.goOnline();
    await here.comeToRest();
    expect(here.failures.get()).toMatchObject([
      { messages: ['Renamed elsewhere to Elsewhere.'] },
      { messages: ['Renamed elsewhere to Elsewhere, too.'] },
    ]);
    for (const { action } of here.failures.get()) action?.run();
    await here.comeToRest();
    expect([storedLink(here, 2)?.name, storedLink(here, 3)?.name]).toEqual(['Mine 2', 'Mine 3']);
  });
});
