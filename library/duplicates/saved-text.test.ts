import { expect, test } from 'vitest';

import { STATUS_ACTIVE, STATUS_TRASHED } from '#library/entities/limits.ts';
import { microsOf } from '#library/entities/records.ts';

import { differenceText, savedText } from './saved-text.ts';

const created_at = microsOf(new Date(2019, 2, 12));

test('a saved link shows its folders and its date', () => {
  const active = { status_id: STATUS_ACTIVE, created_at } as const;
  expect(savedText(active, ['Recipes'])).toBe('Saved in Recipes, 12 March 2019');
  expect(savedText(active, ['A', 'B'])).toBe('Saved in A and B, 12 March 2019');
  expect(savedText(active, ['A', 'B', 'C'])).toBe('Saved in A, B and 1 more folder, 12 March 2019');
  expect(savedText(active, ['A', 'B', 'C', 'D'])).toBe('Saved in A, B and 2 more folders, 12 March 2019');
  expect(savedText(active, ['x'.repeat(200)])).toBe(`Saved in ${'x'.repeat(40)}…, 12 March 2019`);
  expect(savedText(active, ['\u202eA'])).toBe('Saved in A, 12 March 2019');
  expect(savedText(active, [])).toBe('Saved in no folder, 12 March 2019');
  expect(savedText({ status_id: STATUS_TRASHED, created_at }, ['A'])).toBe(
    'In the trash, added 12 March 2019',
  );
  expect(differenceText('https://a.example', 'https://a.example/')).toBe('');
  expect(differenceText('https://a.example', 'http://a.example/#b')).toBe(
    'The saved url differs: http and https; place in the page #b.',
  );
});
