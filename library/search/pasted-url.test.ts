import { expect, test } from 'vitest';

import { compileQuery } from './compile-query.ts';
import { sampleLibrary } from './testing/sample-library.ts';
import { NOW, type SampleLink } from './testing/samples.ts';

const ALL = { kind: 'all' } as const;
const URLS = [
  'https://www.example.com/a/Guide/?utm_source=news',
  'http://example.com/a/guide',
  'https://bücher.example/liste%20alt',
  'https://example.com/see?url=example.com/a/Guide/part',
  'https://shop.example//catalog///tea//',
];

function linkTo(url: string, index: number): SampleLink {
  const id = index + 1;
  return { id, name: `Page ${id}`, url, day: '2024-01-01', folders: [], flags: '', note: '' };
}

const library = sampleLibrary(URLS.map(linkTo));

function find(text: string): readonly number[] {
  return library.links(ALL, 'match', compileQuery(text, { library, within: ALL, now: NOW })).get();
}

test.each([
  ['http://example.com/a/Guide', [1, 2]],
  ['https://example.com/a/Guide/#top', [1]],
  ['example.com/a/Guide/', [1, 4]],
  ['www.example.com/a/Guide', [1]],
  ['HTTPS://EXAMPLE.COM/a/Guide', [1]],
  ['https://www.example.com/a/guide/', [2, 1]],
  ['xn--bcher-kva.example/liste%20alt/', [3]],
  ['http://bücher.example/liste%20alt', [3]],
  ['http://xn--bcher-kva.example/liste', []],
  ['example.com/other/', []],
  ['http://www.shop.example/catalog/tea', [5]],
  ['shop.example//catalog/tea/', [5]],
  ['https://', [3, 4, 5, 1]],
])('the pasted url %s finds %j', (text, ids) => {
  expect(find(text)).toEqual(ids);
});
