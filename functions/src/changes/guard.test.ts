import { expect, test } from 'vitest';

import { guarded } from '#functions/changes/guard.ts';

const STORED = { name: 'stored', status: 1 };

test('a field without a guard is written', () => {
  expect(guarded(STORED, { name: 'a' })).toEqual({ fields: { name: 'a' }, leftAlone: [] });
  expect(guarded(STORED, { name: 'a' }, { status: 9 })).toEqual({ fields: { name: 'a' }, leftAlone: [] });
});

test('a field that has the expected value is written', () => {
  expect(guarded(STORED, { name: 'a' }, { name: 'stored' })).toEqual({
    fields: { name: 'a' },
    leftAlone: [],
  });
});

test('a field that has another value is left alone; the others are written', () => {
  expect(guarded(STORED, { name: 'a', status: 2 }, { name: 'old', status: 1 })).toEqual({
    fields: { status: 2 },
    leftAlone: ['name'],
  });
});

test('a field that has the wanted value already is not reported', () => {
  expect(guarded(STORED, { name: 'stored' }, { name: 'old' }).leftAlone).toEqual([]);
});
