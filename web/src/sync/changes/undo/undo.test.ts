import { setImmediate as tick } from 'node:timers/promises';

import { BATCH_CHANGES_MAX_COUNT } from '@foldmark/contract/limits';
import { describe, expect, test } from 'vitest';

import { itemsOf } from '@foldmark/library/memory/items';
import type { Key } from '@foldmark/library/memory/keys';
import { openPage } from '#web/sync/testing/open-page.ts';
import { answerNext, keysTo, nextPage, startedPage, storedLink } from '#web/sync/testing/started-page.ts';

describe('undo', () => {
  test('withdraws a change that was not sent, without a request', async () => {
    const here = await startedPage(1);
    here.goOffline();
    const { finished } = here.actions.updateLink(1, { name: 'New' });
    expect(here.changes.unsent.get()).toBe(1);
    expect(here.undo.undo()).toBe(true);
    await finished;
    expect(here.library.link(1)?.name).toBe('https://example.com/1');
    expect(here.changes.unsent.get()).toBe(0);
    here.goOnline();
    await here.comeToRest();
    expect(here.server.calls).toEqual([]);
    expect(here.store.entries.size).toBe(0);
  });

  test('reverts a sent change with a guard, and redo makes it again', async () => {
    const here = await startedPage(1);
    here.actions.updateLink(1, { name: 'New' });
    await here.comeToRest();
    here.undo.undo();
    expect(here.library.link(1)?.name).toBe('https://example.com/1');
    await here.comeToRest();
    expect(here.server.calls.at(-1)?.input).toEqual({
      link_id: 1,
      name: 'https://example.com/1',
      if: { name: 'New' },
    });
    expect(storedLink(here)?.name).toBe('https://example.com/1');
    expect(here.undo.undo()).toBe(false);
    expect(here.undo.redo()).toBe(true);
    await here.comeToRest();
    expect(storedLink(here)?.name).toBe('New');
    expect(here.undo.redo()).toBe(false);
  });

  test('reverts a note, but not one that was changed elsewhere since', async () => {
    const here = await startedPage(1);
    here.actions.updateLink(1, { note: 'Mine' });
    await here.comeToRest();
    here.undo.undo();
    await here.comeToRest();
    expect(storedLink(here)?.note).toBe('');
    here.undo.redo();
    await here.comeToRest();
    expect(storedLink(here)?.note).toBe('Mine');
    here.server.execute({ kind: 'link.set', link_id: 1, note: 'Elsewhere' });
    here.undo.undo();
    await here.comeToRest();
    expect(storedLink(here)?.note).toBe('Elsewhere');
  });

  test('restores an image that was replaced or removed, unless its file is gone', async () => {
    const here = await startedPage(1);
    here.actions.setLinkImage(1, { bucket: 'bucket', key: 'one' });
    here.actions.setLinkImage(1, { bucket: 'bucket', key: 'two' });
    here.actions.setLinkImage(1, null);
    await here.comeToRest();
    here.undo.undo();
    await here.comeToRest();
    expect(here.server.calls.at(-1)?.input).toEqual({
      link_id: 1,
      s3_bucket: 'bucket',
      s3_key: 'two',
      if: { image_s3_key: '' },
    });
    here.undo.undo();
    here.undo.undo();
    await here.comeToRest();
    expect(storedLink(here)?.image_s3_key).toBe('');
    here.undo.redo();
    await here.comeToRest();
    expect(storedLink(here)?.image_s3_key).toBe('one');

    here.actions.setLinkImage(1, null);
    await here.comeToRest();
    here.undo.undo();
    await tick();
    here.server.refuse(0, 'malformed');
    await here.comeToRest();
    expect(here.library.link(1)?.image_s3_key).toBe('');
    expect(here.failures.get()).toMatchObject([
      { title: 'The earlier image is gone.', messages: [/after a day/], action: null },
    ]);
  });

  test('reverts an edit of the profile, but not one that was made elsewhere since', async () => {
    const here = await startedPage();
    here.server.displayName = 'Ada';
    here.actions.updateUser({ display_name: 'Ada' }, { display_name: 'Ada' });
    expect(here.undo.undo()).toBe(false);
    here.actions.updateUser({ display_name: ' Grace ' }, { display_name: 'Ada' });
    await here.comeToRest();
    here.undo.undo();
    await here.comeToRest();
    expect(here.server.displayName).toBe('Ada');
    expect(here.changes.changedUser.get()?.display_name).toBe('Ada');
    here.undo.redo();
    await here.comeToRest();
    expect(here.server.displayName).toBe('Grace');
    here.server.displayName = 'Elsewhere';
    here.undo.undo();
    await here.comeToRest();
    expect(here.server.displayName).toBe('Elsewhere');
    expect(here.failures.get()).toMatchObject([{ messages: ['Your profile'] }]);
  });

  test('names the next undo and redo, and a new gesture ends the redo', async () => {
    const here = await startedPage(1);
    expect(here.undo.labels.get()).toEqual({ undo: null, redo: null });
    here.actions.updateLink(1, { name: 'New' });
    expect(here.undo.labels.get()).toEqual({ undo: 'Edited a link', redo: null });
    here.undo.undo();
    expect(here.undo.labels.get()).toEqual({ undo: null, redo: 'Edited a link' });
    here.actions.toggleFavorite('link', 1);
    expect(here.undo.labels.get()).toEqual({ undo: 'Starred a link', redo: null });
  });

  test('undoes one gesture of several by its id', async () => {
    const here = await startedPage(2);
    const first = here.actions.updateLink(1, { name: 'New' });
    here.actions.updateLink(2, { name: 'Other' });
    await here.comeToRest();
    expect(here.undo.canUndo(first.id)).toBe(true);
    expect(here.undo.undo(first.id)).toBe(true);
    expect(here.undo.canUndo(first.id)).toBe(false);
    expect(here.undo.undo(first.id)).toBe(false);
    await here.comeToRest();
    expect([storedLink(here, 1)?.name, storedLink(here, 2)?.name]).toEqual([
      'https://example.com/1',
      'Other',
    ]);
  });

  test('of an edit that was not sent leaves a later one of the same field, which is made', async () => {
    const here = await startedPage(1);
    here.goOffline();
    const { id } = here.actions.updateLink(1, { name: 'First' });
    here.actions.updateLink(1, { name: 'Second' });
    here.undo.undo(id);
    here.goOnline();
    await here.comeToRest();
    expect([storedLink(here)?.name, here.failures.get()]).toEqual(['Second', []]);
  });

  test('leaves a field alone that was edited elsewhere since, and says so by name', async () => {
    const here = await startedPage(1);
    here.actions.updateLink(1, { name: 'New', status_id: 2 });
    await here.comeToRest();
    here.server.rename(0, 'Elsewhere');
    here.undo.undo();
    await here.comeToRest();
    expect(storedLink(here)).toMatchObject({ name: 'Elsewhere', status_id: 1 });
    expect(here.library.link(1)).toMatchObject({ name: 'Elsewhere', status_id: 1 });
    expect(here.failures.get()).toMatchObject([
      { title: 'Some changes were left alone, because they were edited since.', messages: ['Elsewhere'] },
    ]);
  });

  test('of a move that would be a cycle now leaves the folder where it is', async () => {
    const here = await startedPage(1);
    const { key: outer } = here.actions.createFolder({ name: 'Outer' });
    const { key: inner } = here.actions.createFolder({ name: 'Inner', parent: outer });
    await here.comeToRest();
    here.actions.moveFolder(inner, 0);
    await here.comeToRest();
    const idOf = (key: Key): number => here.library.folder(key)?.folder_id ?? 0;
    here.server.execute({
      kind: 'folder.move',
      folder_id: idOf(outer),
      parent_folder_id: idOf(inner),
    });
    here.undo.undo();
    await here.comeToRest();
    expect(here.server.folders.all.get(String(idOf(inner)))?.parent_folder_id).toBe(0);
    expect(here.library.folder(inner)?.parent_folder_id).toBe(0);
    expect(here.failures.get()).toHaveLength(1);
  });

  test('of a change to a folder that is gone reports it', async () => {
    const here = await startedPage(1);
    const { key } = here.actions.createFolder({ name: 'Old' });
    await here.comeToRest();
    here.actions.updateFolder(key, { name: 'New', status_id: 2 });
    await here.comeToRest();
    here.server.execute({ kind: 'folder.delete', folder_id: here.library.folder(key)?.folder_id ?? 0 });
    here.undo.undo();
    await here.comeToRest();
    expect(here.library.folder(key)).toBeUndefined();
    expect(here.failures.get()).toMatchObject([{ title: "Couldn't undo the change." }]);
    expect(here.store.entries.size).toBe(1);
  });

  test('does nothing twice if two devices undo the same thing', async () => {
    const here = await startedPage(1);
    const there = openPage(here.server);
    await there.start();
    here.actions.setItemsStatus(itemsOf('link', [1]), 2);
    await here.comeToRest();
    there.feed.all();
    there.actions.setItemsStatus(itemsOf('link', [1]), 1);
    here.undo.undo();
    await here.comeToRest();
    await there.comeToRest();
    expect(storedLink(here)?.status_id).toBe(1);
    expect([...here.failures.get(), ...there.failures.get()]).toEqual([]);
  });
});

