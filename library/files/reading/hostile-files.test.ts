import { expect, test } from 'vitest';

import { readLibrary } from './read-library.ts';
import { NOW } from './testing/read-sample.ts';

/** Linear work takes less than a second here. Quadratic work exceeds the timeout of the test. */
const HOSTILE_LENGTH = 2_000_000;

const HEAD = '<!DOCTYPE NETSCAPE-Bookmark-file-1><TITLE>x</TITLE><H1>x</H1><DL><p>';
const LINK = '<A HREF="https://x.example/">';

test.each([
  [HEAD, '<A HREF="x '],
  [HEAD, '<A HREF="x> ', '\n<dt'],
  [HEAD, "<A HREF='x> ", '</a><dt>'],
  [HEAD, '<a '],
  [HEAD, 't<dl>t<A HREF=y>t'],
  [HEAD, `${LINK}T</A><DD>n`],
  [`${HEAD}${LINK}`, '<dd>'],
  [`${HEAD}${LINK}`, '<dt'],
  [`${HEAD}${LINK}`, ' \t'],
  [`${HEAD}${LINK}`, '&amp'],
  [`${HEAD}${LINK}`, '<b'],
  [`${HEAD}<A HREF="x`, '\n'],
  [`${HEAD}<A HREF="x`, '" a '],
  [`${HEAD}<A `, '='],
  [HEAD, '<!--'],
  [HEAD, '<script><A HREF=y>'],
  [HEAD, '<h3>a<dl>'],
  ['<!-- -->', '<!-- -->', '<!doctype'],
  ['<html>', '<a href=x>'],
  ['<', 'meta charset'],
  ['<xbel>', '<folder>'],
  ['<xbel>', '<bookmark href="https://x.example/"><title>a'],
  ['<xbel>', '<![CDATA['],
  ['<xbel>', '<!DOCTYPE ['],
  ['<xbel>', '</a '],
  ['<xbel><bookmark href="https://x.example/"><title>', '&a;'],
  ['<plist>WebBookmarkType', '<dict><key>Children</key><array>'],
  ['<plist>WebBookmarkType<dict>', '<key>a</key><string>b</string>'],
  ['* [[https://x.example/][', ' :a'],
  ['* [[https://x.example/]]\n', '[[a][b'],
  ['* [[https://x.example/]]\n* ', ' :a:'],
  ['', '* a\n', '* [[https://x.example/]]'],
  ['a,b\nx,https://x.example/\nx,https://x.example/\n', ';'],
  ['<a time_added="1" href="https://x.example/">', '<a time_added '],
  ['[{"url":"https://x.example/"},', '{"children":['],
  ['{"bookmarks":[{"url":"https://x.example/"}],"a":[', '{"data":['],
  ['{"foldmark":1,"links":[{"url":"https://x.example/","distinct_from":[', '1,'],
  [`${HEAD}${LINK}T</A><DD>`, '<ul><li '],
  ['[{"a":1},', '{"b":['],
  ['{"a":"', '\\'],
  ['', '['],
  ['', ' \n'],
])('%j and many %j are read in linear time', async (start, repeated, end = '') => {
  const text = start + repeated.repeat(HOSTILE_LENGTH / repeated.length) + end;
  expect(unaccounted(await readLibrary(new TextEncoder().encode(text), NOW))).toBe(0);
});

function unaccounted(result: Awaited<ReturnType<typeof readLibrary>>): number {
  if ('refused' in result) return 0;
  const { entries, links, merged, skipped } = result;
  return entries - links.length - merged - skipped.length;
}
