import { expect, test } from 'vitest';

import { commentWords, hidingWords } from './hiding-words.ts';

test('words that hide who acts are found with their lines, in comments, strings and docs', () => {
  const text = "// Whoever signs in.\nconst text = 'nobody';\n/** What is stored. */\n";
  expect(hidingWords(text)).toEqual([
    { line: 1, word: 'Whoever' },
    { line: 2, word: 'nobody' },
    { line: 3, word: 'What is' },
  ]);
});

test.each(['const whoeverIsHere = 1;', 'The user signs in.', 'what isolates tests'])(
  '%s hides nothing',
  (text) => {
    expect(hidingWords(text)).toEqual([]);
  },
);

test('only comments count in code, and all words in a document', () => {
  const code = "/** Two words. */\nconst url = 'http://example.com';\n// One\n";
  expect(commentWords('x.ts', code)).toBe(3);
  expect(commentWords('x.md', 'Three words here.')).toBe(3);
  expect(commentWords('x.json', '{ "a": 1 }')).toBe(0);
});
