import { setImmediate as tick } from 'node:timers/promises';

import { expect, test } from 'vitest';

import { newLink } from '@foldmark/library/entities/new-link';
import { type OpenPage, openPage } from '#web/sync/testing/open-page.ts';

const LINK = 1;

/** A page that has renamed a link, with the answer of the server, but without the feed. */
async function renamed(): Promise<OpenPage> {
  const page = openPage();
  page.server.links.put('1', {
    ...newLink(LINK, 'https://example.com'),
    name: 'Old',
    created_at: 1,
    updated_at: 1,
  });
  await page.start();
  page.actions.updateLink(LINK, { name: 'New' });
  await tick();
  page.server.work(0);
  page.server.answer(0);
  await tick();
  return page;
}

const nameIn = ({ library }: OpenPage) => library.link(LINK)?.name;

test('a change that another device overwrites before the feed delivers it shows for 5 s', async () => {
  const page = await renamed();
  page.server.execute({ kind: 'link.set', link_id: LINK, name: 'Newer' });
  page.feed.all();
  page.timers.pass(4900);
  expect(nameIn(page)).toBe('New');
  page.timers.pass(200);
  expect(nameIn(page)).toBe('Newer');
  expect(page.feedState.reconnects).toBe(0);
  await tick();
  expect(page.store.entries.size).toBe(0);
});

test('a change shows while the feeds are disconnected', async () => {
  const page = await renamed();
  page.feedState.isLive = false;
  page.timers.pass(60_000);
  expect(nameIn(page)).toBe('New');
  expect(page.feedState.reconnects).toBe(0);
});

test('feeds that deliver nothing after an answer are connected again, once, before the change stops showing', async () => {
  const page = await renamed();
  page.feedState.heardAt = page.timers.now() - 1;
  page.timers.pass(9900);
  expect(page.feedState.reconnects).toBe(1);
  expect(nameIn(page)).toBe('New');
  page.timers.pass(60_000);
  expect(page.feedState.reconnects).toBe(1);
  expect(nameIn(page)).toBe('Old');
});

test('a change that the feed has delivered connects nothing again', async () => {
  const page = await renamed();
  page.feedState.heardAt = page.timers.now() - 1;
  page.feed.all();
  page.timers.pass(60_000);
  expect(page.feedState.reconnects).toBe(0);
  expect(nameIn(page)).toBe('New');
});

test('changes that cancel each other show until the feed has delivered both', async () => {
  const page = await renamed();
  page.feed.all();
  for (const change of [page.actions.addLinkToFolder, page.actions.removeLinkFromFolder]) {
    change(LINK, 7);
    await tick();
    page.server.work(0);
    page.server.answer(0);
    await tick();
  }
  page.feed.one.memberships();
  expect(page.library.isMember(7, LINK)).toBe(false);
  page.feed.one.memberships();
  expect(page.library.isMember(7, LINK)).toBe(false);
  await tick();
  expect(page.store.entries.size).toBe(0);
});
