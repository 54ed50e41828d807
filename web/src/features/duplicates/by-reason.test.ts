import { expect, test } from 'vitest';

import { byReason } from './by-reason.ts';

const group = (id: string, ...kinds: readonly string[]) => ({
  id,
  level: kinds.length === 0 ? ('same' as const) : ('likely' as const),
  links: [],
  sameSets: [],
  kinds,
  url: '',
});

test('groups with the same reasons come together, the most frequent first', () => {
  const groups = [
    group('1'),
    group('2', 'www'),
    group('3', 'http and https'),
    group('4', 'www'),
    group('5', 'http and https', 'www'),
    group('6', 'http and https'),
    group('7', 'http and https'),
  ];
  expect(byReason(groups).map(({ text, groups: alike }) => [text, alike.map(({ id }) => id)])).toEqual([
    ['http and https', ['3', '6', '7']],
    ['www', ['2', '4']],
  ]);
});
