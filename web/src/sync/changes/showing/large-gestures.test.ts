import { setImmediate as tick } from 'node:timers/promises';

import { describe, expect, test, vi } from 'vitest';

import { itemsOf } from '@foldmark/library/memory/items';
import { TOPICS } from '@foldmark/library/memory/topic-names';
import { keysTo, nextPage, startedPage } from '#web/sync/testing/started-page.ts';
import type { OpenPage } from '#web/sync/testing/open-page.ts';

/** More changes than one task shows. */
const COUNT = 12_000;
const LINKS = itemsOf('link', keysTo(COUNT));

function starred({ library }: OpenPage): number {
  return library.links({ kind: 'favorites' }).get().length;
}

describe('a gesture on more links than one task shows', () => {
  test('shows a part at once, and the rest in the next tasks', async () => {
    const here = await startedPage(COUNT);
    here.actions.setFavorites(LINKS, true);
    expect(starred(here)).toBeGreaterThan(0);
    expect(starred(here)).toBeLessThan(COUNT);
    here.timers.pass(0);
    expect(starred(here)).toBe(COUNT);
  });

  test('leaves out the links that it does not change, also beyond the first task', async () => {
    const here = await startedPage(COUNT);
    const others = keysTo(COUNT).filter((key) => key !== 2 && key < COUNT - 1);
    here.actions.setFavorites(itemsOf('link', others), true);
    await here.comeToRest();
    const { length } = here.server.calls;
    here.actions.setFavorites(LINKS, true);
    expect(here.library.isFavorite('link', 2)).toBe(true);
    await here.comeToRest();
    expect(starred(here)).toBe(COUNT);
    expect(keysTo(COUNT).filter((key) => here.library.isPending('link', key))).toEqual([]);
    expect(here.server.calls.slice(length).map(({ input }) => input['changes'])).toMatchObject([
      [{ object_id: 2 }, { object_id: COUNT - 1 }, { object_id: COUNT }],
    ]);
    here.undo.undo();
    await here.comeToRest();
    expect(starred(here)).toBe(COUNT - 3);
  });

  test('that changes nothing is not sent, and there is nothing to undo', async () => {
    const here = await startedPage(COUNT);
    const { finished } = here.actions.setItemsStatus(LINKS, 1);
    await here.comeToRest();
    await finished;
    expect(here.server.calls).toEqual([]);
    expect(here.undo.undo()).toBe(false);
    expect(here.store.entries.size).toBe(0);
  });

  test('shows in visible rows at once, and its undo too', async () => {
    const here = await startedPage(COUNT);
    here.library.subscribe(TOPICS.link(COUNT), () => undefined);
    here.actions.setFavorites(LINKS, true);
    expect(here.library.isFavorite('link', COUNT)).toBe(true);
    expect(here.library.isFavorite('link', COUNT - 1)).toBe(false);
    await here.comeToRest();
    here.undo.undo();
    expect(here.library.isFavorite('link', COUNT)).toBe(false);
    expect(starred(here)).toBeGreaterThan(0);
    await here.comeToRest();
    expect(starred(here)).toBe(0);
    expect(here.server.favorites.all.size).toBe(0);
  });

  test('is undone completely while a part of it shows', async () => {
    const here = await startedPage(COUNT);
    here.actions.setItemsStatus(LINKS, 2);
    here.undo.undo();
    here.timers.pass(0);
    expect(here.urls()).toHaveLength(COUNT);
    await here.comeToRest();
    expect([...here.server.links.all.values()].every(({ status_id }) => status_id === 1)).toBe(true);
    expect(here.changes.unsent.get()).toBe(0);
  });

  test('is undone at once without showing the rest, and can be redone and undone again', async () => {
    const here = await startedPage(COUNT);
    const show = vi.spyOn(here.library, 'addPending');
    here.actions.setItemsStatus(LINKS, 2);
    here.undo.undo();
    expect(show.mock.calls.filter(([, , count]) => count === 1).length).toBeLessThan(COUNT / 2);
    expect(here.urls()).toHaveLength(COUNT);
    await here.comeToRest();
    expect(here.store.entries.size).toBe(0);
    here.undo.redo();
    await here.comeToRest();
    expect(here.urls()).toEqual([]);
    expect([...here.server.links.all.values()].every(({ status_id }) => status_id === 2)).toBe(true);
    here.undo.undo();
    await here.comeToRest();
    expect(here.urls()).toHaveLength(COUNT);
    expect([...here.server.links.all.values()].every(({ status_id }) => status_id === 1)).toBe(true);
  });

  test('is made by the next page if the page closes before all of it shows', async () => {
    const before = await startedPage(COUNT);
    // Runs one task after another, until the gesture is stored.
    const tasks: (() => void)[] = [];
    const { after } = before.timers;
    Object.assign(before.timers, {
      after: (ms: number, run: () => void) => {
        if (ms > 0) return after(ms, run);
        tasks.push(run);
        return () => undefined;
      },
    });
    before.actions.setFavorites(LINKS, true);
    while (before.store.entries.size === 0) {
      tasks.shift()?.();
      await tick();
    }
    expect(starred(before)).toBeLessThan(COUNT);
    Object.assign(before.timers, { after });
    const here = await nextPage(before);
    expect(starred(here)).toBe(COUNT);
    await here.comeToRest();
    expect(here.server.favorites.all.size).toBe(COUNT);
    expect(here.changes.unsent.get()).toBe(0);
  });

  test('is taken back in several tasks after a refusal', async () => {
    const here = await startedPage(COUNT);
    here.actions.setItemsStatus(LINKS, 2);
    here.timers.pass(0);
    await tick();
    here.server.refuse(0, 'noProfile');
    here.server.answer(0);
    await tick();
    expect(here.urls().length).toBeGreaterThan(0);
    expect(here.urls().length).toBeLessThan(COUNT);
    here.timers.pass(0);
    expect(here.urls()).toHaveLength(COUNT);
    here.failures.get()[0]?.action?.run();
    await here.comeToRest();
    expect(here.urls()).toEqual([]);
  });
});
