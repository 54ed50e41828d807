import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { LINK_DETAILS } from '#library/entities/link.ts';

import { readSample } from '#library/files/reading/testing/read-sample.ts';
import { arrange } from './arrange.ts';
import type { Snapshot, SnapshotFolder, SnapshotLink } from './snapshot.ts';
import { writeCsv } from './write-csv.ts';
import { writeHtml } from './write-html.ts';
import { writeJson } from './write-json.ts';

const folder = (key: number, name: string, more: Partial<SnapshotFolder> = {}): SnapshotFolder => ({
  key,
  parent: 0,
  name,
  icon: '',
  favorite: false,
  trashed: false,
  ...more,
});

const link = (url: string, more: Partial<SnapshotLink> = {}): SnapshotLink => ({
  key: 0,
  distinctFrom: [],
  url,
  name: url,
  note: '',
  description: '',
  createdAt: Date.UTC(2024, 1, 29, 12, 30, 15, 678),
  folders: [],
  favorite: false,
  trashed: false,
  ...more,
});

const NASTY = '</A><script>"x"\' & &amp; ]]> ع‎ 👩‍👩‍👧';

test('HTML: a list per folder, a link in each of its folders, and text that no reader takes for markup', () => {
  const library = arrange({
    folders: [folder(7, 'Reading'), folder(3, NASTY, { parent: 7 }), folder(9, 'A&B'), folder(4, 'Empty')],
    links: [
      link('https://b.example/?a=1&copy=2', { folders: [9, 3], favorite: true }),
      link('https://a.example/', { name: NASTY, note: '<DT><A HREF="x">\n</DL>', folders: [3] }),
      link(`https://a.example/${'x'.repeat(8192)}`, { createdAt: -1 }),
    ],
  });
  const b = '<DT><A HREF="https://b.example/?a=1&amp;copy=2" ADD_DATE="1709209815" DATA-IMPORTANT="true">';
  const nasty = '&lt;/A&gt;&lt;script&gt;&quot;x&quot;&#39; &amp; &amp;amp; ]]&gt; ع‎ 👩‍👩‍👧';
  expect(writeHtml(library).split('\n')).toEqual([
    '<!DOCTYPE NETSCAPE-Bookmark-file-1>',
    '<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">',
    '<TITLE>Foldmark Bookmarks</TITLE>',
    '<H1>Foldmark Bookmarks</H1>',
    '<DL><p>',
    '<DT><H3>A&amp;B</H3>',
    '<DL><p>',
    `${b}https://b.example/?a=1&amp;copy=2</A>`,
    '</DL><p>',
    '<DT><H3>Empty</H3>',
    '<DL><p>',
    '</DL><p>',
    '<DT><H3>Reading</H3>',
    '<DL><p>',
    `<DT><H3>${nasty}</H3>`,
    '<DL><p>',
    `<DT><A HREF="https://a.example/" ADD_DATE="1709209815">${nasty}</A>`,
    '<DD>&lt;DT&gt;&lt;A HREF=&quot;x&quot;&gt;',
    '&lt;/DL&gt;',
    `${b}https://b.example/?a=1&amp;copy=2</A>`,
    '</DL><p>',
    '</DL><p>',
    `<DT><A HREF="https://a.example/${'x'.repeat(8192)}">https://a.example/${'x'.repeat(8192)}</A>`,
    '</DL><p>',
    '',
  ]);
});

