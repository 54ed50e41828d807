import { URL_MAX_LENGTH } from '@foldmark/library/entities/limits';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { type PastedText, pastedUrls } from './pasted-urls.ts';

const paste = (pasted: Partial<PastedText>) => pastedUrls({ plain: '', uriList: '', targets: [], ...pasted });
const none = { notUrls: 0, tooLong: 0, repeated: 0 };

test('each line of a text is a url, completed as it will be stored', () => {
  const plain = 'https://a.example/x y\r\n\n  b.example\nlocalhost:3000\n<https://c.example>\n"d.example/"';
  expect(paste({ plain })).toEqual({
    urls: [
      'https://a.example/x y',
      'https://b.example',
      'http://localhost:3000',
      'https://c.example',
      'https://d.example/',
    ],
    skipped: none,
  });
});

test.each([
  ['- https://a.example', 'https://a.example'],
  ['•\ta.example/x', 'https://a.example/x'],
  ['12. <https://a.example>', 'https://a.example'],
  ['[A title](https://a.example/x)', 'https://a.example/x'],
  ['- [ ] https://a.example', 'https://a.example'],
  ['- [x] [A title](https://a.example "tip")', 'https://a.example'],
  ['> https://a.example', 'https://a.example'],
  ['* [A title](a.example/b_(c))', 'https://a.example/b_(c)'],
  ['[![A badge](https://b.example/i.png)](https://a.example)', 'https://a.example'],
  ['\u200fhttps://a.example\u200e', 'https://a.example'],
  ['https://a.example/x?y=z | A title', 'https://a.example/x?y=z'],
  ['https://a.example/x\tA title', 'https://a.example/x'],
  ['A title\thttps://a.example/x y', 'https://a.example/x y'],
  ['1\tA title\t https://a.example/x \t2024-05-01', 'https://a.example/x'],
  ['\thttps://a.example', 'https://a.example'],
  ['https://a.example/x – A title', 'https://a.example/x'],
  ['https://a.example/x/ A title', 'https://a.example/x/'],
  ['- [x] https://a.example done', 'https://a.example'],
  ['https://a.example/?q=a b - c', 'https://a.example/?q=a b - c'],
  ['https://a.example A title', 'https://a.example'],
  ['https://a.example,A title', 'https://a.example'],
  ['http://localhost:3000;A title', 'http://localhost:3000'],
  ['https://a,b:c@a.example/x', 'https://a,b:c@a.example/x'],
  ['https://a:b,c.d@a.example/x', 'https://a:b,c.d@a.example/x'],
  ['http://localhost:3000 A title', 'http://localhost:3000'],
  ['http://[::1]:3000 A title', 'http://[::1]:3000'],
  ['http://intranet/ A title', 'http://intranet/'],
  ['http://intranet - A title', 'http://intranet'],
  ['(https://a.example/x)', 'https://a.example/x'],
  ['(https://a.example/x_(y))', 'https://a.example/x_(y)'],
  ['https://a.example/x_(y)', 'https://a.example/x_(y)'],
  ['“https://a.example/x”', 'https://a.example/x'],
  ['„https://a.example/x“', 'https://a.example/x'],
  ['‘https://a.example/x’', 'https://a.example/x'],
  ['‚https://a.example/x‘', 'https://a.example/x'],
  ['«https://a.example/x»', 'https://a.example/x'],
  ['« https://a.example/x »', 'https://a.example/x'],
  ['»https://a.example/x«', 'https://a.example/x'],
  ['「https://a.example/x」', 'https://a.example/x'],
  ['- “a.example”', 'https://a.example'],
  ['- `https://a.example/x`', 'https://a.example/x'],
  ['A title - https://a.example/x', 'https://a.example/x'],
  ['A title | b – https://a.example/x', 'https://a.example/x'],
  ['1. A title: https://a.example/x', 'https://a.example/x'],
  ['[1]: https://a.example/x', 'https://a.example/x'],
  ['magnet:?xt=urn:btih:1&dn=two words', 'magnet:?xt=urn:btih:1&dn=two words'],
])('the line %s has the url %s', (plain, url) => {
  expect(paste({ plain }).urls).toEqual([url]);
});

test.each([
  'https://exa mple.com',
  'https://exa. mple.com',
  'Total:42',
  'chapter:3',
  '(https://a.example/x_(y)',
  '(https://a.example/x) and (more)',
  '“two words”',
  'A title https://a.example/x',
  'A title: https://a.example/x and more',
])('the line %s has no url', (plain) => {
  expect(paste({ plain })).toEqual({ urls: [], skipped: { ...none, notUrls: 1 } });
});

