import { expect, test } from 'vitest';

import { isMenuId, menuEntries } from './menus.ts';

test('there is an entry for a page, a link, a selection and the icon', () => {
  expect(menuEntries('side panel').map(({ contexts, title }) => `${String(contexts)}: ${title}`)).toEqual([
    'page: Save page to Foldmark',
    'link: Save link to Foldmark',
    'selection: Save page to Foldmark, with the selection as note',
    'action: Save all tabs in this window',
    'action: Open the side panel',
  ]);
});

test('only web pages and links to them can be saved from a menu', () => {
  const inPages = menuEntries('sidebar').filter(({ contexts }) => String(contexts) !== 'action');
  expect(inPages.map((entry) => entry.documentUrlPatterns ?? entry.targetUrlPatterns)).toEqual(
    inPages.map(() => ['http://*/*', 'https://*/*']),
  );
});

test('an unknown entry of an older version is ignored', () => {
  expect([isMenuId('save-page'), isMenuId('save-everything'), isMenuId(5)]).toEqual([true, false, false]);
});
