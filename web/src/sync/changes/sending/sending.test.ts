import { setImmediate as tick } from 'node:timers/promises';

import { newLink } from '@foldmark/library/entities/new-link';
import { describe, expect, test } from 'vitest';

import type { LinkEdits } from '#web/sync/changes/actions.ts';
import { itemsOf } from '@foldmark/library/memory/items';
import type { Key } from '@foldmark/library/memory/keys';
import { MemoryOutbox } from '#web/sync/testing/memory-outbox.ts';
import { type OpenPage, openPage } from '#web/sync/testing/open-page.ts';
import { keysTo, startedPage, storedLink } from '#web/sync/testing/started-page.ts';

/** Every editable field, so that tsc reports a missing one. */
const EDITS: Required<LinkEdits> = {
  url: 'https://new.example/',
  name: 'New name',
  status_id: 2,
  note: 'New note',
};

test.each(Object.entries(EDITS))(
  'an edit of %s shows at once, reaches the server, and travels alone with its earlier value',
  async (field, value) => {
    const here = openPage();
    here.server.links.put('1', { ...newLink(1, 'https://old.example/'), created_at: 1, updated_at: 1 });
    await here.start();
    const before = here.library.link(1);
    const { outcome } = here.actions.updateLink(1, { [field]: value });
    expect(here.library.link(1)).toMatchObject({ [field]: value });
    await here.comeToRest();
    expect(await outcome).toMatchObject({ ok: true });
    expect(storedLink(here)).toMatchObject({ [field]: value });
    const guard = Object.entries(before ?? {}).filter(([name]) => name === field);
    const input = { link_id: 1, [field]: value, if: Object.fromEntries(guard) };
    expect(here.server.calls).toEqual([{ path: '/links/update/', input }]);
  },
);

/** More changes than one task shows. */
const LARGE = 12_000;

test('a move to the trash does not revert a rename on another device', async () => {
  const here = await startedPage();
  here.server.rename(0, 'Renamed elsewhere');
  here.actions.setItemsStatus(itemsOf('link', [1]), 2);
  await here.comeToRest();
  expect(storedLink(here)).toMatchObject({ name: 'Renamed elsewhere', status_id: 2 });
});

test('a large gesture shows at once and is sent in a later task', async () => {
  const here = await startedPage(1000);
  here.actions.setItemsStatus(itemsOf('link', keysTo(1000)), 2);
  expect(here.urls()).toEqual([]);
  await tick();
  expect(here.server.calls).toEqual([]);
  here.timers.pass(0);
  await tick();
  expect(here.server.calls).toHaveLength(1);
});

test('a gesture comes after a large one before it', async () => {
  const here = await startedPage(LARGE);
  here.actions.setItemsStatus(itemsOf('link', keysTo(LARGE)), 2);
  here.actions.setItemsStatus(itemsOf('link', [LARGE]), 1);
  expect(here.urls()).toEqual([`https://example.com/${LARGE}`]);
  await here.comeToRest();
  expect(here.server.calls.at(-1)?.path).toBe('/links/update/');
  expect(storedLink(here, LARGE)).toMatchObject({ status_id: 1 });
});

/** A page whose outbox can never be written. */
async function pageWithDeadStore(): Promise<OpenPage> {
  const page = openPage(undefined, Object.assign(new MemoryOutbox(), { write: never }));
  await page.start();
  return page;
}

async function never(): Promise<void> {
  return new Promise(() => undefined);
}

describe('a store that does not answer', () => {
  test('does not delay a change', async () => {
    const here = await pageWithDeadStore();
    here.actions.createLink({ url: 'example.com' });
    await tick();
    expect(here.server.calls).toHaveLength(1);
  });

  test('delays offline changes only for some seconds', async () => {
    const here = await pageWithDeadStore();
    here.goOffline();
    for (const key of keysTo(10)) here.actions.createLink({ url: `${key}.example` });
    here.goOnline();
    await tick();
    expect(here.server.calls).toHaveLength(0);
    here.timers.pass(5000);
    await here.comeToRest();
    expect(here.server.links.all.size).toBe(10);
  });
});