describe('undo of a creation', () => {
  test('deletes the link and its membership with one step', async () => {
    const here = await startedPage(0);
    here.actions.createLink({ url: 'example.com', folder: 7 });
    await here.comeToRest();
    expect(here.undo.undo()).toBe(true);
    expect(here.urls()).toEqual([]);
    await here.comeToRest();
    expect([here.server.links.all.size, here.server.memberships.all.size]).toEqual([0, 0]);
    expect(here.undo.undo()).toBe(false);
  });

  test('of a folder for links names the links', async () => {
    const here = await startedPage(1);
    const folder = here.actions.createFolder({ name: 'Reading' });
    here.actions.addLinksToFolder([1], folder.key, { step: folder.id });
    expect(here.undo.labels.get().undo).toBe('Added a link to Reading');
    here.undo.undo();
    expect(here.undo.labels.get()).toEqual({ undo: null, redo: 'Added a link to Reading' });
    const link = here.actions.createLink({ url: 'example.com', folder: 7 });
    here.actions.updateLink(link.key, { name: 'Example' }, { step: link.id });
    expect(here.undo.labels.get().undo).toBe('Added a link');
  });

  test('works after the server has read the title of the page', async () => {
    const here = await startedPage(0);
    here.actions.createLink({ url: 'example.com' });
    await here.comeToRest();
    here.server.setTitle([...here.server.links.all.values()][0]?.link_id ?? 0, 'Example');
    here.undo.undo();
    await here.comeToRest();
    expect(here.server.links.all.size).toBe(0);
    expect(here.failures.get()).toEqual([]);
  });

  test('leaves a link that was renamed elsewhere, and redo does not create a second one', async () => {
    const here = await startedPage(0);
    here.actions.createLink({ url: 'example.com' });
    await here.comeToRest();
    here.server.rename(0, 'Elsewhere');
    here.undo.undo();
    await here.comeToRest();
    expect(here.urls()).toEqual(['https://example.com']);
    expect(here.failures.get()).toHaveLength(1);
    expect(here.undo.redo()).toBe(false);
    expect(here.server.links.all.size).toBe(1);
  });

  test('and redo create it again, and later changes follow the new link', async () => {
    const here = await startedPage(0);
    const { key } = here.actions.createLink({ url: 'example.com', folder: 7 });
    here.actions.updateLink(key, { name: 'Named' });
    await here.comeToRest();
    here.undo.undo();
    here.undo.undo();
    here.undo.redo();
    here.undo.redo();
    await here.comeToRest();
    expect([...here.server.links.all.values()]).toMatchObject([
      { url: 'https://example.com', name: 'Named' },
    ]);
    expect(here.library.count(7)).toBe(1);
    here.undo.undo();
    here.undo.undo();
    await here.comeToRest();
    expect(here.server.links.all.size).toBe(0);
    expect(here.failures.get()).toEqual([]);
  });

  test('without a network leaves nothing, also if the creation was sent before', async () => {
    const here = await startedPage(0);
    here.actions.createLink({ url: 'sent.example' });
    await here.comeToRest();
    here.goOffline();
    here.actions.createLink({ url: 'unsent.example' });
    here.undo.undo();
    here.undo.undo();
    expect(here.urls()).toEqual([]);
    here.goOnline();
    await here.comeToRest();
    expect(here.server.links.all.size).toBe(0);
    expect(here.server.creations.size).toBe(1);
  });
});

