import { expect, test } from 'vitest';

import { hueOf, letterOf } from './letter-tile.ts';

test.each([
  ['example.com', 'E'],
  ['10.0.0.12', '1'],
  ['[2001:db8::1]', '2'],
  ['élan.example', 'É'],
])('the tile of %s shows %s', (host, letter) => {
  expect(letterOf(host)).toBe(letter);
});

test('hosts share the colours evenly, and a host keeps its colour', () => {
  const hosts = Array.from({ length: 1200 }, (_, index) => `site-${index}.example`);
  const counts = Object.values(Object.groupBy(hosts, hueOf)).map((group) => group?.length ?? 0);
  expect(counts).toHaveLength(12);
  expect(Math.min(...counts)).toBeGreaterThan(50);
  expect([hueOf('example.com'), hueOf('github.com')]).toEqual([200, 320]);
});