test('JSON: everything, one entry per line, with positions instead of ids', () => {
  const library = arrange({
    folders: [
      folder(70, 'Reading', { favorite: true }),
      folder(30, 'Later', { parent: 70 }),
      folder(5, 'Old', { trashed: true }),
      folder(6, 'Below', { parent: 5 }),
    ],
    links: [
      link('javascript:alert(1)', { name: NASTY, note: 'one\r\ntwo ', folders: [30, 5], favorite: true }),
      link('https://a.example/\ud800', { createdAt: 0, trashed: true }),
    ],
  });
  const text = writeJson(library);
  expect(text.split('\n')).toEqual([
    '{',
    '"foldmark": 1,',
    '"folders": [',
    '{"id":1,"parent":0,"name":"Old","trashed":true},',
    '{"id":2,"parent":1,"name":"Below"},',
    '{"id":3,"parent":0,"name":"Reading","favorite":true},',
    '{"id":4,"parent":3,"name":"Later"}',
    '],',
    '"links": [',
    String.raw`{"url":"https://a.example/\ud800","name":"https://a.example/\ud800","created_at":"1970-01-01T00:00:00.000Z","trashed":true},`,
    JSON.stringify({
      url: 'javascript:alert(1)',
      name: NASTY,
      note: 'one\r\ntwo ',
      created_at: '2024-02-29T12:30:15.678Z',
      folders: [1, 4],
      favorite: true,
    }),
    ']',
    '}',
    '',
  ]);
  expect(JSON.parse(writeJson({ folders: [], links: [] }))).toEqual({ foldmark: 1, folders: [], links: [] });
});

test.each([
  ['JSON', writeJson],
  ['CSV', writeCsv],
])('%s: each detail that a user writes about a link is read back', (_format, write) => {
  const details = Object.fromEntries(Object.keys(LINK_DETAILS).map((name) => [name, `the ${name}`]));
  const text = write(arrange({ folders: [], links: [link('https://a.example/', details)] }));
  for (const detail of Object.values(details)) expect(text).toContain(detail);
  expect(readSample(text).links[0]).toMatchObject(details);
});

test('CSV: a row per link, with the folders as lines of a cell, and no cell that a spreadsheet runs', () => {
  const library = arrange({
    folders: [folder(1, '=cmd'), folder(2, 'B', { parent: 1 }), folder(3, 'R&D / Ideas')],
    links: [
      link('https://a.example/', { name: "=cmd|' /C calc'!A0", folders: [3, 2, 1] }),
      link('https://b.example/', { name: "''@x", note: '-1,\n"2"', favorite: true }),
      link('https://c.example/', { name: "'quoted'", note: '+1' }),
    ],
  });
  expect(writeCsv(library).split('\r\n')).toEqual([
    '\uFEFFurl,title,folder,tags,note,created,favorite',
    `https://a.example/,'=cmd|' /C calc'!A0,"'=cmd\n'=cmd / B\nR&D / Ideas",,,2024-02-29T12:30:15.678Z,`,
    `https://b.example/,'''@x,,,"'-1,\n""2""",2024-02-29T12:30:15.678Z,true`,
    "https://c.example/,'quoted',,,'+1,2024-02-29T12:30:15.678Z,",
    '',
  ]);
});

test('sorts by code point, and folders that a file cannot tell apart are one', () => {
  const library = arrange({
    folders: [
      folder(1, '😀'),
      folder(2, '\ufffd'),
      folder(3, 'b', { trashed: true }),
      folder(4, 'b', { favorite: true }),
      folder(5, 'b'),
      folder(6, 'in', { parent: 4 }),
      folder(7, 'in', { parent: 5 }),
    ],
    links: [link('https://x.example/', { folders: [7, 3, 6, 5] })],
  });
  expect(library.folders).toEqual([
    { name: 'b', parent: -1, icon: '', favorite: true, trashed: false },
    { name: 'in', parent: 0, icon: '', favorite: false, trashed: false },
    { name: 'b', parent: -1, icon: '', favorite: false, trashed: true },
    { name: '\ufffd', parent: -1, icon: '', favorite: false, trashed: false },
    { name: '😀', parent: -1, icon: '', favorite: false, trashed: false },
  ]);
  expect(library.links[0]?.folders).toEqual([0, 1, 2]);
});

test('JSON: folders of one name in one place stay two, in the order of their creation', () => {
  const library = arrange(
    {
      folders: [
        folder(-1, 'b'),
        folder(9, 'b', { favorite: true }),
        folder(4, 'b'),
        folder(6, 'in', { parent: 9 }),
        folder(7, 'a'),
      ],
      links: [link('https://x.example/', { folders: [-1, 9] })],
    },
    { keepsFolders: true },
  );
  expect(library.folders.map(({ name, parent, favorite }) => [name, parent, favorite])).toEqual([
    ['a', -1, false],
    ['b', -1, false],
    ['b', -1, true],
    ['in', 2, false],
    ['b', -1, false],
  ]);
  expect(library.links[0]?.folders).toEqual([2, 4]);
});

