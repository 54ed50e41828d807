import { describe, expect, test } from 'vitest';

import { readLibrary } from '#library/files/reading/read-library.ts';
import { readSample, refusalOf } from '#library/files/reading/testing/read-sample.ts';

/** Values that are no valid entry of any product. None of them may stop the reader. */
const ODD = [
  null,
  5,
  'text',
  true,
  [],
  {},
  { url: {}, href: 7, title: [], tags: 'x', lists: {}, content: [] },
];
const at = (url: string, more: object = {}): object => ({ url: `https://j.example/${url}`, ...more });
const read = (value: unknown): ReturnType<typeof readSample> => readSample(JSON.stringify(value));

const karakeepList = (id: string, name: unknown, parentId: unknown = null, type = 'manual'): object => ({
  id,
  name,
  parentId,
  type,
});
const karakeepBookmark = (url: string, lists: unknown, more: object = {}): object => ({
  content: { type: 'link', url: `https://k.example/${url}` },
  lists,
  ...more,
});

const linkwardenLink = (id: number, more: object): object => ({
  id,
  ...at(String(id)),
  name: `L${id}`,
  ...more,
});

describe('Karakeep', () => {
  test('makes folders of lists in any order, whose names can be anything', () => {
    const { folders, links } = read({
      bookmarks: [karakeepBookmark('1', ['deep', 'a', 'a', 7, 'gone'])],
      lists: [
        karakeepList('deep', '__proto__', 'mid'),
        karakeepList('mid', 'constructor', 'a'),
        karakeepList('a', 'x / y'),
        karakeepList('b', ''),
        karakeepList('c', null, 'gone'),
        karakeepList('d', 'x / y', 'b'),
        karakeepList('smart', 'Query', 'a', 'smart'),
        karakeepList('child', 'Child', 'smart'),
      ],
    });
    expect(folders).toEqual([
      ['x / y'],
      ['x / y', 'constructor'],
      ['x / y', 'constructor', '__proto__'],
      ['Unnamed folder'],
      ['Unnamed folder', 'x / y'],
      ['x / y', 'Child'],
    ]);
    expect(links[0]?.folders).toEqual([['x / y', 'constructor', '__proto__'], ['x / y']]);
  });

  test('cuts circles of parents', () => {
    const { folders } = read({
      bookmarks: [karakeepBookmark('1', ['b'])],
      lists: [
        karakeepList('a', 'A', 'c'),
        karakeepList('b', 'B', 'a'),
        karakeepList('c', 'C', 'b'),
        karakeepList('self', 'S', 'self'),
      ],
    });
    expect(folders).toEqual([['B'], ['B', 'C'], ['B', 'C', 'A'], ['S']]);
  });

  test('skips texts and uploads, tells smart lists, and reads files without lists', () => {
    const { skipped, entries, links } = read({
      bookmarks: [
        ...ODD,
        { title: 'Text', content: { type: 'text', text: 'https://x.example/' } },
        { title: 'Upload', content: null },
        karakeepBookmark('1', undefined, {
          title: null,
          createdAt: 1_704_164_645,
          archived: true,
          note: 'N',
          tags: ['a', { name: 'b' }],
        }),
      ],
    });
    expect(skipped.slice(-2)).toEqual([
      { reason: 'not-a-link', url: '', title: 'Text' },
      { reason: 'not-a-link', url: '', title: 'Upload' },
    ]);
    expect(entries).toBe(ODD.length + 3);
    expect(links).toEqual([
      {
        url: 'https://k.example/1',
        title: 'https://k.example/1',
        created: '2024-01-02T03:04:05.000Z',
        folders: [[]],
        tags: ['a', 'b'],
        note: 'N',
        archived: true,
      },
    ]);
    const { told } = read({ bookmarks: [], lists: [karakeepList('s', 'Query', null, 'smart')] });
    expect(told).toEqual(['The smart list "Query" is a search, so it was left out. Its links arrive.']);
  });
});

