import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { matchesWildcard } from '#aws/policy/wildcard.ts';

test('agrees with the regular expression that means the same', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '/', '.'), maxLength: 12 });
  const pattern = fc.string({ unit: fc.constantFrom('a', 'b', '/', '.', '*', '?'), maxLength: 8 });
  fc.assert(
    fc.property(text, pattern, (given, wanted) => {
      const source = wanted.replaceAll('.', '\\.').replaceAll('*', '.*').replaceAll('?', '.');
      expect(matchesWildcard(given, wanted)).toBe(new RegExp(`^${source}$`, 'su').test(given));
    }),
  );
});

test('takes what a regular expression would take for ever for', () => {
  expect(matchesWildcard('a'.repeat(50_000), `${'*a'.repeat(20)}b`)).toBe(false);
});
