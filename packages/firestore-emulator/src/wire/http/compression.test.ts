import { expect, test } from 'vitest';

import { acceptsGzip } from '#firestore/wire/http/compression.ts';

test.each([
  ['gzip, deflate, br, zstd', true],
  ['br;q=1.0, GZIP;q=0.8', true],
  ['gzip;q=0', false],
  ['gzip; q=0.00', false],
  ['identity', false],
  ['gzipped', false],
  [undefined, false],
])('Accept-Encoding %s allows gzip: %s', (header, allowed) => {
  expect(acceptsGzip(header)).toBe(allowed);
});
