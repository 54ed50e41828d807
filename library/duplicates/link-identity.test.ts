import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { differences, likelyKey, sameKey } from './link-identity.ts';

/** Pairs that probably lead to the same page, and how they differ. */
const LIKELY: readonly (readonly [left: string, right: string, reasons: readonly string[]])[] = [
  ['http://example.com/a', 'https://example.com/a', ['http and https']],
  ['https://www.example.com/a', 'https://example.com/a', ['www']],
  ['https://example.com/a/', 'https://example.com/a', ['trailing slash']],
  [
    'https://example.com/a?utm_source=x&utm_medium=y&id=5',
    'https://example.com/a?id=5',
    ['tracking parameters utm_source, utm_medium'],
  ],
  [
    'https://shop.example/p?id=1&fbclid=IwAR0&gclid=abc',
    'https://shop.example/p?id=1',
    ['tracking parameters fbclid, gclid'],
  ],
  ['https://example.com/s?b=2&a=1', 'https://example.com/s?a=1&b=2', ['order of parameters']],
  ['https://example.com/doc#section-2', 'https://example.com/doc', ['place in the page #section-2']],
  ['https://example.com/doc#a', 'https://example.com/doc#b', ['place in the page #a, #b']],
  [
    'https://www.youtube.com/watch?v=abc&si=xyz&feature=share',
    'https://www.youtube.com/watch?v=abc',
    ['tracking parameters si, feature'],
  ],
  [
    'http://www.Example.com:80/A/?utm_campaign=z#top',
    'https://example.com/A',
    ['http and https', 'www', 'trailing slash', 'tracking parameter utm_campaign', 'place in the page #top'],
  ],
  ['https://example.com//a//b', 'https://example.com/a/b', ['doubled slashes']],
  ['https://example.com//a/', 'https://example.com/a', ['doubled slashes', 'trailing slash']],
  [
    'https://example.com/a?UTM_Source=x',
    'https://example.com/a?utm_source=y',
    ['tracking parameters UTM_Source, utm_source'],
  ],
  ['https://x.com/a/status/1?s=20&t=abc', 'https://x.com/a/status/1', ['tracking parameters s, t']],
  [
    'https://www.amazon.co.uk/dp/B01?keywords=cup&pd_rd_w=a',
    'https://amazon.co.uk/dp/B01',
    ['www', 'tracking parameters keywords, pd_rd_w'],
  ],
  ['https://example.com/?q=a&q=b&p=1', 'https://example.com/?p=1&q=a&q=b', ['order of parameters']],
];

describe('sameKey', () => {
  test.each([
    ['https://example.com', 'https://example.com/'],
    ['HTTPS://Example.COM/Path', 'https://example.com/Path'],
    ['https://example.com:443/a', 'https://example.com/a'],
    ['http://example.com:80/a', 'http://example.com/a'],
    ['https://example.com/a/../b/./c', 'https://example.com/b/c'],
    ['https://example.com/%7Euser', 'https://example.com/~user'],
    ['https://example.com/caf%c3%a9', 'https://example.com/café'],
    ['https://bücher.example/', 'https://xn--bcher-kva.example/'],
    ['https://example.com/a#', 'https://example.com/a'],
    ['https://example.com/a?', 'https://example.com/a'],
    ['https://example.com/a b', 'https://example.com/a%20b'],
    ['https://en.example.org/wiki/Cat#:~:text=The%20cat', 'https://en.example.org/wiki/Cat'],
    ['https://example.com./a', 'https://example.com/a'],
    ['https://example.com/#a:~:text=b', 'https://example.com/#a'],
    ['https://user@example.com/', 'https://user:@example.com/'],
    [' not a url ', 'not a url'],
    ['MAILTO:a@example.com', 'mailto:a@example.com'],
  ])('of %s is equal to that of %s', (a, b) => {
    expect(sameKey(a)).toBe(sameKey(b));
  });

  test.each(LIKELY)('differs for %s and %s', (a, b) => {
    expect(sameKey(a)).not.toBe(sameKey(b));
  });

  test('of a key is the key', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.webUrl({ withFragments: true, withQueryParameters: true }), fc.string()),
        (url) => {
          const key = sameKey(url);
          expect(sameKey(key)).toBe(key);
        },
      ),
    );
  });
});

describe('likelyKey', () => {
  test.each(LIKELY)('is equal for %s and %s, which differ in %j', (a, b, reasons) => {
    expect(likelyKey(a)).toBe(likelyKey(b));
    expect(differences(a, b)).toEqual(reasons);
  });

  test.each([
    ['https://example.com/Path', 'https://example.com/path'],
    ['https://example.com/?id=5', 'https://example.com/?id=6'],
    ['https://example.com/?q=a&q=b', 'https://example.com/?q=b&q=a'],
    ['https://example.com/?a=1', 'https://example.com/?A=1'],
    ['https://app.example.com/#/inbox/1', 'https://app.example.com/#/inbox/2'],
    ['https://app.example.com/#!/a', 'https://app.example.com/'],
    ['https://example.com/a%2Fb', 'https://example.com/a/b'],
    ['https://example.com/a?b%26c=1', 'https://example.com/a?b&c=1'],
    ['https://example.com/?a', 'https://example.com/?a='],
    ['https://en.example.org/', 'https://de.example.org/'],
    ['https://m.example.com/a', 'https://example.com/a'],
    ['https://youtu.be/abc', 'https://www.youtube.com/watch?v=abc'],
    ['https://www.co.uk/', 'https://co.uk.example/'],
    ['https://user:pw@example.com/', 'https://example.com/'],
    ['https://example.com:8443/', 'https://example.com/'],
    ['https://news.example.com/?ref=5', 'https://news.example.com/'],
    ['mailto:a@example.com', 'mailto:b@example.com'],
    ['https://www.youtube.com/watch?v=abc&t=30', 'https://www.youtube.com/watch?v=abc'],
    ['https://example.com/?s=shoes', 'https://example.com/'],
    ['https://www.com/', 'https://com/'],
    ['https://notamazon.example/?keywords=cup', 'https://notamazon.example/'],
    ['https://docs.example/#id=4', 'https://docs.example/#id=5'],
  ])('and sameKey differ for %s and %s', (a, b) => {
    expect(likelyKey(a)).not.toBe(likelyKey(b));
    expect(sameKey(a)).not.toBe(sameKey(b));
  });

  test('of a key is the key, and urls with the same key have the same likely key and no differences', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.webUrl({ withFragments: true, withQueryParameters: true }), fc.string()),
        (url) => {
          const key = likelyKey(url);
          expect(likelyKey(key)).toBe(key);
          expect(likelyKey(sameKey(url))).toBe(key);
          expect(differences(url, sameKey(url))).toEqual([]);
        },
      ),
    );
  });
});
