import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { matchesWildcard } from '#aws/policy/wildcard.ts';

test('matches like the equivalent regular expression', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '/', '.'), maxLength: 12 });
  const pattern = fc.string({ unit: fc.constantFrom('a', 'b', '/', '.', '*', '?'), maxLength: 8 });
  fc.assert(
    fc.property(text, pattern, (given, wanted) => {
      const source = wanted.replaceAll('.', '\\.').replaceAll('*', '.*').replaceAll('?', '.');
      expect(matchesWildcard(given, wanted)).toBe(new RegExp(`^${source}$`, 'su').test(given));
    }),
  );
});

test('is fast for patterns with which a regular expression would backtrack exponentially', () => {
  expect(matchesWildcard('a'.repeat(50_000), `${'*a'.repeat(20)}b`)).toBe(false);
});
