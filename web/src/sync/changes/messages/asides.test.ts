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

/** The stored name, and the messages that the user got about it. */
function outcomeOf(here: OpenPage) {
  return [storedLink(here)?.name, here.failures.get()];
}

/** A page that has moved 500 of 600 links to the trash, but can't move the last one. */
async function partlyMade(): Promise<OpenPage> {
  const here = await startedPage(600);
  here.server.poison = '"link_id":600';
  here.actions.setItemsStatus(itemsOf('link', keysTo(600)), 2);
  await here.comeToRest();
  expect(asidesOf(here)).toMatchObject([{ title: "Couldn't save some changes." }]);
  return here;
}

const RENAME = { title: "Couldn't save the link.", names: ['https://example.com/1'] };

describe('a change that the server fails to make five times', () => {
  test('is set aside and rolled back, and later changes of the same link are made', async () => {
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

  test('is retried while the server can make no change at all', async () => {
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

  test('is tried once by the next page, stays set aside there, and can be tried again', async () => {
    const before = await poisonedPage();
    before.actions.updateLink(1, { name: 'Poison' });
    await before.comeToRest();
    const calls = before.server.calls.length;
    const here = await nextPage(before);
    expect([here.library.link(1)?.name, here.changes.unsent.get()]).toEqual(['Poison', 1]);
    await here.comeToRest();
    expect(pathsOf(here.server).slice(calls)).toEqual(['/links/update/', '/users/get/']);
    expect([asidesOf(here), await here.changes.countUnsent()]).toEqual([[RENAME], 1]);
    expect([here.library.link(1)?.name, here.failures.get()]).toEqual(['https://example.com/1', []]);
    here.server.poison = null;
    here.changes.asides.get()[0]?.retry();
    expect(here.library.link(1)?.name).toBe('Poison');
    await here.comeToRest();
    expect(storedLink(here)?.name).toBe('Poison');
    expect([asidesOf(here), here.store.entries.size]).toEqual([[], 0]);
  });

  test('is made by the next page after the server has recovered', async () => {
    const before = await poisonedPage();
    before.actions.updateLink(1, { name: 'Poison' });
    await before.comeToRest();
    before.server.poison = null;
    const here = await nextPage(before);
    await here.comeToRest();
    expect(storedLink(here)?.name).toBe('Poison');
    expect([asidesOf(here), here.store.entries.size]).toEqual([[], 0]);
  });

  test('is tried by the next page until the server makes some other change', async () => {
    const before = await poisonedPage();
    before.actions.updateLink(1, { name: 'Poison' });
    await before.comeToRest();
    const here = await nextPage(before);
    for (let minute = 0; minute < 5; minute += 1) {
      do await tick();
      while (here.server.refuse(0, 'unexpected') || here.server.answer(0));
      here.timers.pass(60_000);
    }
    expect([asidesOf(here), here.changes.unsent.get()]).toEqual([[], 1]);
    expect(here.failures.get()).toEqual([]);
    here.server.poison = null;
    await here.comeToRest();
    expect(storedLink(here)?.name).toBe('Poison');
  });

  test('is listed in the order of the gestures, even after another try', async () => {
    const here = await poisonedPage();
    here.actions.updateLink(1, { name: 'Poison' });
    here.actions.updateLink(2, { name: 'Poison' });
    await here.comeToRest();
    here.changes.asides.get()[0]?.retry();
    await here.comeToRest();
    expect(asidesOf(here).flatMap(({ names }) => names)).toEqual([
      'https://example.com/1',
      'https://example.com/2',
    ]);
  });

  test('is set aside again if it fails again', async () => {
    const here = await poisonedPage();
    here.actions.updateLink(1, { name: 'Poison' });
    await here.comeToRest();
    here.changes.asides.get()[0]?.retry();
    expect(asidesOf(here)).toEqual([]);
    await here.comeToRest();
    expect(asidesOf(here)).toEqual([RENAME]);
  });

  test('leaves the list when the user discards it', async () => {
    const here = await poisonedPage();
    here.actions.updateLink(1, { name: 'Poison' });
    await here.comeToRest();
    here.changes.asides.get()[0]?.discard();
    await here.comeToRest();
    expect([asidesOf(here), here.store.entries.size, await here.changes.countUnsent()]).toEqual([[], 0, 0]);
  });

  test('keeps the link that it creates in the list, and later changes of the link wait', async () => {
    const before = await poisonedPage(0);
    before.actions.createLink({ url: 'Poison.example', folder: 7 });
    await before.comeToRest();
    const here = await nextPage(before);
    const [key = 0] = here.library.links({ kind: 'folder', folder: 7 }).get();
    here.actions.updateLink(key, { name: 'Named' });
    await here.comeToRest();
    expect(here.library.link(key)?.name).toBe('Named');
    expect(asidesOf(here)).toEqual([{ title: "Couldn't save the link.", names: ['Named'] }]);
    here.server.poison = null;
    here.changes.asides.get()[0]?.retry();
    await here.comeToRest();
    expect([...here.server.links.all.values()]).toMatchObject([{ name: 'Named' }]);
    expect(here.server.memberships.all.size).toBe(1);
  });

  test('disappears with the later changes of the link that it creates, if the user discards it', async () => {
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

test('of several offline changes only a failing one is set aside, and nothing is created twice', async () => {
  const here = await poisonedPage(10);
  here.goOffline();
  for (const key of keysTo(10)) here.actions.createLink({ url: `${key}.example` });
  here.actions.updateLink(1, { name: 'Poison' });
  here.server.poison = null;
  here.goOnline();
  await tick();
  await tick();
  // The server has made all changes, but its answers fail.
  here.server.failAfterCommit(0);
  here.server.answer(0);
  here.server.poison = 'Poison';
  await here.comeToRest();
  expect(asidesOf(here)).toEqual([{ title: "Couldn't save the link.", names: ['Poison'] }]);
  expect(new Set(here.server.creations.values())).toEqual(new Set([1]));
  expect(here.server.creations.size).toBe(10);
});

describe('a later edit of a field whose earlier edit is put aside', () => {
  test('is made, because it does not wait for the earlier value', async () => {
    const here = await poisonedPage();
    here.actions.updateLink(1, { name: 'Poison' });
    here.actions.updateLink(1, { name: 'Second' });
    here.actions.updateLink(1, { name: 'Third' });
    await here.comeToRest();
    expect(asidesOf(here)).toHaveLength(1);
    expect(outcomeOf(here)).toEqual(['Third', []]);
  });

  test('is made by the next page', async () => {
    const before = await poisonedPage();
    before.actions.updateLink(1, { name: 'Poison' });
    before.actions.updateLink(1, { name: 'Second' });
    await tick();
    before.server.refuse(0, 'unexpected');
    before.server.answer(0);
    await tick();
    const here = await nextPage(before);
    await here.comeToRest();
    expect(outcomeOf(here)).toEqual(['Second', []]);
  });

  test('is made by the next page after the user has discarded the earlier one', async () => {
    const before = await poisonedPage();
    before.actions.updateLink(1, { name: 'Poison' });
    before.actions.updateLink(1, { name: 'Second' });
    while (before.changes.asides.get().length === 0) {
      if (!before.server.work(0)) before.timers.pass(60_000);
      before.server.answer(0);
      await tick();
    }
    before.changes.asides.get()[0]?.discard();
    await tick();
    const here = await nextPage(before);
    await here.comeToRest();
    expect(outcomeOf(here)).toEqual(['Second', []]);
  });

  test('is made even if the server has made the earlier one without an answer', async () => {
    const here = await poisonedPage();
    here.server.poison = null;
    here.actions.updateLink(1, { name: 'Poison' });
    here.actions.updateLink(1, { name: 'Second' });
    await tick();
    here.server.failAfterCommit(0);
    here.server.answer(0);
    here.feed.all();
    here.server.poison = '"name":"Poison","if":{"name":"https';
    await here.comeToRest();
    expect(asidesOf(here)).toHaveLength(1);
    expect(outcomeOf(here)).toEqual(['Second', []]);
  });

  test('leaves a value alone that another device has set', async () => {
    const here = await poisonedPage();
    here.actions.updateLink(1, { name: 'Poison' });
    here.actions.updateLink(1, { name: 'Second' });
    here.server.rename(0, 'Elsewhere');
    await here.comeToRest();
    expect(storedLink(here)?.name).toBe('Elsewhere');
    expect(here.failures.get()).toMatchObject([{ messages: ['Renamed elsewhere to Elsewhere.'] }]);
  });

  test.each(['here', 'next'])('is made after the earlier one is tried again: %s', async (page) => {
    const before = await poisonedPage();
    before.actions.updateLink(1, { name: 'Poison' });
    await before.comeToRest();
    before.goOffline();
    before.actions.updateLink(1, { name: 'Second' });
    before.actions.updateLink(1, { name: 'Third' });
    await tick();
    before.server.poison = null;
    const here = page === 'here' ? before : await nextPage(before);
    if (page === 'here') here.changes.asides.get()[0]?.retry();
    here.goOnline();
    await here.comeToRest();
    expect(here.server.reached).toContain('Poison');
    expect(outcomeOf(here)).toEqual(['Third', []]);
  });

  test.each(['here', 'next'])('is made after both are tried again: %s', async (page) => {
    const before = await poisonedPage();
    before.server.poison = 'oison';
    before.actions.updateLink(1, { name: 'Poison' });
    before.actions.updateLink(1, { name: 'poison, too' });
    await before.comeToRest();
    before.goOffline();
    before.actions.updateLink(1, { name: 'Third' });
    await tick();
    before.server.poison = null;
    const here = page === 'here' ? before : await nextPage(before);
    if (page === 'here') for (const { retry } of here.changes.asides.get()) retry();
    here.goOnline();
    await here.comeToRest();
    expect(here.server.reached).toContain('poison, too');
    expect(outcomeOf(here)).toEqual(['Third', []]);
  });

  test('returns to the value before both if it is undone, and can be redone', async () => {
    const here = await poisonedPage();
    here.actions.updateLink(1, { name: 'Poison' });
    here.actions.updateLink(1, { name: 'Second' });
    await here.comeToRest();
    here.undo.undo();
    await here.comeToRest();
    expect(outcomeOf(here)).toEqual(['https://example.com/1', []]);
    here.undo.redo();
    await here.comeToRest();
    expect(outcomeOf(here)).toEqual(['Second', []]);
  });

  test('is made too if it sets an image or moves a folder', async () => {
    const here = await startedPage(1);
    const keys = ['Inner', 'Outer', 'Other'].map((name) => here.actions.createFolder({ name }).key);
    await here.comeToRest();
    const [inner = 0, outer = 0, other = 0] = keys;
    here.server.poison = `"parent_folder_id":${here.library.folder(outer)?.folder_id},"if"`;
    here.actions.moveFolder(inner, outer);
    here.actions.moveFolder(inner, other);
    await here.comeToRest();
    expect(asidesOf(here)).toHaveLength(1);
    here.server.poison = '"s3_key":"one"';
    here.actions.setLinkImage(1, { bucket: 'bucket', key: 'one' });
    here.actions.setLinkImage(1, { bucket: 'bucket', key: 'two' });
    await here.comeToRest();
    expect(asidesOf(here)).toHaveLength(2);
    expect(here.library.folder(inner)?.parent_folder_id).toBe(here.library.folder(other)?.folder_id);
    expect([storedLink(here)?.image_s3_key, here.failures.get()]).toEqual(['two', []]);
    here.undo.undo();
    await here.comeToRest();
    expect([storedLink(here)?.image_s3_key, here.failures.get()]).toEqual(['', []]);
  });
});

describe('undo', () => {
  test('reverts the part of a gesture that was made, and drops the part that was set aside', async () => {
    const here = await partlyMade();
    const calls = here.server.calls.length;
    here.undo.undo();
    expect([asidesOf(here), here.urls().length]).toEqual([[], 600]);
    await here.comeToRest();
    const changes = here.server.calls.slice(calls).flatMap(({ input }) => input['changes'] ?? []);
    expect(changes).toHaveLength(500);
    expect([here.failures.get(), here.store.entries.size, here.urls().length]).toEqual([[], 0, 600]);
    expect([...here.server.links.all.values()].every(({ status_id }) => status_id === 1)).toBe(true);
    here.server.poison = null;
    here.undo.redo();
    await here.comeToRest();
    expect([here.urls(), here.failures.get()]).toEqual([[], []]);
  });

  test('reverts the part that was made of a gesture whose set-aside part waits again', async () => {
    const here = await partlyMade();
    here.goOffline();
    here.changes.asides.get()[0]?.retry();
    here.undo.undo();
    here.goOnline();
    await here.comeToRest();
    expect([asidesOf(here), here.failures.get(), here.store.entries.size]).toEqual([[], [], 0]);
    expect([...here.server.links.all.values()].every(({ status_id }) => status_id === 1)).toBe(true);
  });

  test('of a gesture that the server fails to make drops the gesture, instead of setting it aside', async () => {
    const here = await poisonedPage();
    here.actions.updateLink(1, { name: 'Poison' });
    await tick();
    here.undo.undo();
    await here.comeToRest();
    expect([asidesOf(here), here.failures.get(), here.store.entries.size]).toEqual([[], [], 0]);
    expect(storedLink(here)?.name).toBe('https://example.com/1');
  });
});

test('a set-aside gesture that is tried again shows again that it waits', async () => {
  const here = await poisonedPage();
  here.actions.createFolder({ name: 'Poison' });
  await here.comeToRest();
  here.changes.asides.get()[0]?.retry();
  await tick();
  here.server.refuse(0, 'unexpected');
  here.server.answer(0);
  await tick();
  expect(here.failures.get()).toMatchObject([{ messages: [expect.any(String), 'It will be sent again.'] }]);
});
