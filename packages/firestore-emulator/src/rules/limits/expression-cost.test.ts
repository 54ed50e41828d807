import { expect, test } from 'vitest';
import { allows, decide, where } from '#firestore/rules/test-support.ts';
import type { Attempt } from '#firestore/rules/test-support.ts';

const LIMIT = 1_000;
const GET: Attempt = { method: 'get', path: 'c/d', others: { 'c/e': { text: 'x' } } };

const FUNCTIONS = `
function f() { return true; }
function outer() { return f(); }
function ignore(x) { return true; }
function same(x) { return x; }
function twice(x) { return x == x; }
function second(x, y) { return y; }
function unusedLet() { let a = 1 + 1; return true; }
function usedLet() { let a = 1 + 1; return a == a; }
function twoLets() { let a = 1; let b = 2; return true; }`;

/** What each condition counts in the official emulator. Each was measured there, and each is true. */
const COSTS: readonly (readonly [string, number])[] = [
  // Literals, variables and operators count one each.
  ['true', 1],
  ['((true))', 1],
  ['null == null', 3],
  ["b'a' != 'a'", 3],
  ['1.5 != 1', 3],
  ['id == id', 3],
  ['database != 1', 3],
  ['request != null', 3],
  ['resource == null', 3],
  ['request.auth == null', 4],
  ['!false', 2],
  ['!!true', 3],
  ['1 < 2', 3],
  ['1 + 1 == 2', 5],
  ['2 * 3 == 6', 5],
  ['4 % 3 == 1', 5],
  ['(1 == 1) == true', 5],
  // The sign of a literal counts.
  ['-1 != 1', 4],
  ['-0 == 0', 4],
  ['-1.5 != 1', 4],
  ['-1 == -1', 5],
  ['-(1) == -1', 5],
  ['-(-1) == 1', 5],
  ['-9223372036854775808 != 1', 3],
  // `&&` and `||` count one, and one more if they evaluate their second operand.
  ['true && true', 4],
  ['true && true && true', 7],
  ['true && (true && true)', 7],
  ['true && (true && true && true)', 10],
  ['!(false && true)', 3],
  ['!(false && true && true)', 4],
  ['!(true && false)', 5],
  ['true || false', 2],
  ['true || false || false', 3],
  ['false || true', 4],
  ['false || false || true', 7],
  ['false && f() || true', 5],
  // A conditional counts two if its condition is true or fails, and four if it is false.
  ['true ? true : false', 4],
  ['1 == 1 ? true : 1 == 1', 6],
  ['false ? true : true', 6],
  ['false ? true : 1 == 1', 8],
  ['1 == 2 ? true : 1 == 1', 10],
  ['false ? true : false ? true : true', 11],
  ['true ? (false ? true : true) : true', 9],
  ['(null.x ? true : true) || true', 7],
  ['(1 ? true : true) || true', 6],
  // A call counts one, in addition to its arguments and to the result of the function. Each `let` counts one.
  ['f()', 2],
  ['outer()', 3],
  ['ignore(1 == 1)', 5],
  ['same(1 == 1)', 5],
  ['twice(1 + 1)', 7],
  ['second(1, true)', 4],
  ['unusedLet()', 6],
  ['usedLet()', 8],
  ['twoLets()', 6],
  ['second(null.x, 1 == 1)', 7],
  // Lists and maps count one, in addition to their items, keys and values.
  ['[] != null', 3],
  ['[1, 2] != null', 5],
  ['[f(), f()] != null', 7],
  ['{} != null', 3],
  ["{'a': 1, 'b': 2} != null", 7],
  ['[1][0] == 1', 6],
  ["{'a': 1}['a'] == 1", 7],
  ["{'a': 1}.a == 1", 6],
  ["{'a': {'b': 1}}.a.b == 1", 9],
  ["'abc'[0:1] == 'a'", 6],
  ['[1, 2][0:1] != null', 8],
  ['[1, 2][:1] != null', 8],
  ['[1, 2][1:] != null', 8],
  ['[1, 2][:] != null', 8],
  ["'a' in {'a': 1}", 5],
  ['1 in [1]', 4],
  // `is` counts two.
  ['1 is int', 3],
  // Methods and functions of a namespace count one, in addition to their arguments.
  ["'a'.size() == 1", 4],
  ["'a'.matches('a+b|a')", 3],
  ['[1, 2].hasAll([1])', 6],
  ["['a'].toSet() != null", 5],
  ["{'a': 1}.diff({}) != null", 7],
  ["{'a': 1}.get('a', 2) == 1", 8],
  ['math.abs(1) == 1', 4],
  ["duration.value(1, 's') != null", 5],
  ["int('1') == 1", 4],
  // A path counts one, in addition to each segment.
  ['/a != null', 4],
  ['/a/b != null', 5],
  ['/a/$(id)/b != null', 6],
  ["/a/b == /a/$('b')", 7],
  ['exists(/databases/$(database)/documents/c/e)', 7],
  ['get(/databases/$(database)/documents/c/e).data != null', 10],
  // An error counts what was evaluated, also the second operand.
  ['null.x == 1 + 1 || true', 9],
  ['null.x[1 + 1] || true', 9],
  ['(null.x && false) || true', 8],
  ["{'a': null.x, 'b': 1 + 1} != null || true", 13],
];

/** Is true, and counts `cost` expressions. */
function counting(cost: number): string {
  return `[${Array.from({ length: cost - 3 }, () => '1').join(', ')}] != null`;
}

const COST_OF_AND = 2;

test.each(COSTS)('%s counts %i expressions', (condition, cost) => {
  const after = (before: number) =>
    decide(`${FUNCTIONS} match /c/{id} { allow get: if ${counting(before)} && (${condition}); }`, GET);
  const fitting = LIMIT - COST_OF_AND - cost;
  expect(after(fitting)).toMatchObject({ allowed: true });
  expect(after(fitting + 1)).toMatchObject({
    allowed: false,
    reason: expect.stringContaining('maximum of 1000 expressions'),
  });
});

test('the allow statements of a request share the limit', () => {
  const failing = counting(LIMIT - 1).replace('!=', '==');
  expect(allows(`match /c/{id} { allow get: if ${failing}; allow get: if true; }`, GET)).toBe(true);
  expect(allows(`match /c/{id} { allow get: if ${failing}; allow get; }`, GET)).toBe(true);
  expect(allows(`match /c/{id} { allow get: if ${failing}; allow get: if !false; }`, GET)).toBe(false);
  expect(allows(`match /c/{id} { allow get: if ${failing}; allow get: if false; allow get; }`, GET)).toBe(
    false,
  );
  expect(
    allows(`match /c/{id} { allow get: if ${failing}; } match /{all=**} { allow get: if 1 == 1; }`, GET),
  ).toBe(false);
});

test('each alternative of a query has the whole limit', () => {
  const list: Attempt = { method: 'list', path: 'c', query: { where: where('a', 'in', [1n, 2n, 3n]) } };
  expect(allows(`match /c/{id} { allow list: if ${counting(LIMIT)}; }`, list)).toBe(true);
  expect(allows(`match /c/{id} { allow list: if ${counting(LIMIT + 1)}; }`, list)).toBe(false);
});
