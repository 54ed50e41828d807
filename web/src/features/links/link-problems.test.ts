import { NOTE_MAX_LENGTH } from '@foldmark/library/entities/limits';
import { expect, test } from 'vitest';

import { linkProblems } from './link-problems.ts';

const messages = (link: { url: string; name?: string; note?: string }) =>
  linkProblems(link).map(({ message }) => message);

test('a link needs a url, and a name if the form has that field', () => {
  expect(messages({ url: ' ', name: '\t' })).toEqual(['Please enter a url.', 'Please enter a name.']);
  expect(messages({ url: '' })).toEqual(['Please enter a url.']);
  expect(messages({ url: 'not a url', name: 'a' })).toEqual(['Please enter a url.']);
  expect(messages({ url: 'intranet', name: 'a' })).toEqual([]);
});

test('a stored url stays valid, also one that is only text', () => {
  expect(linkProblems({ url: 'https://two words' }, 'https://two words')).toEqual([]);
  expect(linkProblems({ url: '' }, 'https://two words')).toHaveLength(1);
});

test('a note can be as long as the server allows', () => {
  const longest = 'n'.repeat(NOTE_MAX_LENGTH);
  expect(messages({ url: 'a', note: ` ${longest}\n` })).toEqual([]);
  expect(messages({ url: 'a', note: `${longest}n` })).toEqual([
    'The note can have at most 4,000 characters.',
  ]);
});
