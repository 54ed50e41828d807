import { expect, test } from 'vitest';

import { FAVORITES } from '#functions/store/collections.ts';
import { listFavorites, toggleFavorite } from '#functions/operations/favorites.ts';
import { callOperation } from '#functions/testing/call-operation.ts';
import { MemoryLibrary } from '#functions/testing/memory-library.ts';

const link = { object_type: 'link', object_id: 1 } as const;

test.each([
  ['adds a link', undefined, undefined, [link]],
  ['removes a favorite', link, undefined, []],
  ['keeps a favorite that is wanted', link, true, [link]],
  ['keeps a link out that is not wanted', undefined, false, []],
])('a toggle %s', async (_, before, is_favorite, after) => {
  const memory = new MemoryLibrary().addLink({ link_id: 1 });
  if (before !== undefined) memory.addFavorite('link', 1);
  const input = { favorite: link, is_favorite };
  expect(await callOperation(toggleFavorite, memory.library, input)).toEqual(after);
  expect(await callOperation(listFavorites, memory.library, {})).toEqual(after);
});

test.each([
  ['link', 'noSuchLink'],
  ['folder', 'noSuchFolder'],
] as const)('a %s that is missing can not be toggled', async (object_type, code) => {
  const input = { favorite: { object_type, object_id: 1 }, is_favorite: undefined };
  await expect(callOperation(toggleFavorite, new MemoryLibrary().library, input)).rejects.toMatchObject({
    code,
  });
});

test('a favorite whose link is gone can be removed', async () => {
  const { library } = new MemoryLibrary().addFavorite('link', 1);
  const input = { favorite: link, is_favorite: undefined };
  expect(await callOperation(toggleFavorite, library, input, { minimal: true })).toBeNull();
  expect(await library.list(FAVORITES)).toEqual([]);
});
