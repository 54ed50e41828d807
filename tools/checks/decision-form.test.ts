import { expect, test } from 'vitest';

import { decisionProblems } from './decision-form.ts';

const record = '# 001: A title\n\n## Decision\n\nWe do.\n\n## Why\n\nBecause.\n\n## Cost\n\nNone.\n';

test.each<[string, string, readonly RegExp[]]>([
  ['a record with three headings', record, []],
  ['a record without a number', record.replace('001: ', ''), [/no title/]],
  ['a record with another heading', record.replace('## Why', '## Context'), [/headings are not/]],
  ['a record with a fourth heading', `${record}\n## Alternatives\n\nNone.\n`, [/headings are not/]],
  [
    'a record with a heading inside a section',
    record.replace('We do.', '### Part\n\nWe do.'),
    [/headings are not/],
  ],
  [
    'a record with the headings in another order',
    record.replace('Why', 'X').replace('Cost', 'Why').replace('X', 'Cost'),
    [/headings/],
  ],
  ['a record of 350 words', record + 'word '.repeat(350 - 14), []],
  ['a record of 351 words', record + 'word '.repeat(351 - 14), [/351 words/]],
])('%s has the right problems', (_name, markdown, expected) => {
  const problems = decisionProblems(markdown);
  expect(problems).toHaveLength(expected.length);
  for (const [index, pattern] of expected.entries()) expect(problems[index]).toMatch(pattern);
});
