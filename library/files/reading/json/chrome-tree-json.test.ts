import { expect, test } from 'vitest';

import { linkLines } from '#library/files/reading/testing/lines-of.ts';
import { readSample } from '#library/files/reading/testing/read-sample.ts';

const link = (title: string, more: object = {}): object => ({
  id: '9',
  parentId: '1',
  index: 0,
  title,
  url: `https://${title.toLowerCase()}.example/`,
  dateAdded: 1_704_164_640_000,
  dateLastUsed: 1_704_164_640_001,
  syncing: true,
  ...more,
});
const folder = (id: string, parentId: string, title: string, children: readonly object[]): object => ({
  id,
  parentId,
  title,
  children,
  dateGroupModified: 1,
});

const TREE = {
  id: '0',
  title: '',
  children: [
    folder('1', '0', 'Bookmarks bar', [link('A'), folder('5', '1', 'Deep', [link('B', { tag: 'x' })])]),
    folder('2', '0', 'Other bookmarks', [link('C'), folder('6', '2', 'Empty', [])]),
    folder('3', '0', 'Mobile bookmarks', []),
  ],
};

test.each([[[TREE]], [TREE]])(
  'the tree of an extension keeps its folders, and other bookmarks are at the top',
  (value) => {
    const sample = readSample(JSON.stringify(value));
    expect(sample.kind).toBe('chrome-tree-json');
    expect(linkLines(sample)).toEqual([
      '/Bookmarks bar | A | https://a.example/ | 2024-01-02T03:04Z',
      '/Bookmarks bar/Deep | B | https://b.example/ | 2024-01-02T03:04Z',
      '/ | C | https://c.example/ | 2024-01-02T03:04Z',
    ]);
    expect(sample.folders).toEqual([['Bookmarks bar'], ['Bookmarks bar', 'Deep'], ['Empty']]);
    expect(sample.told).toEqual(['Foldmark has no place for these fields, so they are left out: tag (1).']);
  },
);

test("Firefox's tree has separators and folders without children", () => {
  const sample = readSample(
    JSON.stringify([
      {
        id: 'root________',
        title: '',
        type: 'folder',
        dateAdded: 1,
        children: [
          {
            id: 'menu________',
            title: 'Bookmarks Menu',
            type: 'folder',
            children: [link('A', { type: 'bookmark' }), { id: 's', type: 'separator', url: 'data:' }],
          },
          { id: 'x', title: 'Empty', type: 'folder', parentId: 'unfiled_____' },
        ],
      },
    ]),
  );
  expect(linkLines(sample)).toEqual(['/ | A | https://a.example/ | 2024-01-02T03:04Z']);
  expect([sample.folders, sample.told]).toEqual([[['Empty']], ['1 separator was left out.']]);
});