test('JSON: the later link of two that are no duplicates names the other, also if only the earlier one has the mark', () => {
  const library = arrange({
    folders: [],
    links: [
      link('https://c.example/', { key: 3 }),
      link('https://a.example/', { key: 1, distinctFrom: [3, 1, 99] }),
      link('https://b.example/', { key: 2, distinctFrom: [1] }),
    ],
  });
  expect(library.links.map(({ distinctFrom }) => distinctFrom)).toEqual([[], [0], [0]]);
  expect(writeJson(library).match(/"distinct_from":\[[^\]]*\]/g)).toEqual([
    '"distinct_from":[1]',
    '"distinct_from":[1]',
  ]);
});

test.each([
  { createdAt: 1 },
  { name: 'a' },
  { note: 'a' },
  { description: 'a' },
  { favorite: true },
  { trashed: true },
  { folders: [1] },
])('links of one url have one order if they differ in %j', (more) => {
  const pair = [
    link('https://x.example/', { createdAt: 2 }),
    link('https://x.example/', { createdAt: 2, ...more }),
  ];
  const folders = [folder(1, 'One')];
  const [one, other] = [pair, pair.toReversed()].map((links) => writeJson(arrange({ folders, links })));
  expect(one).toBe(other);
});

test('thousands of nested folders do not exhaust the stack', () => {
  const folders = Array.from({ length: 5000 }, (_, key) => folder(key + 1, `${key}`, { parent: key }));
  const library = arrange({ folders, links: [link('https://x.example/', { folders: [5000] })] });
  expect(writeHtml(library).match(/<\/DL>/g)).toHaveLength(5001);
  expect(writeCsv(library)).toContain('4998 / 4999');
});

test('two exports of the same library are equal byte for byte in any order and with any ids', () => {
  const name = fc.constantFrom('a', 'b', 'B', '😀', '\ufffd', 'a / b');
  const library = fc.record({
    folders: fc.array(fc.record({ parent: fc.nat(), name, favorite: fc.boolean(), trashed: fc.boolean() }), {
      maxLength: 8,
    }),
    links: fc.array(
      fc.record({
        url: name.map((text) => `https://${text}.example`),
        name,
        note: fc.constantFrom('', 'a'),
        description: fc.constantFrom('', 'a'),
        createdAt: fc.constantFrom(0, 1, 1e12),
        folders: fc.uniqueArray(fc.nat(7), { maxLength: 4 }),
        favorite: fc.boolean(),
        trashed: fc.boolean(),
      }),
      { maxLength: 12 },
    ),
  });
  fc.assert(
    fc.property(library, fc.infiniteStream(fc.nat()), ({ folders, links }, random) => {
      const snapshot: Snapshot = {
        folders: folders.map((entry, index) => ({
          ...entry,
          icon: '',
          key: index + 1,
          parent: entry.parent % (index + 1),
        })),
        links: links.map((entry, index) => ({
          ...entry,
          key: index + 1,
          distinctFrom: [],
          folders: entry.folders.map((place) => place + 1),
        })),
      };
      const other = disordered(snapshot, () => random.next().value);
      for (const write of [writeHtml, writeJson, writeCsv])
        expect(write(arrange(other))).toBe(write(arrange(snapshot)));
    }),
  );
});

/** The same library, with other keys and in random order. */
function disordered({ folders, links }: Snapshot, random: () => number): Snapshot {
  const shuffled = <T>(list: readonly T[]): T[] =>
    list
      .map((entry) => ({ entry, at: random() }))
      .sort((left, right) => left.at - right.at)
      .map(({ entry }) => entry);
  const keys = new Map(shuffled(folders).map(({ key }, index) => [key, 100 + index]));
  const keyOf = (key: number) => keys.get(key) ?? 0;
  return {
    folders: shuffled(folders).map((entry) => ({
      ...entry,
      key: keyOf(entry.key),
      parent: keyOf(entry.parent),
    })),
    links: shuffled(links).map((entry) => ({ ...entry, folders: shuffled(entry.folders).map(keyOf) })),
  };
}
