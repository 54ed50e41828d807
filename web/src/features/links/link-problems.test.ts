import { expect, test } from 'vitest';

import { linkProblems } from './link-problems.ts';

const messages = (link: { url: string; name?: string }) => linkProblems(link).map(({ message }) => message);

test('a link needs a url, and a name if the form has that field', () => {
  expect(messages({ url: ' ', name: '\t' })).toEqual(['Please enter a url.', 'Please enter a name.']);
  expect(messages({ url: '' })).toEqual(['Please enter a url.']);
  expect(messages({ url: 'not a url', name: 'a' })).toEqual([]);
});