test('urls in one line are separate, unless the line can be one url', () => {
  expect(paste({ plain: 'https://a.example https://b.example\thttp://c.example' }).urls).toHaveLength(3);
  expect(paste({ plain: 'https://a.example, https://b.example; https://c.example/,d' }).urls).toEqual([
    'https://a.example',
    'https://b.example',
    'https://c.example/,d',
  ]);
  expect(paste({ plain: '- https://a.example https://b.example' }).urls).toHaveLength(2);
  expect(
    paste({ plain: '- [A](https://a.example/x_(y)), [B](b.example "tip") | [C](c.example)' }).urls,
  ).toEqual(['https://a.example/x_(y)', 'https://b.example', 'https://c.example']);
  expect(paste({ plain: 'https://a.example/b,https://b.example/,c;https://c.example' }).urls).toEqual([
    'https://a.example/b',
    'https://b.example/,c',
    'https://c.example',
  ]);
  expect(paste({ plain: '<https://a.example/>; <https://b.example/>' }).urls).toHaveLength(2);
  expect(paste({ plain: '“https://a.example/x”, “https://b.example/y”' }).urls).toEqual([
    'https://a.example/x',
    'https://b.example/y',
  ]);
  expect(paste({ plain: '(https://a.example/x) (https://b.example/y)' }).urls).toHaveLength(2);
  expect(paste({ plain: 'See [A](https://a.example) and [B](https://b.example).' }).urls).toHaveLength(2);
  expect(paste({ plain: 'https://a.example/?q=a b' }).urls).toEqual(['https://a.example/?q=a b']);
});

test('lines that are no url, too long, or repeated are counted by reason', () => {
  const tooLong = `https://a.example/${'x'.repeat(URL_MAX_LENGTH)}`;
  const completedTooLong = `a.example/${'x'.repeat(URL_MAX_LENGTH - 12)}`;
  const plain = ['a.example', 'My list:', 'word', tooLong, completedTooLong, 'https://a.example'].join('\n');
  expect(paste({ plain })).toEqual({
    urls: ['https://a.example'],
    skipped: { notUrls: 2, tooLong: 2, repeated: 1 },
  });
});

test('a list of urls comes first, and links of a formatted text last', () => {
  const uriList = '# A comment\r\nhttps://list.example/\r\n';
  const targets = ['https://html.example/', '/relative', 'javascript:alert(1)', '#top'];
  expect(paste({ uriList, plain: 'https://text.example', targets }).urls).toEqual(['https://list.example/']);
  expect(paste({ plain: 'text.example', targets }).urls).toEqual(['https://text.example']);
  expect(paste({ plain: 'A copied headline', targets }).urls).toEqual(['https://html.example/']);
  expect(paste({ plain: 'two words' })).toEqual({ urls: [], skipped: { ...none, notUrls: 1 } });
});

test('any paste is read, and each url once', () => {
  const line = fc.oneof(fc.string({ unit: 'binary' }), fc.webUrl(), fc.domain());
  const text = fc.array(line).map((lines) => lines.join('\n'));
  fc.assert(
    fc.property(text, text, fc.array(line), (plain, uriList, targets) => {
      const { urls } = paste({ plain, uriList, targets });
      expect(new Set(urls).size).toBe(urls.length);
      // The urls that were read give the same urls when they are pasted again.
      expect(paste({ plain: urls.join('\n') }).urls).toHaveLength(urls.length);
    }),
  );
});

test('10,000 lines and lines of a million characters are read before the test times out', () => {
  const many = Array.from({ length: 10_000 }, (_, index) => `https://a.example/${index}`).join('\n');
  expect(paste({ plain: many }).urls).toHaveLength(10_000);
  expect(paste({ plain: 'a.'.repeat(500_000) }).skipped.tooLong).toBe(1);
  for (const part of ['x', ',', ' ', '; ', ' - ', '/ '])
    expect(
      paste({ plain: `https://a.example/x${part.repeat(1_000_000 / part.length)}x` }).urls.length,
    ).toBeLessThan(2);
  for (const part of [
    ' \t',
    ', ',
    '[',
    '[](',
    '[](a',
    '[](a "',
    '[](a(',
    '[]( ',
    '(',
    '(a',
    '()',
    '“',
    ': ',
    'a - ',
  ])
    expect(paste({ plain: part.repeat(1_000_000 / part.length) }).urls).toEqual([]);
});

test('urls in a list of JSON or code are read', () => {
  const plain = '[\n  "https://one.invalid",\n  \'https://two.invalid/a,b\';\n  (https://three.invalid),\n]';
  expect(pastedUrls({ plain, uriList: '', targets: [] }).urls).toEqual([
    'https://one.invalid',
    'https://two.invalid/a,b',
    'https://three.invalid',
  ]);
});
