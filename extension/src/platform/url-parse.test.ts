import { expect, test } from 'vitest';

import { addUrlParse } from '#extension/platform/url-parse.ts';

test('a browser without URL.parse gets it', () => {
  const old: { parse?: typeof URL.parse } = {};
  addUrlParse(old);
  expect(old.parse?.('https://example.com/a')?.pathname).toBe('/a');
  expect(old.parse?.('example.com')).toBeNull();
});

test('a browser with URL.parse keeps its own', () => {
  const { parse } = URL;
  addUrlParse(URL);
  expect(URL.parse).toBe(parse);
});
