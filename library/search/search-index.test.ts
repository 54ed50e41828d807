import type { DocumentVersion } from '#library/entities/records.ts';
import { expect, test } from 'vitest';

import { compileQuery } from './compile-query.ts';
import { SearchIndex, searchIndexOf } from './search-index.ts';
import { readableUrl } from './readable-url.ts';
import { sampleLibrary } from './testing/sample-library.ts';
import { NOW, type SampleLink } from './testing/samples.ts';

function someLinks(from: number, count: number): readonly SampleLink[] {
  return Array.from({ length: count }, (_, index) => {
    const id = from + index;
    return {
      id,
      name: `link ${id}`,
      url: `https://a.test/${id}`,
      day: '2024-01-01',
      folders: [],
      flags: '',
      note: '',
    };
  });
}

function changesOf(links: readonly SampleLink[], at = 2): readonly DocumentVersion<'links'>[] {
  const library = sampleLibrary(links);
  return links.flatMap(({ id }) => {
    const record = library.link(id);
    return record === undefined ? [] : [{ id: String(id), at, record }];
  });
}

test('links are prepared in steps until all are ready', () => {
  const library = sampleLibrary(someLinks(1, 10));
  const index = new SearchIndex(library);
  expect(index.prepare(0, 6)).toBe(6);
  expect(index.size).toBe(6);
  expect(index.prepare(6, 6)).toBeNull();
  expect(index.size).toBe(10);
});

test('a changed link is folded again, and texts that folding does not change are stored once', () => {
  const library = sampleLibrary(someLinks(1, 1));
  const index = new SearchIndex(library);
  const before = library.link(1);
  if (before === undefined) throw new Error('The link is missing.');
  const text = index.textOf(1, before);
  expect(index.textOf(1, before)).toBe(text);
  expect(text).toEqual({ source: before, name: 'link 1', url: 'https://a.test/1', more: null });
  expect(index.textOf(1, { ...before, name: 'Änder', note: 'N' })).toMatchObject({
    name: 'ander',
    more: { note: 'n' },
  });
});

test('links that are gone do not stay in the index', () => {
  const library = sampleLibrary(someLinks(1, 12));
  const index = new SearchIndex(library);
  index.prepare(0, 12);
  expect(index.size).toBe(12);
  library.replace('links', changesOf(someLinks(10, 12)));
  expect(index.size).toBe(3);
});

test('a prepared list of texts follows a change that leaves its links where they are', () => {
  const library = sampleLibrary(someLinks(1, 3));
  const find = (text: string) => {
    const query = compileQuery(text, { library, within: { kind: 'all' }, now: NOW });
    return library.links({ kind: 'all' }, 'url', query).get();
  };
  searchIndexOf(library).prepare(0, 3);
  const keys = library.links({ kind: 'all' }).get();
  expect([find('link'), find('anoth'), find('link 2')]).toEqual([[1, 2, 3], [], [2]]);
  const [second] = someLinks(2, 1);
  if (second === undefined) throw new Error('The link is missing.');
  library.receive('links', changesOf([{ ...second, name: 'Another' }], 2));
  expect(library.links({ kind: 'all' }).get()).toBe(keys);
  expect(searchIndexOf(library).textsOf(keys)).toMatchObject([
    { name: 'link 1' },
    { name: 'another' },
    { name: 'link 3' },
  ]);
  expect([find('link 2'), find('anoth'), find('lin'), find('https')]).toEqual([[], [2], [1, 3], [1, 2, 3]]);
});

test.each([
  ['https://xn--mnchen-3ya.example.de/', 'https://münchen.example.de/'],
  ['https://a@xn--1lqs71d.jp:80/xn--p1ai', 'https://a@東京.jp:80/рф'],
  ['https://XN--FA-HIA.de/', 'https://faß.de/'],
  ['https://xn----eha.com', 'https://-ü.com'],
  ['https://a.test/stra%C3%9Fe?q=%e3%81%8b%20%zz', 'https://a.test/straße?q=か %zz'],
  ['https://a.test/%FF%', 'https://a.test/%FF%'],
  ['https://xn--999999999999.test/', 'https://xn--999999999999.test/'],
])('users read the url %s as %s', (url, readable) => {
  expect(readableUrl(url)).toBe(readable);
});
