import { expect, test } from 'vitest';

import { linkLines } from '#library/files/reading/testing/lines-of.ts';
import { readSample } from '#library/files/reading/testing/read-sample.ts';

const item = (id: string, data: object, more: object = {}): readonly unknown[] => [
  id,
  { id, data, childrenIds: [], title: null, createdAt: 725_857_440, ...more },
];
const tab = (id: string, more: object = {}): readonly unknown[] =>
  item(id, { tab: { savedURL: `https://${id}.example/`, savedTitle: id.toUpperCase() } }, more);
const list = (id: string, title: string | null, childrenIds: readonly string[]): readonly unknown[] =>
  item(id, { list: {} }, { title, childrenIds });
const container = (id: string, childrenIds: readonly string[]): readonly unknown[] =>
  item(id, { itemContainer: { containerType: {} } }, { childrenIds });

function sidebar(items: readonly (readonly unknown[])[], space: object): string {
  const spaces = ['s', { id: 's', title: 'Work', ...space }];
  return JSON.stringify({
    version: 1,
    sidebar: {
      containers: [
        { global: {} },
        { spaces, items: items.flat(), topAppsContainerIDs: [{ default: true }, 'top'] },
      ],
    },
  });
}

test('spaces become folders with their pinned tabs, favorites have one of their own, and open tabs are told', () => {
  const sample = readSample(
    sidebar(
      [
        container('top', ['f']),
        tab('f'),
        container('pins', ['a', 'folder', 'split']),
        tab('a', { title: 'Renamed' }),
        list('folder', 'Deep', ['b', 'none']),
        tab('b'),
        item('split', { splitView: {} }, { childrenIds: ['c', 'split'] }),
        tab('c'),
        container('open', ['x', 'y']),
        tab('x'),
        tab('y'),
      ],
      { newContainerIDs: [{ unpinned: {} }, 'open', { pinned: {} }, 'pins'] },
    ),
  );
  expect(sample.kind).toBe('arc-json');
  expect(linkLines(sample)).toEqual([
    '/Favorites | F | https://f.example/ | 2024-01-02T03:04Z',
    '/Work | Renamed | https://a.example/ | 2024-01-02T03:04Z',
    '/Work/Deep | B | https://b.example/ | 2024-01-02T03:04Z',
    '/Work/Split view | C | https://c.example/ | 2024-01-02T03:04Z',
  ]);
  expect(sample.told).toEqual(['2 open tabs that are not pinned were left out.']);
});

test('older files name the sections by words', () => {
  const text = sidebar([container('pins', ['a']), tab('a')], {
    containerIDs: ['unpinned', 'open', 'pinned', 'pins'],
  });
  expect(linkLines(readSample(text))).toEqual(['/Work | A | https://a.example/ | 2024-01-02T03:04Z']);
});