describe('order', () => {
  test('changes of different things run in parallel up to four, those of one thing in order', async () => {
    const here = await startedPage(6);
    for (const link of keysTo(6)) here.actions.updateLink(link, { name: 'New' });
    here.actions.updateLink(1, { name: 'Newer' });
    await tick();
    expect(here.server.calls.map(({ input }) => input['link_id'])).toEqual([1, 2, 3, 4]);
    await here.comeToRest();
    expect(here.server.calls.map(({ input }) => input['link_id'])).toEqual([1, 2, 3, 4, 5, 6, 1]);
    expect(storedLink(here)?.name).toBe('Newer');
  });

  test('moves of folders are sent one after the other, because their order can avoid a cycle', async () => {
    const here = await startedPage(0);
    const keys: Key[] = [];
    for (const name of ['Outer', 'Second', 'Third', 'Inner']) {
      keys.push(here.actions.createFolder({ name, parent: keys.at(-1) }).key);
    }
    const [outer = 0, , third = 0, inner = 0] = keys;
    await here.comeToRest();
    here.actions.moveFolder(third, 0);
    here.actions.moveFolder(outer, inner);
    await tick();
    expect(here.server.work(1)).toBe(true);
    expect(here.server.work(0)).toBe(false);
    await here.comeToRest();
    expect(here.failures.get()).toEqual([]);
    expect(here.library.folder(outer)?.parent_folder_id).toBe(here.library.folder(inner)?.folder_id);
  });

  test('a request that waits after an error of the server does not stop others', async () => {
    const here = await startedPage(12);
    for (const link of keysTo(4)) here.actions.updateLink(link, { name: 'New' });
    await tick();
    for (let turn = 0; turn < 4; turn += 1) {
      here.server.refuse(0, 'unexpected');
      here.server.answer(0);
    }
    for (const link of keysTo(12).slice(4)) here.actions.updateLink(link, { name: 'New' });
    do await tick();
    while (here.server.work(0) || here.server.answer(0));
    expect([storedLink(here, 1)?.name, storedLink(here, 12)?.name]).toEqual(['https://example.com/1', 'New']);
    await here.comeToRest();
    expect(storedLink(here, 1)?.name).toBe('New');
  });
});

describe('an error of the server', () => {
  test('is retried with backoff for a change that nothing awaits, and is shown meanwhile', async () => {
    const here = await startedPage();
    here.actions.updateLink(1, { name: 'New' });
    for (const wait of [1000, 4000, 16_000, 60_000]) {
      await tick();
      here.server.refuse(0, 'unexpected');
      here.server.answer(0);
      await tick();
      expect(here.failures.get()).toMatchObject([{ title: "Couldn't save the link.", action: null }]);
      expect(here.library.link(1)?.name).toBe('New');
      here.timers.pass(wait - 1);
      await tick();
      expect(here.server.work(0)).toBe(false);
      here.timers.pass(1);
    }
    await here.comeToRest();
    expect(storedLink(here)?.name).toBe('New');
    expect(here.failures.get()).toEqual([]);
  });

  test('goes to the dialog that awaits the answer', async () => {
    const here = await startedPage();
    const { outcome } = here.actions.updateLink(1, { name: 'New' }, { isAwaited: true });
    await tick();
    here.server.refuse(0, 'unexpected');
    here.server.answer(0);
    expect(await outcome).toMatchObject({ ok: false, error: { code: 'server' } });
    expect(here.library.link(1)?.name).toBe('https://example.com/1');
    expect(here.failures.get()).toEqual([]);
    expect(here.changes.unsent.get()).toBe(0);
  });

  test('waits as long as the server asks for, when the allowance is used up', async () => {
    const here = await startedPage(300);
    here.actions.setItemsStatus(itemsOf('link', keysTo(300)), 2);
    await tick();
    here.server.refuse(0, 'tooManyCalls', 12);
    here.server.answer(0);
    await tick();
    here.timers.pass(11_999);
    await tick();
    expect(here.server.work(0)).toBe(false);
    here.timers.pass(1);
    await here.comeToRest();
    expect([...here.server.links.all.values()].every(({ status_id }) => status_id === 2)).toBe(true);
    expect(here.failures.get()).toEqual([]);
  });

  test('does not resend waiting changes when the library closes', async () => {
    const here = await startedPage();
    const { outcome } = here.actions.updateLink(1, { name: 'New' });
    await tick();
    here.server.refuse(0, 'tooManyCalls', 12);
    here.server.answer(0);
    await tick();
    here.end();
    expect(await outcome).toEqual({ ok: true, answer: null });
    here.timers.pass(12_000);
    await tick();
    expect(here.server.work(0)).toBe(false);
    expect(here.store.entries.size).toBe(1);
  });
});

