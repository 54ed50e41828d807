import { describe, expect, test } from 'vitest';

import { cleanDate } from './clean-date.ts';
import { cleanFolderName, cleanNote, cleanTitle } from './clean-text.ts';
import { cleanUrl } from './clean-url.ts';
import { decodeAttribute, decodeEntities } from '#library/files/reading/html/html-entities.ts';

const NOW = Date.UTC(2026, 10, 22);

test.each([
  [1_600_000_000, '2020-09-13T12:26:40.000Z'],
  ['1600000000', '2020-09-13T12:26:40.000Z'],
  [1_600_000_000.5, '2020-09-13T12:26:40.500Z'],
  [1_600_000_000_123, '2020-09-13T12:26:40.123Z'],
  ['1600000000123456', '2020-09-13T12:26:40.123Z'],
  ['13244473600000000', '2020-09-13T12:26:40.000Z'],
  ['1600000000123456789', '2020-09-13T12:26:40.123Z'],
  ['2020-09-13', '2020-09-13T00:00:00.000Z'],
  ['2020-09-13T12:26:40Z', '2020-09-13T12:26:40.000Z'],
  ['2020-09-13T12:26:40.1234567Z', '2020-09-13T12:26:40.123Z'],
  ['2020-09-13 12:26:40', '2020-09-13T12:26:40.000Z'],
  ['2020-09-13T14:26:40+0200', '2020-09-13T12:26:40.000Z'],
  ['2020-09-13 14:26:40+02:00', '2020-09-13T12:26:40.000Z'],
  ['2020-09-13 10:26:40 -02', '2020-09-13T12:26:40.000Z'],
  ['2020-09-13 12:26:40 UTC', '2020-09-13T12:26:40.000Z'],
  ['Sun, 13 Sep 2020 14:26:40 +0200', '2020-09-13T12:26:40.000Z'],
  ['13 Sep 2020 12:26:40 GMT', '2020-09-13T12:26:40.000Z'],
  [NOW / 1000 + 3600, '2026-11-22T01:00:00.000Z'],
  // Unknown dates: zero, negative, before the web, in the future, words, and days that don't exist.
  [0, null],
  ['0', null],
  ['', null],
  [null, null],
  [true, null],
  [NaN, null],
  [Infinity, null],
  [-868_878_000, null],
  [500_000_000, null],
  [NOW / 1000 + 90_000, null],
  [5e17, null],
  ['yesterday', null],
  ['0000-00-00 00:00:00', null],
  ['0001-01-01T00:00:00Z', null],
  ['2021-02-30', null],
  ['2021-13-01', null],
  ['2021-01-01T25:00:00Z', null],
  ['9'.repeat(1_000_000), null],
])('the date %s is %s', (raw, date) => {
  expect(cleanDate(raw, NOW)).toBe(date);
});

test.each([
  ['www.x.example/y', 'https://www.x.example/y'],
  ['x.example', 'https://x.example'],
  ['localhost:3000/a', 'http://localhost:3000/a'],
  ['192.168.0.1/admin', 'http://192.168.0.1/admin'],
  ['bücher.example/ß', 'https://bücher.example/ß'],
  ['\u0000 https://x.example/\u0000', 'https://x.example/'],
  ['https://x.example/a b', 'https://x.example/a b'],
  ['ftp://x.example/', 'ftp://x.example/'],
  ['mailto:a@x.example', 'mailto:a@x.example'],
  ['https://x.example/\ud800', 'https://x.example/\ufffd'],
])('the url %j is %s', (raw, url) => {
  expect(cleanUrl(raw)).toEqual({ url });
});

test.each<[string | null, string]>([
  [null, 'no-url'],
  [' \n', 'no-url'],
  ['/a/b', 'bad-url'],
  ['a/b', 'bad-url'],
  ['?a', 'bad-url'],
  ['#a', 'bad-url'],
  ['../a.html', 'bad-url'],
  ['index.html', 'bad-url'],
  ['word', 'bad-url'],
  ['two words.', 'bad-url'],
  ['a@x.example', 'bad-url'],
  ['https://', 'bad-url'],
  ['https://a b/', 'bad-url'],
  ['http://x.example:99999/', 'bad-url'],
  [`https://x.example/${'a'.repeat(8192)}`, 'too-long'],
  ...[
    'javascript:1',
    'java\nscript:1',
    'data:text/html,x',
    'file:///a',
    'place:sort=1',
    'about:blank',
    'chrome://a',
    'edge://a',
    'brave://a',
    'vivaldi://a',
    'chrome-extension://a/b',
    'moz-extension://a/b',
    'safari-web-extension://a/b',
    'vbscript:1',
    'feed:https://x.example/',
    'feed://x.example/',
    'tel:112',
    'magnet:?xt=1',
    'C:\\a.html',
  ].map((url): [string, string] => [url, 'scheme']),
])('the url %j is skipped: %s', (raw, reason) => {
  expect(cleanUrl(raw)).toMatchObject({ reason });
});

describe('texts', () => {
  test('titles and names are one line without controls', () => {
    expect(cleanTitle(' a\u0000b\r\n\tc\u00a0\u3000d\u0085e\u0007 \ud800')).toBe('ab c d e \ufffd');
    expect(cleanTitle('👨‍👩‍👧 \u200fעברית')).toBe('👨‍👩‍👧 \u200fעברית');
    expect(cleanTitle('x'.repeat(1001))).toHaveLength(1000);
    expect(cleanFolderName(`${'x'.repeat(299)}😀`)).toBe('x'.repeat(299));
    expect(cleanFolderName('\u0000 \n')).toBe('Unnamed folder');
  });

  test('notes keep their lines', () => {
    expect(cleanNote('\r\n a\r\nb\n\rc\rd\n\ne\u0000\tf \n')).toBe('a\nb\nc\nd\n\ne\tf');
  });
});

test.each([
  ['&amp;amp;', '&amp;', '&amp;'],
  ['a&b', 'a&b', 'a&b'],
  ['?a=1&copy=2', '?a=1©=2', '?a=1&copy=2'],
  ['?a=1&copy2', '?a=1©2', '?a=1&copy2'],
  ['?a&copy', '?a©', '?a©'],
  ['?a&copy;=2', '?a©=2', '?a©=2'],
  ['&notit;', '¬it;', '&notit;'],
  ['&Eacute;&eacute;&Omega;&rarr;&hearts;', 'Éé\u03a9→♥', 'Éé\u03a9→♥'],
  ['&apos;&quot;&lt;&gt;&#39;&#x2F;', `'"<>'/`, `'"<>'/`],
  ['&#150;&#x80;&#65', '–€A', '–€A'],
  ['&#0;&#xd800;&#x110000;&#99999999999999999999;', '\ufffd'.repeat(4), '\ufffd'.repeat(4)],
  [
    '&constructor;&__proto__;&#;&#x;&;',
    '&constructor;&__proto__;&#;&#x;&;',
    '&constructor;&__proto__;&#;&#x;&;',
  ],
])('the entities of %s are %s in text and %s in an attribute', (raw, text, attribute) => {
  expect([decodeEntities(raw), decodeAttribute(raw)]).toEqual([text, attribute]);
});
