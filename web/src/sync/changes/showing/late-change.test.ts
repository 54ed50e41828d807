import { setImmediate as tick } from 'node:timers/promises';

import { expect, test } from 'vitest';

import { itemsOf } from '@foldmark/library/memory/items';
import { type OpenPage, openPage } from '#web/sync/testing/open-page.ts';
import { startedPage } from '#web/sync/testing/started-page.ts';

/** The next page of a device, which resumes the changes before any record has arrived. */
async function emptyPage(before: OpenPage): Promise<OpenPage> {
  before.kill();
  const page = openPage(before.server, before.store, before.timers);
  await page.changes.resumePending(await page.changes.takeOver());
  await tick();
  return page;
}

const EDITS: readonly (readonly [string, (here: OpenPage) => unknown, (here: OpenPage) => unknown])[] = [
  [
    'a name',
    ({ actions }) => actions.updateLink(1, { name: 'Mine' }),
    ({ library }) => library.link(1)?.name,
  ],
  [
    'a move to the trash and a deletion',
    ({ actions }) => {
      actions.setItemsStatus(itemsOf('link', [1]), 2);
      actions.deleteItems(itemsOf('link', [1]));
    },
    ({ library }) => library.link(1),
  ],
  [
    'a star',
    ({ actions }) => actions.toggleFavorite('link', 1),
    ({ library }) => library.isFavorite('link', 1),
  ],
  [
    'a removed star',
    async (here) => {
      here.goOnline();
      here.actions.toggleFavorite('link', 1);
      await here.comeToRest();
      here.goOffline();
      here.actions.toggleFavorite('link', 1);
    },
    ({ library }) => library.isFavorite('link', 1),
  ],
  [
    'a removed membership',
    async (here) => {
      here.goOnline();
      here.actions.addLinkToFolder(1, 7);
      await here.comeToRest();
      here.goOffline();
      here.actions.removeLinkFromFolder(1, 7);
    },
    ({ library }) => library.count(7),
  ],
  ['a membership', ({ actions }) => actions.addLinkToFolder(1, 7), ({ library }) => library.count(7)],
  [
    'a folder in a folder',
    ({ actions }) => actions.createFolder({ name: 'Inner', parent: 7 }),
    ({ library }) => library.tree.children(7).length,
  ],
  [
    'a merge',
    ({ actions }) => actions.mergeLinks([{ keep: 1, others: [2] }]),
    ({ library }) => library.link(2)?.status_id,
  ],
  [
    'links that are no duplicates',
    ({ actions }) => actions.setDistinct([[1, 2]], true),
    ({ library }) => library.link(1)?.distinct_from,
  ],
  [
    'an undo',
    async (here) => {
      here.goOnline();
      here.actions.updateLink(1, { name: 'Mine' });
      await here.comeToRest();
      here.goOffline();
      here.undo.undo();
    },
    ({ library }) => library.link(1)?.name,
  ],
];

test.each(EDITS)('%s that a page resumes shows when its records arrive', async (_, edit, shown) => {
  const before = await startedPage(2);
  before.goOffline();
  await edit(before);
  await tick();
  const expected = shown(before);
  const here = await emptyPage(before);
  here.feed.start();
  expect(shown(here)).toEqual(expected);
});
