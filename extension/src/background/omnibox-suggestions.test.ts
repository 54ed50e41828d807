import { sampleLibrary } from '@foldmark/library/search/testing/sample-library';
import type { SampleLink } from '@foldmark/library/search/testing/samples';
import { expect, test } from 'vitest';

import { destinationOf, escapeXml, searchLine, suggestionsFor } from './omnibox-suggestions.ts';

const XML = { now: Date.parse('2026-11-27T12:00:00Z'), isXml: true };
const TEXT = { ...XML, isXml: false };
const ORIGIN = 'https://foldmark.example';

function link(id: number, name: string, url: string, more: Partial<SampleLink> = {}): SampleLink {
  return { id, url, name, day: '2026-01-01', note: '', flags: '', folders: [], ...more };
}

const library = sampleLibrary([
  link(1, 'Lentil soup', 'https://soup.example/lentil'),
  link(2, 'Soup', 'https://a.example/'),
  link(3, 'Tom & "Jerry" <b>', 'https://cartoon.example/?a=1&b=2'),
  link(4, 'Bread', 'https://bread.example/', { note: 'goes with every soup' }),
  link(5, 'Soup script', 'javascript:alert(1)'),
  link(6, 'Soup again', 'https://a.example/'),
]);

test('the best match comes first, with its matches marked', () => {
  expect(suggestionsFor(library, 'soup', XML)).toEqual([
    { content: 'https://a.example/', description: '<match>Soup</match> · <url>a.example</url>' },
    {
      content: 'https://soup.example/lentil',
      description: 'Lentil <match>soup</match> · <url><match>soup</match>.example</url>',
    },
    {
      content: 'https://bread.example/',
      description: 'Bread · <url>bread.example</url> · <dim>goes with every <match>soup</match></dim>',
    },
  ]);
});

test('the operators of the search language work', () => {
  expect(suggestionsFor(library, 'soup site:a.example', XML)).toHaveLength(1);
  expect(suggestionsFor(library, 'soup -lentil -bread', XML)).toHaveLength(1);
});

test('texts of links are escaped for Chrome, and plain for Firefox', () => {
  const [xml] = suggestionsFor(library, 'jerry', XML);
  expect(xml?.description).toBe(
    'Tom &amp; &quot;<match>Jerry</match>&quot; &lt;b&gt; · <url>cartoon.example</url>',
  );
  const [text] = suggestionsFor(library, 'jerry', TEXT);
  expect(text?.description).toBe('Tom & "Jerry" <b> · cartoon.example');
});

test('a text that XML can not contain is replaced', () => {
  expect(escapeXml('a\u0000b\u001b\nc\ud800d\uffff')).toBe('a b c\ufffdd ');
});

test('a name can not reverse the domain after it', () => {
  expect(escapeXml('a \u202ename')).toBe('a name');
});

test('at most five links are suggested', () => {
  const many = sampleLibrary(
    Array.from({ length: 9 }, (_, id) => link(id + 1, `News ${id}`, `https://${id}.example/`)),
  );
  expect(suggestionsFor(many, 'news', XML)).toHaveLength(5);
  expect(suggestionsFor(many, ' ', XML)).toEqual([]);
});

test.each([
  ['the best match', 'soup', 'https://a.example/'],
  ['a typed url', 'https://other.example/x', 'https://other.example/x'],
  ['a typed address with a path, although links match', 'soup.example/other', 'https://soup.example/other'],
  ['a host that matches links, like any search', 'bread.example', 'https://bread.example/'],
  ['a host that matches no link', 'nothing.example', 'https://nothing.example'],
  ['this computer', 'localhost:3000', 'http://localhost:3000'],
  ['the search page, for a text without a match', 'no match?', `${ORIGIN}/search?q=no%20match%3F`],
  ['the search page, for a script', 'javascript:alert(2)', `${ORIGIN}/search?q=javascript%3Aalert(2)`],
])('Enter opens %s', (_, typed, url) => {
  expect(destinationOf(suggestionsFor(library, typed, XML), typed, ORIGIN).url).toBe(url);
});

test('the line for the search page escapes what was typed', () => {
  expect(searchLine(' <x> ', true)).toBe('Search Foldmark for <match>&lt;x&gt;</match>');
  expect(searchLine('<x>', false)).toBe('Search Foldmark for <x>');
});
