import { describe, expect, test } from 'vitest';

import { decodeHtml } from '#functions/page-details/decode-html.ts';
import { readPage } from '#functions/page-details/read-page.ts';

const URL_OF_PAGE = new URL('https://example.com/blog/post?x=1');

describe('the title of a page', () => {
  test.each([
    ['<title>Plain</title>', 'Plain'],
    ['<TITLE>\n  a &amp; b\t&#x1F600;&nbsp;c </TITLE>', 'a & b 😀 c'],
    ['<title>a < b <b>c</title>', 'a < b <b>c'],
    ['<title>over \n two  lines</title>', 'over two lines'],
    ['<svg><title>drawing</title></svg><title>page</title>', 'page'],
    ['<title>first</title><title>second</title>', 'first'],
    ['<svg/><title>after an empty drawing</title>', 'after an empty drawing'],
    ['<svg><style/><title/><g></g></svg></svg><title>after a drawing</title>', 'after a drawing'],
    ['<script>"<title>text</title>"</script><!-- <title>no</title> --><title>page</title>', 'page'],
    ['<title/>closes nothing</title>', 'closes nothing'],
    ['<meta property="og:title" content=" Social "><title> </title>', 'Social'],
    ['<meta property="OG:Title" content="Social"><title>Own</title>', 'Own'],
    ['<title>never closed', 'never closed'],
    ['<title>a&#x202E;b&#7;&#x2066;</title>', 'ab'],
    ['<p>none</p>', ''],
    ['', ''],
  ])('of %j is %j', (html, title) => {
    expect(readPage(html, URL_OF_PAGE).title).toBe(title);
  });
});

describe('the description of a page', () => {
  test.each([
    ['<meta name="description" content=" Plain \n &amp; short ">', 'Plain & short'],
    ['<meta name=Description content=Plain><meta property="og:description" content="Social">', 'Social'],
    ['<meta name="og:description" content="Social">', 'Social'],
    ['<meta property="og:description" content=" "><meta name="description" content="Plain">', 'Plain'],
    ['<meta name=description content=""><meta name=description content=second>', 'second'],
    ['<meta name=description content=first><meta name=description content=second>', 'first'],
    ['<meta name=description content="a&#x202E;b&#7;&lt;script&gt;">', 'ab<script>'],
    ['<meta name=keywords content=none><meta name=description>', ''],
    [`<meta name=description content="${'word '.repeat(1000)}">`, `${'word '.repeat(59)}word…`],
    ['', ''],
  ])('of %j is %j', (html, description) => {
    expect(readPage(html, URL_OF_PAGE).description).toBe(description);
  });
});

describe('the pictures of a page', () => {
  const cdn = 'https://cdn.example.com/a.png';
  test.each([
    [`<meta property="og:image" content=" ${cdn} ">`, [cdn]],
    [
      '<meta property="og:image" content="/a.png"><meta name="twitter:image" content="b.png">',
      ['/a.png', '/blog/b.png'],
    ],
    [
      `<meta name="twitter:image:src" content="${cdn}"><meta property="og:image" content="/a.png">`,
      ['/a.png', cdn],
    ],
    ['<meta property="og:image" content="/a.png"><meta name="twitter:image" content="/a.png">', ['/a.png']],
    ['<base href="https://cdn.example.com/"><meta property="og:image" content="a.png">', [cdn]],
    [
      '<meta property="og:image" content="data:image/png;base64,AA"><meta property="og:image" content="/a.png">',
      [],
    ],
    ['<meta property="og:image" content="javascript:alert(1)">', []],
    [
      '<link rel=icon href=/32.png sizes=32x32><link rel=icon href=/512.png sizes="16x16 512x512">',
      ['/512.png'],
    ],
    ['<link rel=apple-touch-icon href=/touch.png><link rel=icon href=/96.png sizes=96x96>', ['/touch.png']],
    ['<link rel=icon href=/i.png><link rel=icon href=/i.svg sizes=512x512>', []],
    [
      '<link rel=icon href=/96.png sizes=96x96><meta property="og:image" content="/a.png">',
      ['/a.png', '/96.png'],
    ],
    ['', []],
  ])('of %j are %j', (html, pictures) => {
    const urls = pictures.map((path) => new URL(path, 'https://example.com/').href);
    expect(readPage(html, URL_OF_PAGE).pictures).toEqual(urls);
  });
});

