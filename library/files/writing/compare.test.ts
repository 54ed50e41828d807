import { describe, expect, test } from 'vitest';

import { arrange } from './arrange.ts';
import { differenceOf } from './compare.ts';
import { expectBack } from './expect-back.ts';
import { EXPORT_FORMATS } from './export-format.ts';
import { writeCsv } from './write-csv.ts';
import { writeHtml } from './write-html.ts';
import { writeJson } from './write-json.ts';
import type { FileLink, LibraryFile } from '#library/files/library-file.ts';
import { readLibrary } from '#library/files/reading/read-library.ts';

const NOW = Date.UTC(2026, 10, 23);
const WRITERS = { html: writeHtml, json: writeJson, csv: writeCsv };

const link = (url: string, folders: readonly number[], key = 0, distinctFrom: readonly number[] = []) => ({
  key,
  distinctFrom,
  url,
  name: `Name of ${url}`,
  note: `Note of ${url}`,
  description: `About ${url}`,
  createdAt: Date.UTC(2020, 1, 1),
  folders,
  favorite: false,
  trashed: false,
});

const LIBRARY = arrange({
  folders: [
    { key: 1, parent: 0, name: 'One', icon: '', favorite: false, trashed: false },
    { key: 2, parent: 1, name: 'Two', icon: '📚', favorite: false, trashed: false },
  ],
  links: [
    link('https://a.example/', [], 7),
    link('https://b.example/', [2], 8, [7]),
    // Readers of HTML and CSV treat these two links as one.
    link('https://c.example', [1], 9),
    link('https://c.example/', [2], 10),
  ],
});

const last =
  (change: Partial<FileLink>) =>
  (file: LibraryFile): LibraryFile => ({
    ...file,
    links: file.links.map((one, index) => (index === file.links.length - 1 ? { ...one, ...change } : one)),
  });

const DAMAGES: readonly (readonly [string, (file: LibraryFile) => LibraryFile, RegExp])[] = [
  [
    'a link is missing',
    (file) => ({ ...file, links: file.links.slice(0, -1) }),
    /^The link .* (?:missing|\.)/,
  ],
  ['a link is there twice', (file) => ({ ...file, links: [...file.links, ...file.links] }), /^The link/],
  ['another url', last({ url: 'https://d.example/' }), /^The link/],
  ['another title', last({ title: 'Other' }), /"Other" has another name\.$/],
  ['another note', last({ note: 'Other' }), /has another note\.$/],
  ['another date', last({ created: '2020-02-02T00:00:00.000Z' }), /has another date\.$/],
  ['no date', last({ created: null }), /has another date\.$/],
  ['a star', last({ favorite: true }), /has another star\.$/],
  ['in the trash', last({ trashed: true }), /has another state\.$/],
  ['no folder', last({ folders: [-1, 0] }), /has another list of folders\.$/],
  [
    'a skipped link',
    (file) => ({ ...file, skipped: [{ reason: 'scheme', url: 'x', title: 'T' }] }),
    /"T" can't be/,
  ],
  [
    'a flat tree',
    (file) => ({ ...file, folders: file.folders.map((one) => ({ ...one, parent: -1 })) }),
    /^The folder/,
  ],
  [
    'a folder less',
    (file) => ({ ...file, folders: file.folders.slice(0, 1) }),
    /^The folder .* is missing\.$/,
  ],
  [
    'another name of a folder',
    (file) => ({ ...file, folders: file.folders.map((one) => ({ ...one, name: `${one.name}!` })) }),
    /^The folder/,
  ],
];

/** Damages to content that only JSON has. */
const JSON_DAMAGES: readonly (readonly [string, (file: LibraryFile) => LibraryFile, RegExp])[] = [
  [
    'a star of a folder',
    (file) => ({ ...file, folders: file.folders.map((one) => ({ ...one, favorite: true as const })) }),
    /^The folder "One" has another star\.$/,
  ],
  [
    'a folder more of the same name',
    (file) => ({ ...file, folders: [...file.folders, ...file.folders.slice(0, 1)] }),
    /^The folder "One" is not in your library\.$/,
  ],
  ['another description', last({ description: 'Other' }), /has another description\.$/],
  ['a mark', last({ distinctFrom: [0] }), /has another mark "no duplicates"\.$/],
  [
    'a lost mark',
    (file) => ({ ...file, links: file.links.map((one) => ({ ...one, distinctFrom: [] })) }),
    /has another mark "no duplicates"\.$/,
  ],
];

describe.each(EXPORT_FORMATS)('%s', (format) => {
  const expected = expectBack(LIBRARY, format);
  const read = async () => {
    const file = await readLibrary(new TextEncoder().encode(WRITERS[format](LIBRARY)), NOW);
    if ('refused' in file) throw new Error(file.hint);
    return file;
  };

  test('a written file has no difference', async () => {
    expect(differenceOf({ expected, format, now: NOW }, await read())).toBeNull();
  });

  test.each(format === 'json' ? [...DAMAGES, ...JSON_DAMAGES] : DAMAGES)('%s', async (_, damage, text) => {
    expect(differenceOf({ expected, format, now: NOW }, damage(await read()))).toMatch(text);
  });
});
