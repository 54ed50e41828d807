import { expect, test } from 'vitest';

import { compileQuery } from './compile-query.ts';
import { sampleLibrary } from './testing/sample-library.ts';
import { NOW } from './testing/samples.ts';

interface Sample {
  readonly url?: string;
  readonly note?: string;
  readonly name?: string;
  readonly folders?: readonly string[];
}

/** The excerpt of a row that shows a name and a domain, and its highlighted parts. */
function excerpt(
  text: string,
  { url = 'https://a.example/', note = '', name = 'Page', folders = [] }: Sample,
) {
  const library = sampleLibrary([{ id: 1, name, url, day: '2024-01-01', folders, flags: '', note }]);
  const link = library.link(1);
  if (link === undefined) throw new Error('The link is missing.');
  const query = compileQuery(text, { library, within: { kind: 'all' }, now: NOW });
  const found = query.excerpt(1, link, { name, nameField: 'title', domain: 'a.example' });
  if (found === null) return null;
  const parts = found.marks.map(({ start, end }) => found.text.slice(start, end));
  return [found.text, ...parts, ...(found.isFolder ? ['a folder'] : [])];
}

test.each([
  ['menu', { url: 'https://www.example.com/menu' }, ['example.com/menu', 'menu']],
  ['Straße', { url: 'https://a.example/stra%C3%9Fe' }, ['a.example/straße', 'straße']],
  ['pumpkin', { note: 'Needs 2 pumpkins' }, ['Needs 2 pumpkins', 'pumpkin']],
  [
    'utm',
    { url: 'https://a.example/a-long-path-of-words-and-more/x?utm=1' },
    ['…rds-and-more/x?utm=1', 'utm'],
  ],
  ['soup pumpkin', { name: 'Soup', note: 'Soup of a pumpkin' }, ['Soup of a pumpkin', 'Soup', 'pumpkin']],
  ['page iceland', { folders: ['Travel > Iceland'] }, ['Iceland', 'Iceland', 'a folder']],
  ['page iceland', { folders: ['Iceland > Later'] }, ['Iceland / Later', 'Iceland']],
  ['page iceland', { note: 'In Iceland', folders: ['Iceland'] }, ['In Iceland', 'Iceland']],
])('the search %s explains %j by %j', (text, sample, expected) => {
  expect(excerpt(text, sample)).toEqual(expected);
});

test('a row that shows every word needs no excerpt', () => {
  expect(excerpt('page', { note: 'A page' })).toBeNull();
  expect(excerpt('page example', { note: 'A page', folders: ['Example'] })).toBeNull();
  expect(excerpt('word', { note: 'Other' })).toBeNull();
});

test('a long note has a short excerpt', () => {
  const [text = ''] = excerpt('word', { note: `${'😀'.repeat(1000)}word${'x'.repeat(1000)}` }) ?? [];
  expect(text.length).toBeLessThan(210);
  expect(text.isWellFormed()).toBe(true);
  expect(text).toContain('word');
});
