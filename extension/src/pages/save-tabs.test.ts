import type { SavedPage } from '#extension/pages/page-state.ts';
import { newLink } from '@foldmark/library/entities/new-link';
import { sampleLibrary } from '@foldmark/library/search/testing/sample-library';
import { expect, test } from 'vitest';

import { type KnownPage, type OpenTab, pagesOf, planTabs } from './save-tabs.ts';

const DAY = new Date(2026, 10, 27, 12);
const FOLDER = 'Tabs, 27 Nov 2026';

const tab = (url: string, title = url): OpenTab => ({ url, title });

function plan(pages: readonly KnownPage[], folders: readonly string[] = []): ReturnType<typeof planTabs> {
  let last = 0;
  const newRef = (): number => (last -= 1);
  return planTabs(pages, { tree: sampleLibrary([], folders).tree, day: DAY, newRef });
}

const unknown = (url: string): KnownPage => ({ page: tab(url, ''), state: { saved: null, trashed: null } });

function link(id: number, folders: readonly number[] = []): SavedPage {
  const record = { ...newLink(id, `https://${id}.example/`), created_at: 0, updated_at: 0 };
  return { link: id, record, folders, isFavorite: false, isWaiting: false };
}

function known(id: number, folders: readonly number[] = []): KnownPage {
  return { page: tab(`https://${id}.example/`), state: { saved: link(id, folders), trashed: null } };
}

test('web pages are saved once, and other tabs are left out', () => {
  const tabs = [
    'https://a.example/',
    'chrome://settings/',
    'http://www.a.example',
    'file:///x',
    'about:blank',
  ];
  expect(pagesOf(tabs.map((url) => tab(url)))).toEqual([tab('https://a.example/')]);
});

test('the pages go to a new folder with the name of the day', () => {
  expect(plan([unknown('https://a.example/'), unknown('https://b.example/')])).toEqual({
    label: `Saved 2 tabs in ${FOLDER}`,
    changes: [
      { kind: 'folder.create', ref: -1, name: FOLDER, parent_folder_id: 0 },
      { kind: 'link.create', ref: -2, url: 'https://a.example/' },
      { kind: 'member.set', folder_id: -1, link_id: -2, present: true },
      { kind: 'link.create', ref: -3, url: 'https://b.example/' },
      { kind: 'member.set', folder_id: -1, link_id: -3, present: true },
    ],
    text: `2 tabs saved in ${FOLDER}.`,
  });
});

test('a second time on the same day uses the same folder', () => {
  const { changes } = plan([unknown('https://a.example/')], ['Other', FOLDER]);
  expect(changes).toEqual([
    { kind: 'link.create', ref: -1, url: 'https://a.example/' },
    { kind: 'member.set', folder_id: 2, link_id: -1, present: true },
  ]);
});

test('a folder with this name that is not at the top level is another one', () => {
  const { changes } = plan([unknown('https://a.example/')], [`Old > ${FOLDER}`]);
  expect(changes[0]).toMatchObject({ kind: 'folder.create', parent_folder_id: 0 });
});

test('a saved page is added to the folder, and not saved again', () => {
  const { changes, text } = plan([known(7), unknown('https://a.example/')], [FOLDER]);
  expect(changes[0]).toEqual({ kind: 'member.set', folder_id: 1, link_id: 7, present: true });
  expect(changes.filter(({ kind }) => kind === 'link.create')).toHaveLength(1);
  expect(text).toBe(`1 tab saved in ${FOLDER}. 1 tab saved before.`);
});

test('a page in the trash is restored, and counts as saved', () => {
  const page = { page: tab('https://7.example/'), state: { saved: null, trashed: link(7) } };
  const { changes, text } = plan([page], [FOLDER]);
  expect(changes).toEqual([
    { kind: 'link.set', link_id: 7, status_id: 1, if: { status_id: 2 } },
    { kind: 'member.set', folder_id: 1, link_id: 7, present: true },
  ]);
  expect(text).toBe(`1 tab saved in ${FOLDER}.`);
});

test.each([
  ['no web page', [], 'No tab of this window is a web page, so nothing was saved.', 0],
  ['all pages there already', [known(7, [1]), known(8, [1])], `All 2 tabs are in ${FOLDER} already.`, 0],
  ['the only page there already', [known(7, [1])], `This tab is in ${FOLDER} already.`, 0],
  ['only saved pages', [known(7), known(8)], `2 links that were saved before were added to ${FOLDER}.`, 2],
  ['one saved page', [known(7)], `1 link that was saved before was added to ${FOLDER}.`, 1],
] as const)('with %s', (_, pages, text, count) => {
  const { changes, ...told } = plan(pages, [FOLDER]);
  expect(told.text).toBe(text);
  expect(changes).toHaveLength(count);
});
