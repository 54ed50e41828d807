import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { LimitError, Meter } from '#firestore/rules/limits/meter.ts';
import { Regex, compileRegex } from '#firestore/rules/regex/regex.ts';
import { RegexError } from '#firestore/rules/regex/syntax.ts';

function matches(pattern: string, text: string): boolean | string {
  const regex = compileRegex(pattern);
  return regex instanceof Regex ? regex.matchesWhole(text, new Meter()) : regex.message;
}

test.each([
  ['[a-z]+', 'abc'],
  ['^abc$', 'abc'],
  ['a|bc|', ''],
  ['a{2}b{1,}c{0,2}', 'aabbbcc'],
  ['a{,2}', 'a{,2}'],
  ['\\d\\D\\w\\W\\s\\S', '1a_- x'],
  ['[^a-c\\d]', 'x'],
  ['[]a-]+', ']-a'],
  ['[a\\]\\-]', ']'],
  ['[[:alpha:]][[:^digit:]][[:word:]]', 'xx_'],
  ['\\pL\\p{Lu}\\PN\\p{Greek}\\p{^Greek}', 'aÄxαa'],
  ['[\\p{L}\\d]+', 'ä1'],
  ['[^\\pL]', '1'],
  ['(?i)straße', 'STRAßE'],
  ['(?i)ßςkå[a-z]µ', 'ẞσ\u212a\u212bſμ'],
  ['(?i)ẞσ\u212a\u212bsμ', 'ßςkåſµ'],
  ['(?i)[a-c]+[^x]', 'AbCy'],
  ['(?i:a)b', 'Ab'],
  ['a(?i)b', 'aB'],
  ['(?P<year>\\d{4})-(?<month>\\d\\d)', '2024-01'],
  ['(?:ab)*?', 'abab'],
  ['(?s)a.b', 'a\nb'],
  ['(?m)a$\\n^b', 'a\nb'],
  ['\\Aab\\z', 'ab'],
  ['a\\b b\\Bc', 'a bc'],
  ['\\Qa.b*\\E+', 'a.b***'],
  ['\\x41\\x{1F600}\\101\\.\\/\\n\\t', 'A😀A./\n\t'],
  ['.', '😀'],
  ['(a*)*', 'aaa'],
  ['(a*)+b?', ''],
  ['(|a)+', 'aa'],
  ['a(?i)*', 'aaa'],
  ['a*(?i){2}', ''],
  ['a\\Q\\E*', 'aaa'],
  ['\\11[\\77]', '\t?'],
])('%s matches the whole of %j', (pattern, text) => {
  expect(matches(pattern, text)).toBe(true);
});

test.each([
  ['a', 'ab'],
  ['b', 'ab'],
  ['.', '\n'],
  ['(?m)a.b', 'a\nb'],
  ['\\d', '٣'],
  ['\\w', 'ä'],
  ['(?i)[^a]', 'A'],
  ['(?i:a)b', 'AB'],
  ['(?i)I', 'ı'],
  ['(?i)ı', 'I'],
  ['(?i)[^a-z]', 'ſ'],
  ['(a(?i)b)c', 'aBC'],
  ['a\\bb', 'ab'],
  ['^a^b', 'ab'],
])('%s does not match %j', (pattern, text) => {
  expect(matches(pattern, text)).toBe(false);
});

test.each([
  ['(?=a)', 'RE2 has no lookaround'],
  ['(?<!a)b', 'RE2 has no lookaround'],
  ['(a)\\1', 'RE2 has no backreferences'],
  ['a**', 'a repetition cannot be repeated'],
  ['a++', 'a repetition cannot be repeated'],
  ['*a', 'nothing to repeat'],
  ['{2}', 'nothing to repeat'],
  ['(?i)*', 'nothing to repeat'],
  ['(a', "'(' without ')'"],
  ['a)', "')' without '('"],
  ['[a', "'[' without ']'"],
  ['[z-a]', 'a bad range in a character class'],
  ['[[:wat:]]', 'unknown character class [:wat:]'],
  ['\\p{Wat}', 'unknown character class \\p{Wat}'],
  ['\\y', 'unknown escape \\y'],
  ['\\Z', 'unknown escape \\Z'],
  ['\\é', 'unknown escape \\é'],
  ['\\18', 'RE2 has no backreferences'],
  ['\\', 'the pattern ends too early'],
  ['\\x{110000}', 'no such character'],
  ['a{1001}', 'a repetition count is out of range (at most 1000)'],
  ['a{2,1}', 'a repetition count is out of range (at most 1000)'],
  ['((a{100}){100}){100}', 'the pattern is too large'],
  ['(?x)a', 'an unknown kind of group'],
  ['('.repeat(1_000), 'the nesting is too deep'],
  [`a${'(?i)*'.repeat(10_000)}`, 'the nesting is too deep'],
])('%s is refused', (pattern, problem) => {
  expect(matches(pattern, '')).toBe(`Invalid regular expression: ${problem}.`);
});

