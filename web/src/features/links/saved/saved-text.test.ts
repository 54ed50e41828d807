import { microsOf } from '@foldmark/library/entities/records';
import { STATUS_ACTIVE, STATUS_TRASHED } from '@foldmark/library/entities/limits';
import { expect, test } from 'vitest';

import { differenceText, leftOutText, pastedText, pastedTitle, savedText } from './saved-text.ts';

const created_at = microsOf(new Date(2019, 2, 12));
const [same, likely] = [{ level: 'same' } as const, { level: 'likely' } as const];

test('a saved link shows its folders and its date', () => {
  const active = { status_id: STATUS_ACTIVE, created_at } as const;
  expect(savedText(active, ['Recipes'])).toBe('Saved in Recipes, 12 March 2019');
  expect(savedText(active, ['A', 'B'])).toBe('Saved in A and B, 12 March 2019');
  expect(savedText(active, ['A', 'B', 'C'])).toBe('Saved in A, B and 1 more folder, 12 March 2019');
  expect(savedText(active, ['A', 'B', 'C', 'D'])).toBe('Saved in A, B and 2 more folders, 12 March 2019');
  expect(savedText(active, ['x'.repeat(200)])).toBe(`Saved in ${'x'.repeat(40)}…, 12 March 2019`);
  expect(savedText(active, [])).toBe('Saved in no folder, 12 March 2019');
  expect(savedText({ status_id: STATUS_TRASHED, created_at }, ['A'])).toBe(
    'In the trash, added 12 March 2019',
  );
  expect(differenceText('https://a.example', 'https://a.example/')).toBe('');
  expect(differenceText('https://a.example', 'http://a.example/#b')).toBe(
    'The saved url differs: http and https; place in the page #b.',
  );
});

test('the texts of a paste tell how many of its links are saved', () => {
  expect(pastedTitle([same], 1)).toBe('This link is saved already');
  expect(pastedTitle([likely], 1)).toBe('This link is probably saved already');
  expect(pastedTitle([same, same], 2)).toBe('All 2 links are saved already');
  expect(pastedTitle([same], 1200)).toBe('1 of 1,200 links is saved already');
  expect(pastedTitle([same, likely], 3)).toBe('2 of 3 links are probably saved already');
  expect(pastedText(1, 1)).toBe('This link was not added again.');
  expect(pastedText(1, 2)).toBe('1 new link was added. This link was not added again.');
  expect(pastedText(2, 5)).toBe('3 new links were added. These links were not added again.');
  expect(leftOutText([same])).toBe('1 link was not added: it is saved already.');
  expect(leftOutText([same, likely])).toBe('2 links were not added: they are probably saved already.');
});