describe('undo of an action in parts', () => {
  test('withdraws the unsent parts and reverts the sent ones, if 3 of 40 parts are sent', async () => {
    const count = 40 * BATCH_CHANGES_MAX_COUNT;
    const here = await startedPage(count);
    const keys = Array.from({ length: count }, (_, index) => index + 1);
    const { finished } = here.actions.setItemsStatus(itemsOf('link', keys), 2);
    // A large gesture is shown and sent in several tasks.
    here.timers.pass(0);
    await answerNext(here);
    await answerNext(here);
    expect(here.server.calls).toHaveLength(3);
    here.undo.undo();
    here.timers.pass(0);
    expect(here.urls()).toHaveLength(count);
    await here.comeToRest();
    await finished;
    expect(here.server.calls).toHaveLength(6);
    expect(here.server.calls.map(({ input }) => input['part'])).toEqual([0, 1, 2, 0, 1, 2]);
    expect(here.server.calls.at(-1)?.input['undoes']).toBe(here.server.calls[0]?.input['action_id']);
    expect([...here.server.links.all.values()].every(({ status_id }) => status_id === 1)).toBe(true);
    expect(here.failures.get()).toEqual([]);
  });

  test('does not report that a part which is undone was refused', async () => {
    const here = await startedPage(300);
    here.actions.setItemsStatus(itemsOf('link', keysTo(300)), 2);
    await tick();
    here.undo.undo();
    here.server.refuse(0, 'noProfile');
    await here.comeToRest();
    expect(here.failures.get()).toEqual([]);
    expect(here.urls()).toHaveLength(300);
  });

  test('is finished by the next page', async () => {
    const here = await startedPage(1000);
    const keys = Array.from({ length: 1000 }, (_, index) => index + 1);
    here.actions.setItemsStatus(itemsOf('link', keys), 2);
    await answerNext(here);
    here.undo.undo();
    await tick();
    here.kill(true);
    const page = openPage(here.server, here.store);
    await page.start();
    await page.comeToRest();
    expect([...page.server.links.all.values()].every(({ status_id }) => status_id === 1)).toBe(true);
    expect(page.urls()).toHaveLength(1000);
    expect(page.changes.unsent.get()).toBe(0);
  });
});

test('an undo in the middle of a large action is complete although the page closes then', async () => {
  const before = await startedPage(600);
  before.actions.setItemsStatus(itemsOf('link', keysTo(600)), 2);
  await answerNext(before);
  before.undo.undo();
  await tick();
  const here = await nextPage(before);
  await here.comeToRest();
  expect(here.failures.get()).toEqual([]);
  expect([...here.server.links.all.values()].every(({ status_id }) => status_id === 1)).toBe(true);
  expect([here.store.entries.size, here.changes.unsent.get()]).toEqual([0, 0]);
});
