import { STATUS_TRASHED } from '@foldmark/library/entities/limits';
import { expect, test } from 'vitest';

import { pull } from '#extension/copy/pull.ts';
import { connectedWorld } from '#extension/copy/testing/connected-world.ts';
import { isSaved, pageState } from '#extension/pages/page-state.ts';
import { isWebPage, savePage, tabTitle } from '#extension/pages/save-pages.ts';
import { perform } from '#extension/queue/perform.ts';

const URL = 'https://example.com/a?b=1';

test('a page is known in any spelling of its url, and by no url with the same hash only', async () => {
  const { env, addLink, browser } = await connectedWorld();
  const link = addLink(URL);
  await pull({}, env);
  for (const spelling of [
    URL,
    'http://www.example.com/a/?b=1&utm_source=x',
    'https://example.com/a?b=1#part',
  ])
    expect([await isSaved(spelling, env), (await pageState(spelling, env)).saved?.link]).toEqual([
      'saved',
      link,
    ]);
  expect(await isSaved('https://example.com/a?b=2', env)).toBeNull();
  // All urls get the hash of the saved one.
  await browser.store.write(async (records) => {
    const [index] = await records.list('index ');
    const hashes = Object(index?.value).hashes.map(() => 0);
    records.put(index?.key ?? '', { ...Object(index?.value), hashes });
  });
  expect(await isSaved(URL, env)).toBeNull();
});

test('nothing about a page is asked over the network', async () => {
  const { server, env, addLink } = await connectedWorld();
  addLink(URL);
  await pull({}, env);
  server.requests.length = 0;
  await isSaved(URL, env);
  await isSaved('https://never-saved.example/', env);
  await pageState('https://never-saved.example/', env);
  expect(server.requests).toEqual([]);
});

test('a link in the trash does not count as saved, and an active one hides it', async () => {
  const { server, env, addLink } = await connectedWorld();
  const trashed = addLink(URL);
  server.execute({ kind: 'link.set', link_id: trashed, status_id: STATUS_TRASHED });
  await pull({}, env);
  expect(await isSaved(URL, env)).toBeNull();
  expect(await pageState(URL, env)).toMatchObject({ saved: null, trashed: { link: trashed } });
  const active = addLink('http://example.com/a?b=1');
  await pull({}, env);
  expect(await pageState(URL, env)).toMatchObject({ saved: { link: active }, trashed: null });
});

test('a page has its folders without those in the trash, and its star', async () => {
  const { server, env, addLink } = await connectedWorld();
  const link_id = addLink(URL);
  const folders = ['Recipes', 'Gone'].map((name) => {
    const { answer } = server.execute({ kind: 'folder.create', ref: -1, name, parent_folder_id: 0 });
    return answer !== undefined && 'folder_id' in answer ? answer.folder_id : 0;
  });
  for (const folder_id of folders) server.execute({ kind: 'member.set', folder_id, link_id, present: true });
  server.execute({ kind: 'folder.set', folder_id: folders[1] ?? 0, status_id: STATUS_TRASHED });
  server.execute({ kind: 'favorite.set', object_type: 'link', object_id: link_id, on: true });
  await pull({}, env);
  expect(await pageState(URL, env)).toMatchObject({ saved: { folders: [folders[0]], isFavorite: true } });
});

test('waiting gestures decide whether a page is saved', async () => {
  const { env, addLink } = await connectedWorld();
  const link_id = addLink(URL);
  await pull({}, env);
  const other = 'https://other.example/';
  const { link: _, ...gesture } = savePage({ url: other, title: '' }, env.newRef);
  await perform(gesture, env);
  expect([await isSaved(URL, env), await isSaved(other, env)]).toEqual(['saved', 'waiting']);
  const changes = [{ kind: 'link.set', link_id, status_id: STATUS_TRASHED }] as const;
  await perform({ label: 'Moved a link to the trash', changes }, env);
  expect(await isSaved(URL, env)).toBeNull();
});

test('a browser without a copy says so', async () => {
  const { browser, env } = await connectedWorld();
  expect(await pageState(URL, env)).toMatchObject({ isCopied: true });
  await browser.store.write(async (records) => {
    records.deleteAll('');
  });
  expect(await pageState(URL, env)).toMatchObject({ isCopied: false, saved: null });
});

test('the title of a tab is cleaned, and is no name if the browser shows the url instead', () => {
  expect(tabTitle(' A\u202e \n title ', URL)).toBe('A title');
  for (const title of ['https://a.example/x.pdf', 'a.example/x.pdf', ''])
    expect(tabTitle(title, 'https://a.example/x.pdf')).toBe('');
  expect(tabTitle('a.example', 'https://a.example/')).toBe('');
});

test('a saved page has the title, the note, the folders and the star that the person chose', () => {
  const page = { url: URL, title: ' Example ', note: ' a note ', folders: [7], isFavorite: true };
  expect(savePage(page, () => -3)).toEqual({
    label: 'Added a link',
    link: -3,
    changes: [
      { kind: 'link.create', ref: -3, url: URL },
      { kind: 'link.set', link_id: -3, name: 'Example', note: 'a note' },
      { kind: 'member.set', folder_id: 7, link_id: -3, present: true },
      { kind: 'favorite.set', object_type: 'link', object_id: -3, on: true },
    ],
  });
  expect(savePage({ url: URL, title: ' ' }, () => -3).changes).toEqual([
    { kind: 'link.create', ref: -3, url: URL },
  ]);
});

test.each([
  ['https://example.com/', true],
  ['HTTP://EXAMPLE.COM', true],
  ['about:blank', false],
  ['moz-extension://x/popup.html', false],
  ['file:///etc/hosts', false],
  ['', false],
])('%j is a page that can be saved: %s', (url, expected) => {
  expect(isWebPage(url)).toBe(expected);
});