test('Linkwarden: nested collections, pins, uploads, and the date of an earlier import', () => {
  const { folders, links, skipped, entries } = read({
    username: 'u',
    collections: [
      {
        id: 2,
        name: 'Child',
        parentId: 1,
        links: [
          linkwardenLink(1, {
            description: 'D',
            tags: [{ name: 'T' }],
            importDate: '2020-01-01T00:00:00Z',
            createdAt: '2024-01-01T00:00:00Z',
          }),
          linkwardenLink(2, { url: null, type: 'pdf' }),
          linkwardenLink(3, { importDate: null, createdAt: '2024-01-01T00:00:00.5Z' }),
        ],
      },
      { id: 1, name: 'Parent', parentId: null, links: [...ODD] },
      { id: 3, name: 'Child', parentId: 99 },
    ],
    pinnedLinks: [{ id: 3 }, linkwardenLink(9, {}), null],
  });
  expect(folders).toEqual([['Parent'], ['Parent', 'Child'], ['Child']]);
  expect(links).toEqual([
    {
      url: 'https://j.example/1',
      title: 'L1',
      created: '2020-01-01T00:00:00.000Z',
      folders: [['Parent', 'Child']],
      tags: ['T'],
      note: 'D',
    },
    expect.objectContaining({ title: 'L3', favorite: true, created: '2024-01-01T00:00:00.500Z' }),
    expect.objectContaining({ title: 'L9', favorite: true, folders: [[]] }),
  ]);
  expect(skipped[0]).toEqual({ reason: 'not-a-link', url: '', title: 'L2' });
  expect(entries).toBe(ODD.length + 4);
});

test('linkding: the answer of the API or only its list, with two fields for the note', () => {
  const results = [
    ...ODD,
    at('1', {
      title: '',
      website_title: 'Of the page',
      description: 'D',
      notes: 'N\nM',
      tag_names: ['a', 'A', 'b c'],
      is_archived: true,
      unread: true,
      date_added: '2024-01-02T03:04:05.678901Z',
    }),
  ];
  for (const value of [{ count: results.length, results }, results]) {
    const { links, kind, skipped, told } = read(value);
    expect([kind, skipped.length, told]).toEqual([
      'linkding-json',
      ODD.length,
      ['The file marks links: 1 to read later, 1 as archived. They arrive without these marks.'],
    ]);
    expect(links).toEqual([
      {
        url: 'https://j.example/1',
        title: 'Of the page',
        created: '2024-01-02T03:04:05.678Z',
        folders: [[]],
        tags: ['a', 'b c'],
        note: 'D\n\nN\nM',
        archived: true,
        unread: true,
      },
    ]);
  }
  expect(read({ count: 0, results: [] }).entries).toBe(0);
  expect(read({ count: 300, next: 'x', results }).told[0]).toContain('of the 300 bookmarks');
});

test('Pinboard: a title that is false, tags by blanks, and entities that stay', () => {
  const { links, kind, skipped } = read([
    ...ODD,
    {
      href: 'https://p.example/?a=1&amp;b=2',
      description: 'A &amp; B',
      extended: 'N',
      time: '2024-01-02T03:04:05Z',
      toread: 'yes',
      tags: ' a  b a ',
    },
    {
      href: 'https://p.example/2',
      description: false,
      time: '0000-00-00T00:00:00Z',
      toread: 'no',
      tags: null,
    },
  ]);
  expect([kind, skipped.length]).toEqual(['pinboard-json', ODD.length]);
  expect(links).toEqual([
    {
      url: 'https://p.example/?a=1&amp;b=2',
      title: 'A &amp; B',
      created: '2024-01-02T03:04:05.000Z',
      folders: [[]],
      tags: ['a', 'b'],
      note: 'N',
      unread: true,
    },
    {
      url: 'https://p.example/2',
      title: 'https://p.example/2',
      created: null,
      folders: [[]],
      tags: [],
      note: '',
    },
  ]);
});

test('Omnivore: labels as texts or objects, and deleted links are skipped', () => {
  const { links, kind, skipped, told } = read([
    ...ODD,
    at('1', {
      slug: 's',
      title: 'T',
      description: "The page's",
      labels: ['a', { name: 'b' }],
      state: 'Archived',
      savedAt: '2024-01-02T03:04:05.678Z',
      thumbnail: 'https://j.example/i.png',
    }),
    at('2', { savedAt: 1, state: 'Deleted', title: 'Gone' }),
  ]);
  expect([kind, told]).toEqual([
    'omnivore-json',
    [
      'Links that you had deleted in Omnivore were left out.',
      'The file marks links: 1 as archived, 1 with an image. They arrive without these marks.',
      'Foldmark has no place for these fields, so they are left out: slug (1), description (1).',
    ],
  ]);
  expect(links).toEqual([
    {
      url: 'https://j.example/1',
      title: 'T',
      created: '2024-01-02T03:04:05.678Z',
      folders: [[]],
      tags: ['a', 'b'],
      note: '',
      archived: true,
      cover: 'https://j.example/i.png',
    },
  ]);
  expect(skipped.at(-1)).toEqual({ reason: 'not-a-link', url: 'https://j.example/2', title: 'Gone' });
});

