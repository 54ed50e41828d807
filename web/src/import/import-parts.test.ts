import { type ImportPart, importPartSchema } from '@foldmark/contract/imports';
import {
  IMPORT_PART_MAX_BYTES,
  IMPORT_PART_MAX_COUNT,
  IMPORT_PART_MAX_DISTINCT,
} from '@foldmark/contract/limits';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';

import { ImportFolders, importParts, type PartOptions } from './import-parts.ts';
import { type LibraryFile, TOP } from '@foldmark/library/files/library-file';
import { fileLink, libraryFile } from './testing/library-file.ts';

function partsOf(file: LibraryFile, options: Partial<PartOptions> = {}): readonly ImportPart[] {
  const folders = new ImportFolders(file, { tagsAsFolders: false, hasTarget: false, ...options });
  return [...importParts(file, folders)];
}

/** The parts as the API would store them. Refuses parts that are too large or break the schema. */
function stored(parts: readonly ImportPart[]): readonly ImportPart[] {
  return parts.map((content, part) => {
    const { folders, links } = z.parse(importPartSchema, { import_id: 'test-import', part, ...content });
    const bytes = new TextEncoder().encode(JSON.stringify({ folders, links })).byteLength;
    expect(bytes).toBeLessThanOrEqual(IMPORT_PART_MAX_BYTES);
    return { folders, links };
  });
}

/** A link with a large entry. */
function long(index: number) {
  return fileLink(`https://example.com/${index}?${'é'.repeat(1000)}`, {
    title: 'Long',
    note: '"\n'.repeat(2000),
    folders: [index % 1100],
  });
}

test('a part contains everything in the file, and a link at the top has no folder', () => {
  const file = libraryFile({
    folders: [
      { name: 'Work', parent: TOP, icon: '💼', favorite: true },
      { name: 'Old', parent: 0, trashed: true },
    ],
    links: [
      fileLink('https://one.example/', {
        title: 'One',
        created: '2019-03-10T12:00:00.000Z',
        folders: [TOP, 1],
        note: 'A note',
        favorite: true,
      }),
      fileLink('https://two.example/', { trashed: true }),
    ],
  });
  expect(stored(partsOf(file))).toEqual([
    {
      folders: [
        { name: 'Work', parent: TOP, icon: '💼', favorite: true },
        { name: 'Old', parent: 0, trashed: true },
      ],
      links: [
        {
          url: 'https://one.example/',
          name: 'One',
          note: 'A note',
          created_at: '2019-03-10T12:00:00.000Z',
          favorite: true,
          folders: [1],
        },
        { url: 'https://two.example/', name: 'https://two.example/', note: '', trashed: true, folders: [] },
      ],
    },
  ]);
});

test('many folders, many links, long texts and a link in many folders make parts that the API accepts', () => {
  const folders = Array.from({ length: 1100 }, (_, index) => ({
    name: `Folder ${index}`,
    parent: index % 7 === 0 ? TOP : index - 1,
  }));
  const everywhere = fileLink('https://everywhere.example/', { folders: folders.map((_, index) => index) });
  const links = [...Array.from({ length: 1300 }, (_, index) => long(index)), everywhere];
  const parts = stored(partsOf(libraryFile({ folders, links })));
  expect(parts.flatMap((part) => part.folders)).toEqual(folders);
  let known = 0;
  for (const part of parts) {
    expect(part.folders.length).toBeLessThanOrEqual(IMPORT_PART_MAX_COUNT);
    known += part.folders.length;
    // A link refers only to folders of its own part and of earlier ones.
    for (const link of part.links) expect(Math.max(-1, ...link.folders)).toBeLessThan(known);
  }
  const all = parts.flatMap((part) => part.links);
  expect(all).toHaveLength(1300 + 3);
  const last = all.slice(-3);
  expect(last.map(({ url, continues }) => [url, continues])).toEqual([
    ['https://everywhere.example/', undefined],
    ['https://everywhere.example/', true],
    ['https://everywhere.example/', true],
  ]);
  expect(last.flatMap((link) => link.folders)).toEqual(folders.map((_, index) => index));
});

test('each tag becomes one folder in Tags, in any case, and joins a folder of the file with its path', () => {
  const file = libraryFile({
    folders: [
      { name: 'Tags', parent: TOP },
      { name: 'css', parent: 0 },
    ],
    links: [
      fileLink('https://one.example/', { tags: ['css', 'JS'] }),
      fileLink('https://two.example/', { tags: ['js', '__proto__'], folders: [1] }),
    ],
  });
  expect(partsOf(file)[0]?.links.map((link) => link.folders)).toEqual([[], [1]]);
  expect(partsOf(file, { tagsAsFolders: true })).toMatchObject([
    {
      folders: [
        { name: 'Tags', parent: TOP },
        { name: 'css', parent: 0 },
        { name: 'JS', parent: 0 },
        { name: '__proto__', parent: 0 },
      ],
      links: [{ folders: [1, 2] }, { folders: [1, 2, 3] }],
    },
  ]);
});

test('a link at the top and in a folder is also in the folder to import into, if there is one', () => {
  const file = libraryFile({
    folders: [{ name: 'Work', parent: TOP }],
    links: [
      fileLink('https://both.example/', { folders: [TOP, 0] }),
      fileLink('https://work.example/', { folders: [0] }),
    ],
  });
  expect(partsOf(file)[0]?.links.map(({ folders }) => folders)).toEqual([[0], [0]]);
  expect(partsOf(file, { hasTarget: true })[0]?.links).toMatchObject([
    { url: 'https://both.example/', folders: [0] },
    { url: 'https://both.example/', folders: [], continues: true },
    { url: 'https://work.example/', folders: [0] },
  ]);
});

test('marks "no duplicates" name the first entries of their links, and a part has only as many as the API accepts', () => {
  const folders = Array.from({ length: 600 }, (_, index) => ({ name: `${index}`, parent: TOP }));
  const file = libraryFile({
    folders,
    links: [
      fileLink('https://a.example/'),
      fileLink('https://everywhere.example/', {
        folders: folders.map((_, index) => index),
        distinctFrom: [0],
      }),
      fileLink('https://b.example/', { distinctFrom: [0, 1] }),
      fileLink('https://c.example/', { distinctFrom: [2] }),
    ],
  });
  expect(partsOf(file).flatMap(({ links }) => links.map(({ distinct_from }) => distinct_from))).toEqual([
    undefined,
    [0],
    undefined,
    [0, 1],
    [3],
  ]);
  const all = Array.from({ length: 1000 }, (_, index) => index);
  const many = [...all, ...all, ...all, ...all].map((_, index) =>
    fileLink(`https://${index}.example/`, { distinctFrom: all.filter((other) => other < index) }),
  );
  const parts = stored(partsOf(libraryFile({ links: many })));
  const counts = parts.map(({ links }) =>
    links.reduce((sum, { distinct_from = [] }) => sum + distinct_from.length, 0),
  );
  expect(Math.max(...counts)).toBeLessThanOrEqual(IMPORT_PART_MAX_DISTINCT);
});
