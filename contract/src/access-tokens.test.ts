import { expect, test } from 'vitest';

import { hasToken, isToken, newToken } from './access-tokens.ts';

function counting(start = 0) {
  let next = start;
  return (count: number) => Uint8Array.from({ length: count }, () => (next++ * 7) % 256);
}

test('a token has its prefix, 30 random characters and a checksum', () => {
  const token = newToken('personal', counting());
  expect(token).toMatch(/^fmk_pat_[\dA-Za-z]{36}$/);
  expect(isToken(token)).toBe(true);
  expect(newToken('personal', counting(1))).not.toBe(token);
});

test('the checksum is the CRC32 of the text before it, in base 62', () => {
  // zlib.crc32('fmk_pat_' + '0'.repeat(30)) is 1819332313.
  expect(newToken('personal', (count) => new Uint8Array(count))).toBe(`fmk_pat_${'0'.repeat(30)}1z7jRZ`);
});

test('no byte makes some characters more frequent: those above the largest multiple of 62 are dropped', () => {
  const bytes = [255, 248, 247];
  let at = 0;
  const token = newToken('refresh', (count) =>
    Uint8Array.from({ length: count }, () => bytes[at++ % bytes.length] ?? 0),
  );
  expect(token.slice(0, -6)).toBe(`fmk_rt_${'z'.repeat(30)}`);
});

test.each([
  ['a changed character', (token: string) => token.replace(/.(.{6})$/, (_, end: string) => `-${end}`)],
  [
    'another character',
    (token: string) => `${token.slice(0, 10)}${token.charAt(10) === 'a' ? 'b' : 'a'}${token.slice(11)}`,
  ],
  ['another kind', (token: string) => token.replace('fmk_pat_', 'fmk_at_')],
  ['a missing end', (token: string) => token.slice(0, -1)],
  ['a longer end', (token: string) => `${token}0`],
  ['a line break', (token: string) => `${token}\n`],
  ['nothing', () => ''],
])('a token with %s is not one', (_, change) => {
  expect(isToken(change(newToken('personal', counting())))).toBe(false);
});

test.each([
  ['/api/links/list/?access_token=fmk_pat_abc', true],
  ['/api/links/list/?t=fmk%5Fpat%5Fabc', true],
  ['/api/fmk_rt_abc/', true],
  ['/api/links/list/?q=fmk', false],
])('the url %s contains a token: %s', (url, expected) => {
  expect(hasToken(url)).toBe(expected);
});