test('wallabag: flags as numbers or booleans, and annotations as the note', () => {
  const items = [
    ...ODD,
    at('1', {
      is_archived: 1,
      is_starred: 0,
      tags: ['a'],
      content: '<p>long</p>',
      created_at: '2024-01-02T03:04:05+0200',
      annotations: [{ quote: 'passage', text: 'thought' }, { text: 'alone' }, null],
      preview_picture: 'https://j.example/i.png',
    }),
    at('2', { is_archived: false, is_starred: true, title: false, tags: [{ label: 'L', slug: 'l' }] }),
  ];
  for (const value of [items, { _embedded: { items } }]) {
    const { links, kind, skipped } = read(value);
    expect([kind, skipped.length]).toEqual(['wallabag-json', ODD.length]);
    expect(links).toEqual([
      {
        url: 'https://j.example/1',
        title: 'https://j.example/1',
        created: '2024-01-02T01:04:05.000Z',
        folders: [[]],
        tags: ['a'],
        note: '> passage\nthought\n\nalone',
        archived: true,
        cover: 'https://j.example/i.png',
      },
      expect.objectContaining({ title: 'https://j.example/2', favorite: true, tags: ['L'] }),
    ]);
  }
});

describe('our own JSON', () => {
  test('keeps two links of one url apart, folders by id, favorites and the trash', () => {
    const created_at = '2024-01-02T03:04:05.678Z';
    const { links, folders, kind, merged } = read({
      foldmark: 1,
      folders: [
        { id: 1, parent: 0, name: 'a / b' },
        { id: 2, parent: 1, name: 'c' },
        { id: 3, parent: 0, name: 'a / b', trashed: true },
      ],
      links: [
        at('1', { name: 'N', note: 'x\ny', created_at, folders: [1, 2], favorite: true }),
        at('1', { name: 'N', created_at }),
        at('1', { name: 'T', created_at, folders: [3, 99], trashed: true }),
      ],
    });
    expect([kind, merged]).toEqual(['foldmark-json', 0]);
    expect(folders).toEqual([['a / b'], ['a / b', 'c'], ['a / b']]);
    const link = { url: 'https://j.example/1', title: 'N', created: created_at, tags: [], note: '' };
    expect(links).toEqual([
      { ...link, note: 'x\ny', folders: [['a / b'], ['a / b', 'c']], favorite: true },
      { ...link, folders: [[]] },
      { ...link, title: 'T', folders: [['a / b']], trashed: true },
    ]);
  });

  test('keeps the icons of folders, and tells which it does not know', async () => {
    const names = ['📚', 'red', 'crimson', 7, ''];
    const file = {
      foldmark: 1,
      folders: names.map((icon, index) => ({ id: index + 1, parent: 0, name: `${index}`, icon })),
      links: [],
    };
    const library = await readLibrary(new TextEncoder().encode(JSON.stringify(file)), 0);
    expect(library).toMatchObject({
      folders: [{ icon: '📚' }, { icon: 'red' }, { name: '2' }, { name: '3' }, { name: '4' }],
      told: ['Some folders have an icon that this version of Foldmark does not know. It was left out.'],
    });
    expect(JSON.stringify(library)).not.toContain('crimson');
  });

  test('keeps two folders of one name in one place, 200 levels, any date, and the marks "no duplicates"', () => {
    const folders = Array.from({ length: 200 }, (_, index) => ({
      id: index + 1,
      parent: index,
      name: `${index}`,
    }));
    const dates = ['1969-07-20T20:17:40.000Z', '2999-12-31T23:59:59.999Z'];
    const sample = read({
      foldmark: 1,
      folders: [...folders, { id: 201, parent: 0, name: '0' }],
      links: [
        at('1', { created_at: dates[0], folders: [201, 200], distinct_from: [3] }),
        at('2', { created_at: dates[1] }),
        at('3', { created_at: dates[1], distinct_from: [1, 2, 3] }),
      ],
    });
    expect(sample.folders).toHaveLength(201);
    expect(sample.links.map(({ created, distinctFrom }) => [created, distinctFrom])).toEqual([
      [dates[0], undefined],
      [dates[1], undefined],
      [dates[1], [0, 1]],
    ]);
    expect(sample.links[0]?.folders.map((path) => path.length)).toEqual([1, 200]);
    expect(sample.told).toEqual([]);
  });

  test('tells marks and dates that cannot arrive', () => {
    const sample = read({
      foldmark: 1,
      links: [
        at('1', { created_at: '0000-01-01T00:00:00.000Z', distinct_from: [7] }),
        at('2', { mood: 'good' }),
      ],
    });
    expect(sample.told).toEqual([
      'Some marks "no duplicates" name links that are not in the file. They were left out.',
      '1 date is unreadable, before 1990 or in the future. The time of the import replaces it.',
      'Foldmark has no place for these fields, so they are left out: mood (1).',
    ]);
  });

  test('of a newer version is refused', () => {
    expect(refusalOf('{"foldmark": 2, "links": [{"url": "https://a.example/"}]}')).toBe('not-recognised');
  });
});