test('a pattern that is exponential in a backtracking engine stays within the work limit', () => {
  expect(matches('(a+)+(a|aa)*$', `${'a'.repeat(100_000)}!`)).toBe(false);
});

test('a set of many Unicode classes reads a long text before the test times out', () => {
  const classes = [String.raw`\pL`, String.raw`\p{^Greek}`, String.raw`\p{Greek}`];
  expect(matches(`(1|[${classes[0]?.repeat(100_000) ?? ''}])*b`, '1'.repeat(40_000))).toBe(false);
  expect(matches(`[${classes.join('').repeat(5000)}]*`, 'a1α'.repeat(10_000))).toBe(true);
});

test('a large pattern on a large text throws at the work limit', () => {
  const regex = compileRegex(`(${'a?'.repeat(1_000)})*`);
  if (regex instanceof RegexError) throw regex;
  expect(() => regex.matchesWhole('a'.repeat(100_000), new Meter())).toThrow(LimitError);
});

test('searching again and again throws at the work limit', () => {
  const regex = compileRegex('a*b|a');
  if (regex instanceof RegexError) throw regex;
  const text = 'a'.repeat(40_000);
  const meter = new Meter();
  expect(() => {
    for (let at = 0; at < text.length;) at = regex.find(text, at, meter)?.end ?? text.length;
  }).toThrow(LimitError);
});

/** Patterns that mean the same in RE2 and in JavaScript. */
const shared = fc.letrec<{ pattern: string }>((tie) => ({
  pattern: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom('a', 'b', 'c', '.', '[ab]', '[^a]', '\\b', '^', '$', 'ab'),
    fc.tuple(tie('pattern'), tie('pattern')).map(([left, right]) => left + right),
    fc.tuple(tie('pattern'), tie('pattern')).map(([left, right]) => `(?:${left}|${right})`),
    // JavaScript ends a loop whose body matched the empty string, and RE2 does not. The letter avoids the difference.
    fc
      .tuple(tie('pattern'), fc.constantFrom('*', '+', '?', '*?', '+?', '??', '{1,2}', '{2}'))
      .map(([inner, repeat]) => `(?:a${inner})${repeat}`),
  ),
})).pattern;

test('a search finds the same match as JavaScript, for patterns that mean the same in both', () => {
  fc.assert(
    fc.property(
      shared,
      fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 12 }),
      (pattern, text) => {
        const regex = compileRegex(pattern);
        if (regex instanceof RegexError) throw regex;
        const found = new RegExp(pattern, 'u').exec(text);
        const expected = found === null ? null : { start: found.index, end: found.index + found[0].length };
        expect(regex.find(text, 0, new Meter())).toEqual(expected);
        expect(regex.matchesWhole(text, new Meter())).toBe(new RegExp(`^(?:${pattern})$`, 'u').test(text));
      },
    ),
    { numRuns: 1_000 },
  );
});

test('any pattern compiles or throws a RegexError, and matching terminates', () => {
  const part = fc.constantFrom(
    ...'a.*+?|()[]{}^$\\-1,:=!<>pP&iQEdwbxZz'.split(''),
    '[[:',
    ':]]',
    '(?',
    '\\p{L}',
    '{2,3}',
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 25 }), fc.string({ maxLength: 20 }), (parts, text) => {
      const regex = compileRegex(parts.join(''));
      if (regex instanceof RegexError) return;
      regex.matchesWhole(text, new Meter());
      regex.find(text, 0, new Meter());
    }),
    { numRuns: 2_000 },
  );
});
