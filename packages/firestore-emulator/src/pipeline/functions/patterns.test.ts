import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { WorkMeter } from '#firestore/pipeline/work-meter.ts';
import { call, resultOf } from '#firestore/testing/pipeline-functions.ts';

test.each([
  ['a.c%', String.raw`a.c\%`, true],
  ['a.c', String.raw`a.c\%`, false],
  ['abc', 'a.c', false],
  ['a\n😀c', 'a__c', true],
  ['', '%%', true],
  ['', '_', false],
  ['_x', String.raw`\_%`, true],
  ['xx', String.raw`\_%`, false],
  ['a\\', 'a\\', true],
  ['abcabd', '%ab_', true],
  ['abcab', '%ab_', false],
])('%j like %j is %s', (text, pattern, expected) => {
  expect(resultOf(call('like', text, pattern))).toBe(expected);
});

function textOf(...letters: readonly string[]): fc.Arbitrary<string> {
  return fc.string({ unit: fc.constantFrom(...letters), maxLength: 10 });
}

test('like matches as a regular expression with the same meaning does', () => {
  fc.assert(
    fc.property(textOf('a', 'b'), textOf('a', 'b', '%', '%', '_'), (text, pattern) => {
      const same = new RegExp(`^${pattern.replaceAll('%', '.*').replaceAll('_', '.')}$`, 'u');
      expect(resultOf(call('like', text, pattern))).toBe(same.test(text));
    }),
    { numRuns: 2000 },
  );
});

test('patterns that take exponential time in a backtracking engine end before the test times out', () => {
  expect(resultOf(call('like', 'a'.repeat(200), '%a%a%a%a%a%a%a%a%b'))).toBe(false);
  const text = `${'a'.repeat(34)}!`;
  expect(resultOf(call('regex_contains', text, '(a+)+$'))).toBe(false);
  expect(resultOf(call('regex_match', text, '(a+)+$'))).toBe(false);
  expect(resultOf(call('regex_find', text, '(a+)+$'))).toBeNull();
  expect(resultOf(call('regex_find_all', text, '(a+)+$'))).toEqual([]);
});

test('the functions of regular expressions have the syntax of RE2', () => {
  expect(resultOf(call('regex_contains', 'xaBx', 'a(?i)b'))).toBe(true);
  expect(resultOf(call('regex_contains', 'xABx', 'a(?i)b'))).toBe(false);
  expect(resultOf(call('regex_match', 'ab', 'a|ab'))).toBe(true);
  expect(resultOf(call('regex_match', 'abc', 'a|ab'))).toBe(false);
  expect(resultOf(call('regex_find', 'b12a345', '[[:digit:]]{3,}'))).toBe('345');
  expect(resultOf(call('regex_find_all', 'baa😀', 'a*'))).toEqual(['', 'aa', '', '']);
  expect(resultOf(call('regex_find_all', 'a1b22', String.raw`\d+`))).toEqual(['1', '22']);
  expect(resultOf(call('regex_contains', null, 'a'))).toBeNull();
  expect(() => resultOf(call('regex_contains', 'a', '(?=a)'))).toThrow('RE2 has no lookaround');
  expect(resultOf(call('is_error', call('regex_contains', 'a', '(')))).toBe(true);
});

test('patterns that take too much work together fail the pipeline, also inside is_error and or', () => {
  const text = 'a'.repeat(100);
  for (const each of [call('like', text, `%${text}b`), call('regex_contains', text, '(a+)+b')]) {
    for (const expression of [each, call('is_error', each), call('or', each, true)]) {
      const meter = new WorkMeter();
      meter.work(49_999_990);
      expect(() => resultOf(expression, meter)).toThrow(
        expect.objectContaining({
          status: 'FAILED_PRECONDITION',
          message: 'The patterns of the pipeline take too much work.',
        }),
      );
    }
  }
});
