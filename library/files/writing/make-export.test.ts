import { completeUrl } from '#library/entities/link-url.ts';
import { pageDescription } from '#library/entities/page-text.ts';
import { sameKey } from '#library/duplicates/link-identity.ts';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { type ExportFormat, EXPORT_FORMATS } from './export-format.ts';
import { makeExport } from './make-export.ts';
import type { Snapshot } from './snapshot.ts';
import { type LibraryFile, TOP } from '#library/files/library-file.ts';
import { readLibrary } from '#library/files/reading/read-library.ts';

const NOW = Date.UTC(2026, 10, 23);

/** Generates texts that have broken exporters or readers, of all lengths and with all kinds of white space. */
const nasty = fc.oneof(
  fc.constantFrom(
    '</A>',
    '<DT><A HREF="x">',
    '</DL><p>',
    '<script>',
    '<!-- ',
    '&amp;',
    '&lt;b&gt;',
    '"',
    "'",
    "'=cmd",
    '=1+1',
    '-1',
    '@x',
    'a / b',
    '/',
    ' / ',
    ' x ',
    'two  blanks',
    'one\r\ntwo',
    'one\n\rtwo',
    'a\u2028b\u0085c',
    'tab\tbed',
    'x;=1+1',
    'y\t@sum\r-1',
    ' "＝1',
    '\u0000\u0007',
    '\ufeff',
    '\ud800',
    '😀',
    'שלום \u202e',
    '__proto__',
    'Unnamed folder',
    'Unsorted',
    '[linkding-notes]x[/linkding-notes]',
    ',;"\n"',
    'x'.repeat(300),
    '日'.repeat(999),
  ),
  fc.string({ unit: 'binary', maxLength: 12 }),
);

const url = fc.oneof(
  fc.constantFrom(
    'https://a.example',
    'https://a.example/',
    'HTTPS://A.example/?a=1&copy=2&amp;x="\'<>',
    'https://a.example/a b\tc\nd',
    'https://a.example/\u0000',
    'https://a.example/\ud800',
    `https://a.example/${'x'.repeat(8173)}`,
    'mailto:a@a.example',
    'javascript:alert("x")',
    'https://not a host/',
    'tel:112',
    'place:sort=8',
    'file:///etc/passwd',
  ),
  nasty.map((text) => `https://b.example/${text}`.slice(0, 8192)),
);

const library: fc.Arbitrary<Snapshot> = fc
  .record({
    folders: fc.array(
      fc.record({
        parent: fc.nat(),
        name: nasty,
        icon: fc.constantFrom('', '📚', 'red'),
        favorite: fc.boolean(),
        trashed: fc.boolean(),
      }),
      { maxLength: 8 },
    ),
    links: fc.array(
      fc.record({
        url,
        name: fc.oneof(nasty, url),
        note: fc.oneof(fc.constant(''), nasty),
        description: fc.oneof(fc.constant(''), nasty.map(pageDescription)),
        createdAt: fc.oneof(
          fc.integer({ min: Date.UTC(1960), max: Date.UTC(2060) }),
          fc.constantFrom(0, NOW, Date.UTC(9999)),
        ),
        folders: fc.uniqueArray(fc.integer({ min: 1, max: 8 }), { maxLength: 4 }),
        favorite: fc.boolean(),
        trashed: fc.boolean(),
        distinctFrom: fc.uniqueArray(fc.integer({ min: 1, max: 10 }), { maxLength: 3 }),
      }),
      { maxLength: 10 },
    ),
  })
  .map(({ folders, links }) => ({
    folders: folders.map((folder, index) => ({
      ...folder,
      name: stored(folder.name),
      key: index + 1,
      parent: folder.parent % (index + 1),
    })),
    links: links.map((link, index) => ({
      ...link,
      key: index + 1,
      url: completeUrl(link.url.trim()),
      name: stored(link.name),
      note: link.note.trim(),
    })),
  }));

/** A name as the API stores it. */
function stored(text: string): string {
  return text.trim().toWellFormed().slice(0, 300).trim() || 'x';
}

