import { expect, test } from 'vitest';
import { parseRuleset, RulesError } from '#firestore/rules/ruleset.ts';
import { evaluate, inDatabase } from '#firestore/rules/test-support.ts';

/** Returns the position and message of the error in rules, which start on line 4. */
function problemIn(rules: string): string {
  try {
    parseRuleset(inDatabase(rules));
  } catch (error) {
    if (error instanceof RulesError) return `${String(error.line)}:${String(error.column)} ${error.message}`;
    throw error;
  }
  return 'loads';
}

function problemOf(condition: string): string {
  const called = 'function f(x) { return x; }';
  return problemIn(`${called}\nmatch /a/{id} { allow get: if \n${condition}; }`);
}

function tooComplexAt(line: number, column: number): string {
  return `${String(line)}:${String(column)} Expression is too complex to evaluate safely.`;
}

/**
 * A text of n levels. Each was measured in the official emulator: the greatest n that loads, and the column of the first
 * error of the next n.
 */
const LIMITS: readonly (readonly [
  name: string,
  text: (n: number) => string,
  greatest: number,
  column: number,
])[] = [
  ['||', (n) => `${'false || '.repeat(n)}true`, 98, 1],
  ['&&', (n) => `${'true && '.repeat(n)}true`, 98, 1],
  ['&& in ||', (n) => `${'true && false || '.repeat(n)}true`, 97, 1],
  ['|| in parentheses', (n) => around('false || (', n, 'true', ')'), 49, 491],
  ['+', (n) => `${'1 + '.repeat(n)}1 == 1`, 97, 1],
  ['*', (n) => `${'1 * '.repeat(n)}1 == 1`, 97, 1],
  ['+ in parentheses', (n) => `${around('1 + (', n, '1', ')')} == 1`, 48, 246],
  ['==', (n) => `true${' == true'.repeat(n)}`, 98, 1],
  ['is', (n) => `1${' is int'.repeat(n)}`, 98, 1],
  ['in', (n) => `1${' in [1]'.repeat(n)}`, 97, 7],
  ['parentheses', (n) => around('(', n, 'true', ')'), 98, 100],
  ['!', (n) => around('!', n, 'true', ''), 98, 100],
  ['! and parentheses', (n) => around('!(', n, 'true', ')'), 49, 100],
  ['a minus and parentheses', (n) => `${around('-(', n, '1', ')')} == 1`, 97, 197],
  ['the end of a conditional', (n) => `${'false ? true : '.repeat(n)} true`, 98, 1471],
  ['the middle of a conditional', (n) => around('true ? ', n, 'true ', ': true '), 98, 687],
  ['the condition of a conditional', (n) => around('(', n, 'true', ' ? true : true)'), 49, 51],
  ['lists', (n) => `${around('[', n, '1', ']')} != null`, 97, 99],
  ['maps', (n) => `${around("{'a':", n, '1', '}')} != null`, 97, 487],
  ['an index', (n) => `${around('[1][', n, '0', ']')} == 1`, 97, 390],
  ['paths', (n) => `${around('/a/$(', n, 'id', ')')} != null`, 97, 491],
  ['calls', (n) => `${around('f(', n, '1', ')')} != null`, 97, 197],
  ['calls of built-in functions', (n) => `${around('int(', n, '1', ')')} != null`, 97, 393],
  ['arguments of a method', (n) => around("'a'.matches(", n, "'a'", ')'), 98, 1189],
  ['reads of documents', (n) => around('exists(/a/$(', n, 'id', '))'), 49, 596],
];

function around(open: string, n: number, inner: string, close: string): string {
  return open.repeat(n) + inner + close.repeat(n);
}

test.each(LIMITS)('a condition is too complex by %s', (_, text, greatest, column) => {
  expect(problemOf(text(greatest))).toBe('loads');
  expect(problemOf(text(greatest + 1))).toBe(tooComplexAt(6, column));
});

test('the position is that of the first expression that is 100 levels deep', () => {
  expect(problemOf(`${'false || '.repeat(120)}true`)).toBe(tooComplexAt(6, 1));
  expect(problemOf(`true || (${around('(', 120, 'true', ')')})`)).toBe(tooComplexAt(6, 107));
  expect(problemOf(around('(', 97, '(1).x == -1', ')'))).toBe(tooComplexAt(6, 99));
  expect(problemOf(around('(', 98, '-1 == 1', ')'))).toBe(tooComplexAt(6, 99));
});

test.each([
  ['members', (n: number) => `request${'.a'.repeat(n)} == 1`],
  ['indexes', (n: number) => `request${"['a']".repeat(n)} == 1`],
  ['slices', (n: number) => `'a'${'[0:1]'.repeat(n)} == 'a'`],
  ['methods', (n: number) => `'a'${'.lower()'.repeat(n)} == 'a'`],
  ['items of a list', (n: number) => `[${'1, '.repeat(n)}] != null`],
])('a condition can have many %s', (_, text) => {
  expect(problemOf(text(700))).toBe('loads');
});

test('a long chain of methods evaluates', () => {
  expect(evaluate(`'a'${'.lower()'.repeat(900)} == 'a'`)).toBe('true');
});

function deep(levels: number, inner = 'true'): string {
  return `${'false || '.repeat(levels)}${inner}`;
}

function problemWith(inLet: number, inResult: number, inCondition: number): string {
  return problemIn(`function f() {
let a = ${deep(inLet)};
return ${deep(inResult, 'a')};
}
match /a/{id} { match /b/{other} { allow get: if
${deep(inCondition, 'f()')}; } }`);
}

test('each condition, variable and result has its own limit', () => {
  expect(problemWith(98, 98, 98)).toBe('loads');
  expect(problemWith(99, 98, 99)).toBe(tooComplexAt(5, 9));
  expect(problemWith(98, 99, 99)).toBe(tooComplexAt(6, 8));
  expect(problemWith(98, 98, 99)).toBe(tooComplexAt(9, 1));
});

test('a function that nothing calls and the rules of another service have the limit too', () => {
  const open = 'match /a/{id} { allow get; }';
  expect(problemIn(`function unused() { return ${deep(99)}; } ${open}`)).toContain('too complex');
  const storage = `service firebase.storage { match /b/{bucket}/o { allow read: if ${deep(99)}; } }`;
  expect(problemIn(`${open} }} ${storage} service other { match /a/{id} { allow get;`)).toContain(
    'too complex',
  );
});
