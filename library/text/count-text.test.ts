import { expect, test } from 'vitest';

import { countText, itemCountText, placeCountText } from './count-text.ts';

test('a count has a thousands separator and the singular or plural', () => {
  expect([countText(0, 'link'), countText(1, 'folder'), countText(1204, 'link')]).toEqual([
    '0 links',
    '1 folder',
    '1,204 links',
  ]);
});

test('a count of zero is left out, unless both are zero', () => {
  const items = [
    { folders: [1, 2], links: [1] },
    { folders: [1], links: [] },
    { folders: [], links: [1, 2, 3] },
    { folders: [], links: [] },
  ];
  expect(items.map(itemCountText)).toEqual(['2 folders and 1 link', '1 folder', '3 links', '0 links']);
});

test('the count of a place always has its links, and its folders if there are any', () => {
  const places = [
    { folders: 0, links: 17 },
    { folders: 3, links: 0 },
    { folders: 1, links: 1204 },
    { folders: 2, links: 0, below: 1852 },
  ];
  expect(places.map(placeCountText)).toEqual([
    '17 links',
    '0 links, 3 folders',
    '1,204 links, 1 folder',
    '0 links, 2 folders, 1,852 links below',
  ]);
});