test.each(EXPORT_FORMATS)(
  '%s: folders that a reader puts into others are counted, not taken for a loss',
  async (format) => {
    const deep = Array.from({ length: 210 }, (_, key) => ({ key: key + 1, parent: key, name: `${key}` }));
    const folders = [
      ...deep,
      { key: 211, parent: 0, name: 'R&D / Ideas' },
      { key: 212, parent: 0, name: 'Empty' },
      { key: 213, parent: 0, name: 'Empty' },
    ];
    const link = { name: 'Name', note: '', description: '', createdAt: NOW, favorite: false, trashed: false };
    const made = await makeExport(
      {
        folders: folders.map((folder) => ({
          ...folder,
          icon: folder.key === 211 ? '📚' : '',
          favorite: false,
          trashed: false,
        })),
        links: [
          { ...link, key: 1, distinctFrom: [3], url: 'https://a.example/', folders: [210, 211] },
          { ...link, key: 2, distinctFrom: [], url: 'javascript:alert(1)', folders: [] },
          { ...link, key: 3, distinctFrom: [1], url: 'https://b.example/', folders: [], createdAt: -1 },
        ],
      },
      format,
      NOW,
    );
    const isCsv = format === 'csv';
    expect(made).toMatchObject({
      difference: null,
      counts: { links: format === 'json' ? 3 : 2, folders: isCsv ? 211 : format === 'json' ? 213 : 212 },
      trash: { links: 0, folders: 0 },
      leftOut: format === 'json' ? 0 : 1,
      emptyFolders: isCsv ? 1 : 0,
      onlyInJson:
        format === 'json'
          ? { equalFolders: 0, starredFolders: 0, folderIcons: 0, dates: 0, marks: 0 }
          : { equalFolders: 1, starredFolders: 0, folderIcons: 1, dates: 1, marks: 1 },
      splitFolders: isCsv ? 1 : 0,
      deepFolders: 10,
    });
  },
);

test.each(EXPORT_FORMATS)('%s: any library is read back as it is', async (format) => {
  await fc.assert(
    fc.asyncProperty(library, async (snapshot) => {
      expect((await makeExport(snapshot, format, NOW)).difference).toBeNull();
    }),
    { numRuns: 300 },
  );
});

test.each(EXPORT_FORMATS)('%s: an import into an empty library exports the same bytes', async (format) => {
  await fc.assert(
    fc.asyncProperty(library, async (whole) => {
      const snapshot = format === 'json' ? whole : withOneLinkPerUrl(whole);
      const first = await fileOf(snapshot, format);
      const read = await readLibrary(new TextEncoder().encode(first), NOW);
      if ('refused' in read) throw new Error(read.hint);
      expect(await fileOf(imported(read), format)).toBe(first);
    }),
    { numRuns: 200 },
  );
});

async function fileOf(snapshot: Snapshot, format: ExportFormat): Promise<string> {
  const { file } = await makeExport(snapshot, format, NOW);
  return file.text();
}

/** Readers of HTML and CSV merge links whose urls lead to the same page, and treat dates before the web as unknown. */
function withOneLinkPerUrl({ folders, links }: Snapshot): Snapshot {
  const byKey = new Map(links.map((link) => [sameKey(link.url.replaceAll(/[\t\n\r]/g, '')), link]));
  return {
    folders,
    links: [...byKey.values()].map((link) => ({ ...link, createdAt: since1990(link.createdAt) })),
  };
}

function since1990(date: number): number {
  return Math.min(NOW, Math.max(Date.UTC(1990), date));
}

function imported({ folders, links }: LibraryFile): Snapshot {
  return {
    folders: folders.map(({ name, parent, icon = '', favorite = false, trashed = false }, position) => ({
      key: position + 1,
      parent: parent + 1,
      name,
      icon,
      favorite,
      trashed,
    })),
    links: links.map(
      (
        {
          url: address,
          title,
          note,
          description = '',
          created,
          folders: positions,
          favorite = false,
          trashed = false,
          distinctFrom = [],
        },
        index,
      ) => ({
        url: address,
        name: title,
        note,
        description,
        createdAt: Date.parse(created ?? ''),
        folders: positions.filter((position) => position !== TOP).map((position) => position + 1),
        favorite,
        trashed,
        key: index + 1,
        distinctFrom: distinctFrom.map((position) => position + 1),
      }),
    ),
  };
}
