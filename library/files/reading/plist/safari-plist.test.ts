import { expect, test } from 'vitest';

import { readLibrary } from '#library/files/reading/read-library.ts';
import { makeBinaryPlist } from '#library/files/reading/testing/make-plist.ts';
import { linkLines } from '#library/files/reading/testing/lines-of.ts';
import { NOW, readSample, refusalOf, withPaths } from '#library/files/reading/testing/read-sample.ts';

const leaf = (name: string, more: object = {}) => ({
  WebBookmarkType: 'WebBookmarkTypeLeaf',
  WebBookmarkUUID: name,
  URLString: `https://${name}.example/?x=1&y=ü`,
  URIDictionary: { title: name.toUpperCase() },
  ...more,
});
const list = (Title: string, Children: readonly object[]) => ({
  WebBookmarkType: 'WebBookmarkTypeList',
  Title,
  Children,
});

const BOOKMARKS = {
  WebBookmarkType: 'WebBookmarkTypeList',
  WebBookmarkFileVersion: 1,
  Title: '',
  Children: [
    { WebBookmarkType: 'WebBookmarkTypeProxy', Title: 'History' },
    list('BookmarksBar', [leaf('a'), list('Deep', [leaf('b', { Shortcut: 'k' })])]),
    list('BookmarksMenu', []),
    list('com.apple.ReadingList', [
      leaf('c', { ReadingList: { DateAdded: new Date('2024-01-02T03:04:00Z'), PreviewText: 'P' } }),
    ]),
    list('Mine', []),
  ],
};
const LINES = [
  '/Favorites | A | https://a.example/?x=1&y=ü',
  '/Favorites/Deep | B | https://b.example/?x=1&y=ü',
  '/Reading List | C | https://c.example/?x=1&y=ü | 2024-01-02T03:04Z | unread',
];
const TOLD = [
  'The file marks links: 1 to read later. They arrive without these marks.',
  'Foldmark has no place for these fields, so they are left out: Shortcut (1), PreviewText (1).',
];

async function readBytes(bytes: Uint8Array) {
  const result = await readLibrary(bytes, NOW);
  return 'refused' in result ? result : withPaths(result);
}

function xmlOf(value: unknown): string {
  if (Array.isArray(value)) return `<array>${value.map(xmlOf).join('')}</array>`;
  if (value instanceof Date) return `<date>${value.toISOString()}</date>`;
  if (typeof value === 'number') return `<integer>${value}</integer>`;
  if (typeof value === 'string') return `<string>${value.replaceAll('&', '&amp;')}</string>`;
  const entries = Object.entries(value ?? {}).map(([key, one]) => `<key>${key}</key>\n${xmlOf(one)}`);
  return entries.length === 0 ? '<dict/>' : `<dict>${entries.join('\n')}</dict>`;
}

const HEAD =
  '<?xml version="1.0"?>\n<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://x.invalid/p.dtd">\n';

test('Bookmarks.plist is read in XML', () => {
  const sample = readSample(`${HEAD}<plist version="1.0">${xmlOf(BOOKMARKS)}</plist>`);
  expect([sample.source, linkLines(sample), sample.told]).toEqual(['Safari', LINES, TOLD]);
  expect(sample.folders).toEqual([['Favorites'], ['Favorites', 'Deep'], ['Reading List'], ['Mine']]);
});

test('XML that ends early keeps its whole bookmarks', () => {
  const text = `${HEAD}<plist version="1.0">${xmlOf(BOOKMARKS)}`;
  const { links, told } = readSample(text.slice(0, text.indexOf('com.apple')));
  expect(links).toHaveLength(2);
  expect(told[0]).toBe('The file ends early. Everything before its end was read.');
});

test('Bookmarks.plist is read in the binary form of a Mac', async () => {
  const sample = await readBytes(makeBinaryPlist(BOOKMARKS));
  if ('refused' in sample) throw new Error(sample.hint);
  expect([sample.kind, linkLines(sample), sample.told]).toEqual(['safari-plist', LINES, TOLD]);
});

test('another property list is refused', async () => {
  expect(refusalOf(`${HEAD}<plist><dict><key>a</key><string>b</string></dict></plist>`)).toBe(
    'not-recognised',
  );
  expect(await readBytes(makeBinaryPlist({ a: [1, true, null] }))).toMatchObject({
    refused: 'not-recognised',
  });
});

test('a binary file whose folders are in two folders each, 40 levels deep, is read in linear time', async () => {
  let folder: object = list('Deepest', [leaf('a')]);
  for (let level = 0; level < 40; level += 1) folder = list(`${level}`, [folder, folder]);
  const sample = await readBytes(makeBinaryPlist(list('', [folder])));
  if ('refused' in sample) throw new Error(sample.hint);
  expect(sample.links.map(({ title }) => title)).toEqual(['A']);
});

test('a binary file with one wrong byte is read or refused', async () => {
  const bytes = makeBinaryPlist(BOOKMARKS);
  for (let at = 8; at < bytes.length; at += 1) {
    const damaged = Uint8Array.from(bytes);
    damaged[at] = 0xaf;
    const result = await readBytes(damaged);
    expect('refused' in result || result.links.length <= 6).toBe(true);
  }
});
