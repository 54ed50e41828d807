import { expect, test } from 'vitest';

import { SearchIndex } from './search-index.ts';
import { readableUrl } from './readable-url.ts';
import { sampleLibrary } from './testing/sample-library.ts';
import type { SampleLink } from './testing/samples.ts';

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
  const library = sampleLibrary(someLinks(1, 1200));
  const index = new SearchIndex(library);
  index.prepare(0, 1200);
  expect(index.size).toBe(1200);
  for (let round = 1; round <= 3; round += 1) {
    const links = someLinks(round * 1200 + 1, 1200);
    const other = sampleLibrary(links);
    const changes = links.flatMap(({ id }) => {
      const record = other.link(id);
      return record === undefined ? [] : [{ id: String(id), at: round + 1, record }];
    });
    library.replace('links', changes);
    index.prepare(0, 1200);
  }
  expect(index.size).toBeLessThanOrEqual(2400);
});

test.each([
  ['https://xn--mnchen-3ya.example.de/', 'https://münchen.example.de/'],
  ['https://a@xn--1lqs71d.jp:80/xn--p1ai', 'https://a@東京.jp:80/рф'],
  ['https://XN--FA-HIA.de/', 'https://faß.de/'],
  ['https://xn----eha.com', 'https://-ü.com'],
  ['https://a.test/stra%C3%9Fe?q=%e3%81%8b%20%zz', 'https://a.test/straße?q=か %zz'],
  ['https://a.test/%FF%', 'https://a.test/%FF%'],
  ['https://xn--999999999999.test/', 'https://xn--999999999999.test/'],
])('people read %s as %s', (url, readable) => {
  expect(readableUrl(url)).toBe(readable);
});
