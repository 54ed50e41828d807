import { setImmediate as tick } from 'node:timers/promises';

import { describe, expect, test } from 'vitest';

import { itemsOf } from '@foldmark/library/memory/items';
import type { OpenPage } from '#web/sync/testing/open-page.ts';
import { keysTo, nextPage, pathsOf, startedPage, storedLink } from '#web/sync/testing/started-page.ts';

/** A page whose server fails to rename link 1 to "Poison". */
async function poisonedPage(count = 3): Promise<OpenPage> {
  const here = await startedPage(count);
  here.server.poison = 'Poison';
  return here;
}

function asidesOf({ changes }: OpenPage) {
  return changes.asides.get().map(({ title, names }) => ({ title, names }));
}

const RENAME = { title: "Couldn't save the link.", names: ['https://example.com/1'] };

describe('a change that the server fails to make five times', () => {
  test('is put aside and rolled back, and later changes of the same link are made', async () => {
    const here = await poisonedPage();
    here.actions.updateLink(1, { name: 'Poison' });
    here.actions.setItemsStatus(itemsOf('link', [1]), 2);
    await here.comeToRest();
    expect(asidesOf(here)).toEqual([RENAME]);
    expect(here.changes.asides.get()[0]?.reasons).toEqual([
      'Something went wrong on our side. Please try again.',
    ]);
    expect(storedLink(here)).toMatchObject({ status_id: 2 });
    expect(here.library.link(1)).toMatchObject({ name: 'https://example.com/1', status_id: 2 });
    expect([here.changes.unsent.get(), here.failures.get().length]).toEqual([0, 0]);
    expect(pathsOf(here.server).filter((path) => path === '/links/update/')).toHaveLength(6);
  });

  test('frees the lane of all moves of folders', async () => {
    const here = await startedPage(0);
    const [one, other] = ['Poison', 'Other'].map((name) => here.actions.createFolder({ name }).key);
    await here.comeToRest();
    here.server.poison = `"folder_id":${here.library.folder(one ?? 0)?.folder_id}`;
    here.actions.moveFolder(one ?? 0, 7);
    here.actions.moveFolder(other ?? 0, 7);
    await here.comeToRest();
    expect(here.library.folder(other ?? 0)?.parent_folder_id).toBe(7);
    expect(asidesOf(here)).toEqual([{ title: "Couldn't move the folder.", names: ['Poison'] }]);
  });

  test('is tried further while the server fails to make anything', async () => {
    const here = await poisonedPage();
    here.actions.updateLink(1, { name: 'Poison' });
    for (let minute = 0; minute < 20; minute += 1) {
      do await tick();
      while (here.server.refuse(0, 'unexpected') || here.server.answer(0));
      here.timers.pass(60_000);
    }
    expect([asidesOf(here), here.changes.unsent.get()]).toEqual([[], 1]);
    here.server.poison = null;
    await here.comeToRest();
    expect(storedLink(here)?.name).toBe('Poison');
  });

  test('stays aside in the next page, until the person tries it again', async () => {
    const before = await poisonedPage();
    before.actions.updateLink(1, { name: 'Poison' });
    await before.comeToRest();
    const here = await nextPage(before);
    const calls = here.server.calls.length;
    await here.comeToRest();
    expect(here.server.calls).toHaveLength(calls);
    expect([asidesOf(here), await here.changes.countUnsent()]).toEqual([[RENAME], 1]);
    here.server.poison = null;
    here.changes.asides.get()[0]?.retry();
    expect(here.library.link(1)?.name).toBe('Poison');
    await here.comeToRest();
    expect(storedLink(here)?.name).toBe('Poison');
    expect([asidesOf(here), here.store.entries.size]).toEqual([[], 0]);
  });

  test('is put aside again if it fails again', async () => {
    const here = await poisonedPage();
    here.actions.updateLink(1, { name: 'Poison' });
    await here.comeToRest();
    here.changes.asides.get()[0]?.retry();
    expect(asidesOf(here)).toEqual([]);
    await here.comeToRest();
    expect(asidesOf(here)).toEqual([RENAME]);
  });

  test('is gone after the person discards it', async () => {
    const here = await poisonedPage();
    here.actions.updateLink(1, { name: 'Poison' });
    await here.comeToRest();
    here.changes.asides.get()[0]?.discard();
    await here.comeToRest();
    expect([asidesOf(here), here.store.entries.size, await here.changes.countUnsent()]).toEqual([[], 0, 0]);
  });

  test('and creates a link, keeps it in the list, and the changes of it wait', async () => {
    const before = await poisonedPage(0);
    before.actions.createLink({ url: 'Poison.example', folder: 7 });
    await before.comeToRest();
    const here = await nextPage(before);
    const [key = 0] = here.library.links({ kind: 'folder', folder: 7 }).get();
    here.actions.updateLink(key, { name: 'Named' });
    await here.comeToRest();
    expect(here.library.link(key)?.name).toBe('Named');
    expect(asidesOf(here)).toEqual([{ title: "Couldn't save the link.", names: ['https://Poison.example'] }]);
    here.server.poison = null;
    here.changes.asides.get()[0]?.retry();
    await here.comeToRest();
    expect([...here.server.links.all.values()]).toMatchObject([{ name: 'Named' }]);
    expect(here.server.memberships.all.size).toBe(1);
  });

  test('and creates a link, disappears with the changes of it if the person discards it', async () => {
    const here = await poisonedPage(0);
    const { key } = here.actions.createLink({ url: 'Poison.example', folder: 7 });
    here.actions.updateLink(key, { name: 'Named' });
    await here.comeToRest();
    here.changes.asides.get()[0]?.discard();
    await here.comeToRest();
    expect([here.urls(), here.store.entries.size, here.changes.unsent.get()]).toEqual([[], 0, 0]);
    expect(here.failures.get()).toEqual([]);
  });
});

test('of changes that were made offline only a failing one is put aside, and nothing is created twice', async () => {
  const here = await poisonedPage(10);
  here.goOffline();
  for (const key of keysTo(10)) here.actions.createLink({ url: `${key}.example` });
  here.actions.updateLink(1, { name: 'Poison' });
  here.server.poison = null;
  here.goOnline();
  await tick();
  await tick();
  // The server has made all of it, but can't say so.
  here.server.failAfterCommit(0);
  here.server.answer(0);
  here.server.poison = 'Poison';
  await here.comeToRest();
  expect(asidesOf(here)).toEqual([{ title: "Couldn't save the link.", names: ['Poison'] }]);
  expect(new Set(here.server.creations.values())).toEqual(new Set([1]));
  expect(here.server.creations.size).toBe(10);
});
