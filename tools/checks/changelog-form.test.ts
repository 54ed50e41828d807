import { expect, test } from 'vitest';

import { changelogProblems } from './changelog-form.ts';

const changelog =
  '# Changelog\n\nWhat users notice.\n\n## 1.2.0 - 2026-12-01\n\n- More.\n\n## 1.1.0\n\n- Less.\n';
const line = '- A change.\n';

test.each<[string, string, readonly string[]]>([
  ['a changelog that begins with the current version', changelog, []],
  [
    'a changelog without the current version',
    changelog.replace('1.2.0', '1.3.0'),
    ['its first version is not 1.2.0'],
  ],
  ['an empty changelog', '', ['its first version is not 1.2.0']],
  ['a version of 20 lines', changelog + line.repeat(19), []],
  ['a version of 21 lines', changelog + line.repeat(20), ['1.1.0 has 21 lines, more than 20']],
])('%s has the right problems', (_name, markdown, expected) => {
  expect(changelogProblems(markdown, '1.2.0')).toEqual(expected);
});