describe('JSON of no known product', () => {
  test('is read if it is a list of objects with urls', () => {
    const entry = {
      link: 'https://g.example/',
      name: 'N',
      folder: 'a/b',
      tags: 'x, y',
      dateAdded: 1_704_164_645_000,
      starred: true,
    };
    for (const value of [[entry, ...ODD], { version: 3, bookmarks: [entry, ...ODD] }]) {
      const { links, kind, skipped } = read(value);
      expect([kind, skipped.length]).toEqual(['json', ODD.length]);
      expect(links[0]).toMatchObject({
        title: 'N',
        created: '2024-01-02T03:04:05.000Z',
        folders: [['a', 'b']],
        tags: ['x', 'y'],
        favorite: true,
      });
    }
    expect(read(['https://a.example/', 'https://b.example/']).links).toHaveLength(2);
  });

  test('has lists in lists, each list of its root, and folders as names of lists or as objects with lists', () => {
    const { folders, links, skipped } = read({
      version: 1,
      bookmarks: [
        at('1', {
          title: 'Parent',
          children: [at('2'), { name: 'Deep', items: [at('3'), 'https://j.example/4'] }],
        }),
        { title: 'Folder', children: [at('5', { highlights: [{ url: 'https://no.example/' }] })] },
        { title: 'Nothing' },
      ],
      archive: [at('6')],
      data: { links: [at('7')] },
      user: { url: 'https://no.example/' },
    });
    expect(links.map(({ url, folders: [path] }) => [url.at(-1), path])).toEqual([
      ['1', []],
      ['2', ['Parent']],
      ['3', ['Parent', 'Deep']],
      ['4', ['Parent', 'Deep']],
      ['5', ['Folder']],
      ['6', ['archive']],
      ['7', []],
    ]);
    expect(folders).toEqual([['Parent'], ['Parent', 'Deep'], ['Folder'], ['archive']]);
    expect(skipped).toEqual([{ reason: 'no-url', url: '', title: 'Nothing' }]);
  });

  test('has folders in a list of their own, which links name by an id', () => {
    const { folders, links, told } = read({
      folders: [
        { id: 2, name: 'Deep', parentId: 1 },
        { id: 1, name: 'Work', parentId: null },
      ],
      tags: [{ id: 7, name: 't' }],
      links: [at('1', { folderId: 2 }), at('2', { folder_id: 1, folder: 'Other' }), at('3', { folderId: 9 })],
    });
    expect(folders).toEqual([['Work'], ['Work', 'Deep']]);
    expect(links.map(({ folders: [path] }) => path)).toEqual([['Work', 'Deep'], ['Work'], []]);
    expect(told).toEqual([
      'Foldmark has no place for these fields, so they are left out: tags (1), folder (1).',
    ]);
  });

  test.each([
    ['whole', '{"url":"https://a.example/"}\n\n{"url":"https://b.example/"}\n', 2, 0],
    ['cut', '{"url":"https://a.example/"}\n{"url":"https://b.example/"}\n{"url":"https://c', 2, 1],
  ])('has an object on each line, %s', (_name, text, count, told) => {
    const sample = readSample(text);
    expect([sample.links.length, sample.told.length]).toEqual([count, told]);
  });

  test('is read with 20,000 levels', () => {
    const text = `${'{"children":['.repeat(20_000)}"https://a.example/"${']}'.repeat(20_000)}`;
    expect(readSample(text).links).toHaveLength(1);
  });

  test.each([
    ['a list of urls', '["https://a.example/","https://b.example/","https://c.exa', 2],
    ['a list of objects', '[{"url":"https://a.example/"},{"url":"https://b.exa', 1],
    ['a list in an object', '{"links":["https://a.example/","https://b.example/"', 1],
    ['a tree', '{"children":[{"title":"F","children":[{"url":"https://a.example/"},{"url":"htt', 1],
  ])('%s that ends early is read up to there, and says so', (_name, text, count) => {
    const { links, told } = readSample(text);
    expect([links.length, told]).toEqual([
      count,
      ['The file ends early. Everything before its end was read.'],
    ]);
  });

  test('is refused if it holds passwords', () => {
    expect(refusalOf('[{"url": "https://a.example/", "username": "u", "password": "p"}]')).toBe('passwords');
  });

  test.each([
    '{}',
    '[]',
    '[1, 2]',
    '{"name": "package", "homepage": "https://a.example/", "files": ["a"]}',
    '[{"url": "/relative"}, {"url": 5}]',
    '{"__proto__": {"bookmarks": [{"url": "https://a.example/"}]}}',
  ])('is refused otherwise: %s', (text) => {
    expect(refusalOf(text)).toBe('not-recognised');
  });
});
