import { expect, test } from 'vitest';

import { linkLines, linesOf } from '#library/files/reading/testing/lines-of.ts';
import { readSample } from '#library/files/reading/testing/read-sample.ts';

test('buku: a headline is a link with tags', () => {
  const text =
    '* [[https://a.example/][A [x]]] :one:two words:\n* [[https://b.example/]]\n* [[https://c.example/][C]] :a::b:c:\n';
  expect(readSample(text).kind).toBe('org');
  expect(linesOf(text)).toEqual([
    '/ | A [x] | https://a.example/ | tags one+two words',
    '/ | https://b.example/ | https://b.example/',
    '/ | C | https://c.example/ | tags a:b+c',
  ]);
});

test('headlines without a link are folders, properties can have the url, and prose is shown', () => {
  const sample = readSample(
    [
      '#+TITLE: Links',
      '* Work',
      '** [[https://a.example/][A]]',
      '- see [[https://b.example/][B]] and [[https://c.example/]]',
      'Some words',
      '** Page :tag:',
      ':PROPERTIES:',
      ':URL: https://d.example/',
      ':DATE: 2024-01-02',
      ':END:',
      '** Empty',
      '* [[https://e.example/][E]]',
    ].join('\r\n'),
  );
  expect(linkLines(sample)).toEqual([
    '/Work | A | https://a.example/',
    '/Work | B | https://b.example/',
    '/Work | https://c.example/ | https://c.example/',
    '/Work | Page | https://d.example/ | tags tag',
    '/ | E | https://e.example/',
  ]);
  expect(sample.folders).toEqual([['Work'], ['Work', 'Empty']]);
  expect(sample.skipped).toEqual([{ reason: 'not-a-link', url: '', title: 'Some words' }]);
  expect(sample.told).toEqual(['Foldmark has no place for these fields, so they are left out: date (1).']);
});
