import { describe, expect, test } from 'vitest';

import { decodeHtml } from '#functions/page-details/decode-html.ts';
import { readPage } from '#functions/page-details/read-page.ts';

const URL_OF_PAGE = new URL('https://example.com/blog/post?x=1');

describe('the title of a page', () => {
  test.each([
    ['<title>Plain</title>', 'Plain'],
    ['<TITLE>\n  a &amp; b\t&#x1F600;&nbsp;c </TITLE>', 'a & b 😀 c'],
    ['<title>a < b <b>c</title>', 'a < b <b>c'],
    ['<svg><title>drawing</title></svg><title>page</title>', 'page'],
    ['<title>first</title><title>second</title>', 'first'],
    ['<meta property="og:title" content=" Social "><title> </title>', 'Social'],
    ['<meta property="OG:Title" content="Social"><title>Own</title>', 'Own'],
    ['<title>never closed', 'never closed'],
    ['<p>none</p>', ''],
    ['', ''],
  ])('of %j is %j', (html, title) => {
    expect(readPage(html, URL_OF_PAGE).title).toBe(title);
  });

  test('is cut at 300 without halving a character', () => {
    const { title } = readPage(`<title>${'x'.repeat(299)}😀 and more</title>`, URL_OF_PAGE);
    expect(title.length).toBeLessThanOrEqual(300);
    expect(title.isWellFormed()).toBe(true);
  });
});

describe('the icon of a page', () => {
  test.each([
    ['<link rel="icon" href="/i.png">', 'https://example.com/i.png'],
    ['<link rel="Shortcut ICON" href="i.ico">', 'https://example.com/blog/i.ico'],
    ['<base href="https://cdn.example.com/a/"><link rel=icon href=i.svg>', 'https://cdn.example.com/a/i.svg'],
    [
      '<link rel=icon href="data:image/png;base64,AA"><link rel=icon href=/b.png>',
      'https://example.com/b.png',
    ],
    ['<link rel=icon href="javascript:alert(1)">', 'https://example.com/favicon.ico'],
    ['<link rel=apple-touch-icon href=/a.png>', 'https://example.com/a.png'],
    ['<link rel=mask-icon href=/a.svg>', 'https://example.com/favicon.ico'],
    ['<link rel=icon>', 'https://example.com/favicon.ico'],
    ['', 'https://example.com/favicon.ico'],
  ])('of %j is %s', (html, icon) => {
    expect(readPage(html, URL_OF_PAGE).icons[0]?.url).toBe(icon);
  });

  test('is sought best first: a drawing, near 48 px, larger, unknown, for phones, too small, and where all have it', () => {
    const html = `
      <link rel="icon" href="/16.png" sizes="16x16">
      <link rel="apple-touch-icon" href="/phone.png" sizes="180x180">
      <link rel="icon" href="/unknown.png">
      <link rel="icon" href="/any.ico" sizes="any">
      <link rel="icon" href="/512.png" sizes="512x512">
      <link rel="icon" href="/96.png" sizes="96x96">
      <link rel="icon" href="/several.ico" sizes="16x16 64X64">
      <link rel="icon" href="/48.png" sizes="48x48">
      <link rel="icon" href="/drawing" type="image/svg+xml" sizes="any">
      <link rel="icon" href="/48.png" sizes="48x48">`;
    const { icons } = readPage(html, URL_OF_PAGE);
    expect(icons.map(({ url }) => new URL(url).pathname)).toEqual([
      '/drawing',
      '/48.png',
      '/several.ico',
      '/96.png',
      '/512.png',
      '/unknown.png',
      '/any.ico',
      '/phone.png',
      '/16.png',
      '/favicon.ico',
    ]);
    expect(icons.filter(({ drawing }) => drawing)).toHaveLength(1);
  });

  test('is never longer than a document should hold', () => {
    const html = `<link rel=icon href="/${'x'.repeat(3000)}">`;
    expect(readPage(html, URL_OF_PAGE).icons).toEqual([
      { url: 'https://example.com/favicon.ico', drawing: false },
    ]);
  });

  test('is sought among a hundred at most', () => {
    const html = Array.from({ length: 1000 }, (_, number) => `<link rel=icon href=/${number}.png>`).join('');
    expect(readPage(html, URL_OF_PAGE).icons).toHaveLength(101);
  });
});

describe('the charset of a page', () => {
  const cafe = Buffer.from('caf\u00e9', 'latin1');

  test('comes from the header', () => {
    expect(decodeHtml(cafe, 'text/html; charset=iso-8859-1')).toBe('café');
    expect(decodeHtml(cafe, 'text/html; charset="windows-1252"')).toBe('café');
  });

  test.each(['<meta charset=latin1>', '<meta http-equiv=content-type content="text/html; charset=latin1">'])(
    'comes from %s',
    (meta) => {
      expect(decodeHtml(Buffer.concat([Buffer.from(meta), cafe]), 'text/html')).toBe(`${meta}café`);
    },
  );

  test('comes from the byte order mark before all else', () => {
    expect(decodeHtml(Buffer.from('\ufeffcafé', 'utf16le'), 'text/html; charset=utf-8')).toBe('café');
    expect(decodeHtml(Buffer.from('\ufeffcafé'), 'text/html; charset=latin1')).toBe('café');
  });

  test('is UTF-8 where none is known, and broken bytes are no error', () => {
    expect(decodeHtml(Buffer.from('café'), 'text/html; charset=klingon')).toBe('café');
    expect(decodeHtml(cafe, 'text/html')).toBe('caf\ufffd');
  });
});
