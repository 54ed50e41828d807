import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { addressKind } from './address.ts';

test.each([
  'https://example.com/a b',
  'https://example.com',
  'example.com/x',
  'example.com/a b?c d',
  'www.bücher.example',
  'example.com:8080',
  'nas.local:5000',
  'nas:5000/x',
  '//example.com/a',
  'localhost',
  'localhost:3000',
  'app.localhost/x',
  '192.168.1.1:8080/x',
  '[::1]:3000',
  '  https://example.com\n',
  '\u200fhttps://example.com\u200b',
  'file:///home/ada',
  'ftp://a.example/x',
  'chrome://settings',
  'mailto:ada@example.com?subject=two words',
  'about:blank',
  'javascript:alert(1); void 0',
  'tel:112',
  'magnet:?xt=urn:btih:1',
])('the text %j is an address', (text) => {
  expect(addressKind(text)).toBe('address');
});

test.each([
  'intranet',
  'nas:5000',
  'Total:42',
  'Due:10/12/2024',
  'chapter:3',
  'a@example.com',
  '3.14',
  '12:30',
  'index.html',
  'report.docx',
  'note:milk',
  '/a/b',
])('the text %j is a word: a form accepts it, a paste does not', (text) => {
  expect(addressKind(text)).toBe('word');
});

test.each([
  '',
  ' \n',
  'two words',
  'www.example.com is nice',
  'https://',
  'https://two words',
  'https://a b.example/',
  'and/or this',
  'Note: buy milk',
  'mailto: ada',
  'example.\ncom/x',
  'See http://example.com/',
])('the text %j is no address', (text) => {
  expect(addressKind(text)).toBe('text');
});

test('any text has a kind', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.webUrl()), (text) => {
      expect(['address', 'word', 'text']).toContain(addressKind(text));
    }),
  );
});
