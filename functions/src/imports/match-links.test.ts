import { expect, test } from 'vitest';

import { keysOf, LinkMatcher } from '#functions/imports/match-links.ts';

type Entry = Parameters<typeof keysOf>[0];

/** Matches entries with a library whose links have ids from 1. */
function matched(library: readonly string[], entries: readonly (Partial<Entry> & { url: string })[]) {
  const matcher = new LinkMatcher();
  for (const [index, url] of library.entries()) matcher.add({ link_id: index + 1, url, status_id: 1 });
  return matcher.match(entries.map((entry) => keysOf({ name: 'a', note: '', folders: [], ...entry })));
}

const [PLAIN, ESCAPED, LOUD] = ['https://x.example/a', 'https://x.example/%61', 'HTTPS://X.EXAMPLE/a'];

test('an equal url is matched before another spelling, even if that comes first in the file', () => {
  expect(matched([PLAIN], [{ url: ESCAPED }, { url: PLAIN }])).toEqual([null, 1]);
  expect(matched([ESCAPED, PLAIN], [{ url: PLAIN }, { url: LOUD }])).toEqual([2, 1]);
});

test('each link of the library is found once, the one with the lowest id first', () => {
  expect(matched([PLAIN, PLAIN], [{ url: PLAIN }, { url: PLAIN }, { url: PLAIN }])).toEqual([1, 2, null]);
});

test('a repeated import of a file matches the same links, including those that it created', () => {
  const file = [{ url: LOUD }, { url: LOUD }, { url: LOUD }];
  expect(matched([PLAIN, ESCAPED], file)).toEqual([null, 2, 1]);
  expect(matched([PLAIN, ESCAPED, LOUD], file)).toEqual([3, 2, 1]);
});

test('an active link and one in the trash are different, and a continued entry has no match of its own', () => {
  expect(matched([PLAIN], [{ url: PLAIN, trashed: true }])).toEqual([null]);
  expect(matched([PLAIN], [{ url: PLAIN, continues: true }, { url: PLAIN }])).toEqual([null, 1]);
});

test('long urls that differ only at their end are different', () => {
  const long = `${PLAIN}?${'x'.repeat(8000)}`;
  expect(matched([`${long}1`, `${long}2`], [{ url: `${long}2` }, { url: `${long}3` }])).toEqual([2, null]);
});
