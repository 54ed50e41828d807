import { expect, test } from 'vitest';

import { leftOutText, pastedText, pastedTitle } from './saved-text.ts';

const [same, likely] = [{ level: 'same' } as const, { level: 'likely' } as const];

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
