import { expect, test } from 'vitest';

import { compareFolders, compareLinks } from './order.ts';

test('links are sorted by url, then by name, then by id', () => {
  const links = [
    { url: 'https://b.example', name: 'same', link_id: 2 },
    { url: 'https://a.example/z', name: 'A', link_id: 4 },
    { url: 'https://b.example', name: 'same', link_id: 1 },
    { url: 'https://a.example/Z', name: 'B', link_id: 3 },
    { url: 'https://b.example', name: 'Same', link_id: 5 },
  ];
  expect(links.toSorted(compareLinks).map(({ link_id }) => link_id)).toEqual([3, 4, 5, 1, 2]);
});

test('folders are sorted by name, regardless of case, with accented letters beside their base letter', () => {
  const names = ['zebra', 'apple', 'Éclair', 'Apple', 'eagle', 'Zebra', 'egg'];
  const folders = names.map((name, index) => ({ name, folder_id: index + 1 }));
  expect(folders.toSorted(compareFolders).map(({ name }) => name)).toEqual([
    'Apple',
    'apple',
    'eagle',
    'Éclair',
    'egg',
    'Zebra',
    'zebra',
  ]);
});
