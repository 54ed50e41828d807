import { setImmediate as tick } from 'node:timers/promises';

import { newLink } from '@foldmark/library/entities/new-link';
import { describe, expect, test } from 'vitest';

import { MemoryOutbox } from '#web/sync/testing/memory-outbox.ts';
import { openPage } from '#web/sync/testing/open-page.ts';
import { answerNext, nextPage, pathsOf, startedPage } from '#web/sync/testing/started-page.ts';

describe('a deletion forever', () => {
  test('is sent after 10 seconds', async () => {
    const here = await startedPage(1, 2);
    here.actions.emptyTrash();
    expect(here.library.link(1)).toBeUndefined();
    here.timers.pass(9_999);
    expect(await answerNext(here)).toBe(false);
    here.timers.pass(1);
    expect(await answerNext(here)).toBe(true);
    expect(here.server.links.all.size).toBe(0);
  });

  test('can be undone until then, and not later', async () => {
    const here = await startedPage(1, 2);
    here.actions.emptyTrash();
    here.timers.pass(9_999);
    expect(here.undo.undo()).toBe(true);
    expect(here.library.link(1)).toBeDefined();
    await here.comeToRest();
    expect(here.server.calls).toEqual([]);
    here.undo.redo();
    here.timers.pass(10_000);
    await tick();
    expect(here.undo.labels.get()).toEqual({ undo: null, redo: null });
    expect(here.undo.undo()).toBe(false);
    await here.comeToRest();
    expect(here.server.links.all.size).toBe(0);
  });

  test('is sent at once at sign-out', async () => {
    const here = await startedPage(2, 2);
    here.actions.emptyTrash();
    here.changes.sendHeld();
    expect(await answerNext(here)).toBe(true);
    expect(here.server.links.all.size).toBe(0);
    expect(await here.changes.countUnsent()).toBe(0);
  });

  test('is sent at once when the page is hidden or left, and can no longer be undone', async () => {
    const here = await startedPage(1, 2);
    const { id } = here.actions.emptyTrash();
    here.changes.leave();
    await tick();
    expect(here.undo.canUndo(id)).toBe(false);
    here.kill(true);
    here.server.work(0);
    expect(here.server.links.all.size).toBe(0);
  });

  test('in parts is sent without waiting for answers when the page is left', async () => {
    const here = await startedPage(1000, 2);
    here.actions.emptyTrash();
    here.changes.leave();
    await tick();
    here.kill(true);
    while (here.server.work(0));
    expect(here.server.links.all.size).toBe(0);
  });

  test('is sent with more others than calls run at once when the page is left', async () => {
    const here = await startedPage(6, 2);
    for (let id = 1; id <= 6; id += 1) here.actions.deleteItems({ links: [id], folders: [] });
    here.changes.leave();
    here.changes.leave();
    await tick();
    here.kill(true);
    while (here.server.work(0));
    expect(here.server.links.all.size).toBe(0);
  });

  test('of eight gestures is sent with a request for each when the page is left', async () => {
    const here = await startedPage(9, 2);
    for (let id = 1; id <= 9; id += 1) here.actions.deleteItems({ links: [id], folders: [] });
    here.changes.leave();
    await tick();
    expect(pathsOf(here.server)).toEqual(Array.from({ length: 9 }, () => '/links/delete/'));
  });

  test('that was made offline is sent before it is stored when the page is left', async () => {
    const here = openPage(undefined, Object.assign(new MemoryOutbox(), { write: never }));
    const link = {
      ...newLink(1, 'https://example.com/'),
      status_id: 2,
      created_at: 1,
      updated_at: 1,
    } as const;
    here.server.links.put('1', link);
    await here.start();
    here.goOffline();
    here.actions.emptyTrash();
    here.goOnline();
    await tick();
    here.changes.leave();
    await tick();
    expect(pathsOf(here.server)).toEqual(['/links/delete/']);
  });

  test('in parts is sent as usual after the page is seen again', async () => {
    const here = await startedPage(2000, 2);
    here.actions.emptyTrash();
    here.goOffline();
    here.changes.leave();
    here.changes.stay();
    here.goOnline();
    await tick();
    here.timers.pass(0);
    await tick();
    expect(here.server.calls).toHaveLength(1);
    await here.comeToRest();
    expect(here.server.links.all.size).toBe(0);
  });

  test('in parts of which one is refused keeps what the others have deleted', async () => {
    const here = await startedPage(1000, 2);
    here.actions.emptyTrash();
    here.changes.leave();
    here.changes.stay();
    await tick();
    here.server.refuse(2, 'noProfile');
    here.server.answer(0);
    await here.comeToRest();
    expect(here.server.links.all.size).toBe(250);
    expect(here.library.links({ kind: 'trash' }).get()).toHaveLength(250);
    here.failures.get()[0]?.action?.run();
    here.timers.pass(10_000);
    await here.comeToRest();
    expect([here.server.links.all.size, here.store.entries.size]).toEqual([0, 0]);
  });

  test('in parts of which one is refused is completed by the next page', async () => {
    const before = await startedPage(1000, 2);
    before.actions.emptyTrash();
    before.changes.leave();
    await tick();
    before.server.refuse(2, 'noProfile');
    before.server.answer(0);
    await tick();
    const here = await nextPage(before);
    await here.comeToRest();
    expect([here.server.links.all.size, here.store.entries.size]).toEqual([0, 0]);
  });

  test.each([1, 9])('can be undone while it is being stored, with %i gestures', async (count) => {
    const stored = Promise.withResolvers<void>();
    const here = openPage();
    for (let id = 1; id <= count; id += 1) {
      const times = { created_at: 1, updated_at: id };
      here.server.links.put(String(id), {
        ...newLink(id, `https://example.com/${id}`),
        status_id: 2,
        ...times,
      });
    }
    await here.start();
    here.goOffline();
    for (let id = 1; id <= count; id += 1) here.actions.deleteItems({ links: [id], folders: [] });
    here.timers.pass(10_000);
    const { write } = here.store;
    Object.assign(here.store, {
      write: async (...change: Parameters<typeof write>) => {
        await stored.promise;
        await write(...change);
      },
    });
    here.goOnline();
    await tick();
    expect(here.server.calls).toEqual([]);
    expect(here.undo.undo()).toBe(true);
    stored.resolve();
    await here.comeToRest();
    expect([...here.server.links.all.keys()]).toEqual([String(count)]);
    expect(here.library.links({ kind: 'trash' }).get()).toEqual([count]);
    expect([here.failures.get(), here.store.entries.size]).toEqual([[], 0]);
  });

  test('can be undone after the page was hidden without a network', async () => {
    const here = await startedPage(1, 2);
    const { id } = here.actions.emptyTrash();
    here.goOffline();
    here.changes.leave();
    expect(here.undo.undo(id)).toBe(true);
    here.goOnline();
    await here.comeToRest();
    expect(here.server.links.all.size).toBe(1);
  });

  test('whose page closes meanwhile is sent by the next page', async () => {
    const here = await startedPage(1, 2);
    here.actions.emptyTrash();
    await tick();
    here.kill();
    const page = openPage(here.server, here.store, here.timers);
    await page.start();
    expect(page.library.link(1)).toBeUndefined();
    expect(await answerNext(page)).toBe(false);
    page.timers.pass(10_000);
    expect(await answerNext(page)).toBe(true);
    expect(page.server.links.all.size).toBe(0);
  });

  test('leaves a link that was restored elsewhere meanwhile', async () => {
    const here = await startedPage(2, 2);
    here.actions.emptyTrash();
    here.server.execute({ kind: 'link.set', link_id: 1, status_id: 1 });
    await here.comeToRest();
    expect(here.urls()).toEqual(['https://example.com/1']);
    expect(pathsOf(here.server)).toEqual(['/batch/']);
  });
});

async function never(): Promise<void> {
  return new Promise(() => undefined);
}