describe('a refused creation', () => {
  test('drops the changes of the object, and a retry makes them again', async () => {
    const here = await startedPage(0);
    const { key } = here.actions.createFolder({ name: 'Recipes' });
    const inner = here.actions.createFolder({ name: 'Soups', parent: key });
    here.actions.updateFolder(inner.key, { name: 'Stews' });
    await tick();
    here.server.refuse(0, 'noProfile');
    here.server.answer(0);
    await tick();
    expect(here.library.folder(key)).toBeUndefined();
    expect(here.library.folder(inner.key)).toBeUndefined();
    expect(here.failures.get()).toMatchObject([{ title: "Couldn't create the folder." }]);
    expect(here.changes.unsent.get()).toBe(0);
    expect(here.undo.labels.get()).toEqual({ undo: null, redo: null });
    here.failures.get()[0]?.action?.run();
    await here.comeToRest();
    expect([...here.server.folders.all.values()].map(({ name }) => name)).toEqual([
      'Seven',
      'Recipes',
      'Stews',
    ]);
    expect(here.library.folder(inner.key)?.parent_folder_id).toBe(here.library.folder(key)?.folder_id);
  });

  test('drops only the changes that are about it', async () => {
    const here = await startedPage(2);
    const { key } = here.actions.createLink({ url: 'example.com' });
    here.actions.setItemsStatus(itemsOf('link', [1, key]), 2);
    await tick();
    here.server.refuse(0, 'noProfile');
    here.server.answer(0);
    await here.comeToRest();
    expect(storedLink(here, 1)?.status_id).toBe(2);
  });
});

describe('a server that does not answer', () => {
  test('ends the wait of a dialog in time, and the change is sent in the background', async () => {
    const here = await startedPage(0);
    const { outcome } = here.actions.createLink({ url: 'example.com' }, { isAwaited: true, awaitedMs: 300 });
    await tick();
    here.timers.pass(299);
    expect(await Promise.race([outcome, tick('waits')])).toBe('waits');
    here.timers.pass(1);
    expect(await outcome).toEqual({ ok: true, answer: null });
    // Nothing is awaited any more, so the error shows as a message.
    here.server.refuse(0, 'noProfile');
    here.server.answer(0);
    await tick();
    expect(here.failures.get()).toMatchObject([{ title: "Couldn't save the link." }]);
  });

  test('ends the wait of any dialog', async () => {
    const here = await startedPage();
    const { outcome } = here.actions.updateLink(1, { name: 'New' }, { isAwaited: true });
    await tick();
    here.timers.pass(4000);
    expect(await outcome).toEqual({ ok: true, answer: null });
    await here.comeToRest();
    expect(storedLink(here)?.name).toBe('New');
  });

  test('is reported while the request waits', async () => {
    const here = await startedPage();
    here.actions.updateLink(1, { name: 'New' });
    await tick();
    expect(here.waiting.size).toBe(1);
    await here.comeToRest();
    expect(here.waiting.size).toBe(0);
  });
});

describe('a dialog that tries again after an error of the server', () => {
  test('creates one link, although the server had made it', async () => {
    const here = await startedPage(0);
    const first = here.actions.createLink({ url: 'example.com', folder: 7 }, { isAwaited: true });
    await tick();
    here.server.failAfterCommit(0);
    here.server.answer(0);
    expect(await first.outcome).toMatchObject({ ok: false, error: { code: 'server' } });
    here.feed.all();
    const options = { isAwaited: true, repeats: first.id };
    const { outcome } = here.actions.createLink({ url: 'example.com', folder: 7 }, options);
    await here.comeToRest();
    expect(await outcome).toMatchObject({ ok: true });
    expect([here.server.links.all.size, here.server.memberships.all.size]).toEqual([1, 1]);
    expect(here.urls()).toEqual(['https://example.com']);
    expect(here.library.count(7)).toBe(1);
  });
});