describe('the icon of a page', () => {
  test.each([
    ['<link rel="icon" href="/i.png">', 'https://example.com/i.png'],
    ['<link rel="Shortcut ICON" href="i.ico">', 'https://example.com/blog/i.ico'],
    ['<base href="https://cdn.example.com/a/"><link rel=icon href=i.png>', 'https://cdn.example.com/a/i.png'],
    [
      '<link rel=icon href="data:image/png;base64,AA"><link rel=icon href=/b.png>',
      'https://example.com/b.png',
    ],
    ['<link rel=icon href="javascript:alert(1)">', 'https://example.com/favicon.ico'],
    ['<link rel=apple-touch-icon href=/a.png>', 'https://example.com/a.png'],
    ['<link rel="nofollow apple-touch-icon" href=/a.png>', 'https://example.com/a.png'],
    ['<link rel=mask-icon href=/a.svg>', 'https://example.com/favicon.ico'],
    ['<link rel=icon>', 'https://example.com/favicon.ico'],
    [
      '<link rel=icon href=/i.svg><link rel=icon href=/i type=image/svg+xml>',
      'https://example.com/favicon.ico',
    ],
    ['', 'https://example.com/favicon.ico'],
  ])('of %j is %s', (html, icon) => {
    expect(readPage(html, URL_OF_PAGE).icons[0]).toBe(icon);
  });

  test('candidates are ordered: near 48 px, larger, unknown, touch icons, too small, /favicon.ico', () => {
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
    expect(icons.map((url) => new URL(url).pathname)).toEqual([
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
  });

  test('is the one nearest to 48 px among fitting sizes', () => {
    const html = [32, 64, 60, 44, 40].map(
      (side) => `<link rel=icon href=/${side}.png sizes=${side}x${side}>`,
    );
    const { icons } = readPage(html.join(''), URL_OF_PAGE);
    expect(icons.map((url) => new URL(url).pathname)).toEqual([
      '/44.png',
      '/40.png',
      '/60.png',
      '/32.png',
      '/64.png',
      '/favicon.ico',
    ]);
  });

  test('has no url that is too long', () => {
    const html = `<link rel=icon href="/${'x'.repeat(3000)}">`;
    expect(readPage(html, URL_OF_PAGE).icons).toEqual(['https://example.com/favicon.ico']);
  });

  test('is found even if it declares more sizes than a call accepts arguments', () => {
    const html = `<link rel=icon href=/many.png sizes="${'16x16 '.repeat(170_000)}48x48"><link rel=icon href=/48.png sizes=50x50>`;
    expect(readPage(html, URL_OF_PAGE).icons[0]).toBe('https://example.com/many.png');
  });

  test('has no url that is too long because of the base', () => {
    const html = `<base href="/${'x'.repeat(3000)}/"><link rel=icon href=a.png>`;
    expect(readPage(html, URL_OF_PAGE).icons[0]).toBe('https://example.com/blog/a.png');
  });

  test('is one of the first hundred', () => {
    const html = Array.from({ length: 1000 }, (_, number) => `<link rel=icon href=/${number}.png>`).join('');
    expect(readPage(html, URL_OF_PAGE).icons).toHaveLength(101);
  });
});

/** Returns the CPU time of this thread in milliseconds, which does not depend on the load of the machine. */
function cpuTimeOf(html: string): number {
  const before = process.threadCpuUsage();
  readPage(html, URL_OF_PAGE);
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

describe('the time to read a page', () => {
  const size = 1024 * 1024;
  const filled = (text: string) => text.repeat(Math.ceil(size / text.length)).slice(0, size);
  const half = (text: string) => filled(text).slice(0, size / 2);
  const ordinary = filled('<p class="a">Some text &amp; <a href="/there">a link</a></p>\n');

  // With these pages, a quadratic algorithm takes more than a hundred times as long as with an ordinary page.
  test.each([
    ['end tags that close nothing', half('<b>') + half('</i>')],
    ['end tags of what opened first', `<i>${half('<b>')}${half('</i>')}`],
    ['forms', filled('<form>')],
    ['drawings', half('<svg>') + half('</svg>')],
    ['end tags in drawings', half('<svg><desc>') + half('</g>')],
    ['paragraphs that close paragraphs', filled('<p></p></p>')],
    ['attributes', `<link ${half('a=b ')}${half('a1 ')}>`],
    ['attributes of many names', `<link ${Array.from({ length: size / 8 }, (_, n) => `a${n}`).join(' ')}>`],
    ['entities', `<title>${filled('&')}`],
    ['entities in an attribute', `<link rel="icon" href="${filled('&ampx')}">`],
    ['tags that never end', filled('<a ')],
    ['comments', filled('<!--')],
    ['titles', filled('<title><title')],
    ['spaces in a title', `<title>${filled(' \n')}x`],
    [
      'icons under a long base',
      `<base href="/${half('x')}"><link rel=icon href=/0.png>${half('<link rel=icon href=a>')}`,
    ],
    [
      'sizes',
      Array.from({ length: 100 }, () => `<link rel=icon href=a sizes="${'16x16 '.repeat(1700)}">`).join(''),
    ],
  ])('is linear in its length: %s', (_what, html) => {
    cpuTimeOf(ordinary);
    expect(cpuTimeOf(html)).toBeLessThan(50 * Math.max(cpuTimeOf(ordinary), 5));
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

  test('comes from the byte order mark first', () => {
    expect(decodeHtml(Buffer.from('\ufeffcafé', 'utf16le'), 'text/html; charset=utf-8')).toBe('café');
    expect(decodeHtml(Buffer.from('\ufeffcafé'), 'text/html; charset=latin1')).toBe('café');
  });

  test('is UTF-8 if unknown, and invalid bytes are no error', () => {
    expect(decodeHtml(Buffer.from('café'), 'text/html; charset=klingon')).toBe('café');
    expect(decodeHtml(cafe, 'text/html')).toBe('caf\ufffd');
  });
});
