import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { RulesError, parseRuleset } from '#firestore/rules/ruleset.ts';
import { decide, evaluate, inDatabase } from '#firestore/rules/test-support.ts';

/** Returns the position and message of the error in a source. */
function problem(source: string): string {
  try {
    parseRuleset(source);
  } catch (error) {
    if (error instanceof RulesError) return `${String(error.line)}:${String(error.column)} ${error.message}`;
    throw error;
  }
  return 'loads';
}

/** Wraps rules in a match for the database. The rules start on line 4. */
function problemIn(rules: string): string {
  return problem(inDatabase(rules));
}

function problemOf(condition: string): string {
  return problemIn(`match /a/{id} { allow get: if\n${condition}\n; }`);
}

test.each([
  ['', "1:1 Unexpected the end of the file; expected 'service'."],
  ['service cloud.storage {}', "1:9 The service must be cloud.firestore, not 'cloud.storage'."],
  ["rules_version = '3'; service cloud.firestore {}", "1:17 rules_version must be '1' or '2'."],
  [
    'service cloud.firestore { allow read; }',
    "1:27 Unexpected 'allow'; expected 'match', 'function' or '}'.",
  ],
  ['service cloud.firestore {', "1:26 Unexpected the end of the file; expected 'match', 'function' or '}'."],
  [
    'service cloud.firestore {} service cloud.firestore {}',
    "1:28 Unexpected 'service'; expected the end of the file.",
  ],
  ['service cloud.firestore { /* open', '1:27 The comment does not end.'],
  ['service cloud.firestore { § }', "1:27 Unexpected character '§'."],
])('%j is refused at its place', (source, message) => {
  expect(problem(source)).toBe(message);
});

test.each([
  ['match a/b {}', "4:7 Unexpected 'a'; expected a path that starts with '/'."],
  ['match /a/ {}', "4:12 Unexpected '}'; expected the name of a wildcard."],
  ['match /a/{b}/{b} {}', "4:15 The wildcard 'b' is declared twice."],
  ['match /{database} {}', "4:9 The wildcard 'database' is declared twice."],
  ['match /{a=**}/{b=**} {}', '4:16 A match can have at most one recursive wildcard.'],
  [
    'match /a/{b} { allow fly; }',
    "4:22 Unexpected 'fly'; expected a method: read, write, get, list, create, update or delete.",
  ],
  ['match /a/{b} { allow get: true; }', "4:27 Unexpected 'true'; expected 'if'."],
  ['match /a/{b} { allow get if true; }', "4:26 Unexpected 'if'; expected ';'."],
  ['function f() { }', "4:16 Unexpected '}'; expected 'return'."],
  ['function f() { return f(); }', "4:23 The function 'f' calls itself."],
  ['function f() { return g(); } function g() { return f(); }', "4:52 The function 'f' calls itself."],
  ['function f() { return 1; } function f() { return 2; }', "4:37 The function 'f' is declared twice."],
  ['function f(a, a) { return 1; }', "4:15 'a' is declared twice."],
  ['function f(a) { let a = 1; return 1; }', "4:21 'a' is declared twice."],
  ['function f() { let a = a; return 1; }', "4:24 Unknown variable 'a'."],
  ['function f(in) { return 1; }', "4:12 'in' is a reserved word."],
])('%j is refused at its place', (rules, message) => {
  expect(problemIn(rules)).toBe(message);
});

test.each([
  ['reqest.auth != null', "5:1 Unknown variable 'reqest'."],
  ['isOwner()', "5:1 Unknown function 'isOwner'."],
  ['exists()', "5:1 'exists' takes 1 argument, not 0."],
  ['get', "5:1 'get' is a function; call it with '()'."],
  ['math', "5:1 'math' is a namespace, not a value."],
  ['math.pi', "5:6 Unknown member 'pi' of a namespace."],
  ['math.sin(1)', "5:6 Unknown function 'math.sin'."],
  ['math.pow(1)', "5:6 'pow' takes 2 arguments, not 1."],
  ['resource.data.size(1) == 1', "5:15 'size' takes 0 arguments, not 1."],
  ['resource.data.title.startsWith("a")', "5:21 Unknown method 'startsWith'."],
  ['"a".hasAll([])', "5:5 A string has no method 'hasAll'."],
  ['[1].toSet().join(",")', "5:13 A set has no method 'join'."],
  ['"a".length == 1', "5:5 A string has no member 'length'."],
  ['1 is text', "5:3 Unknown type 'text'."],
  ['"a".matches("(")', "5:13 Invalid regular expression: '(' without ')'."],
  ['"a".matches("a(?=b)")', '5:13 Invalid regular expression: RE2 has no lookaround.'],
  ['"a".matches("(a)\\\\1")', '5:13 Invalid regular expression: RE2 has no backreferences.'],
  ['9223372036854775808 > 0', '5:1 The integer does not fit into 64 bits.'],
  ['1a == 1', "5:1 A letter may not follow a number directly: '1'."],
  ["'a", '5:1 The string does not end on its line.'],
  ["'a\\q'", '5:3 Unknown escape in a string.'],
  ["'\\uD800' == ''", '5:2 Unknown escape in a string.'],
  ['1 +', "6:1 Unexpected ';'; expected an expression."],
  ['true ? 1', "6:1 Unexpected ';'; expected ':'."],
  ['[1, 2', "6:1 Unexpected ';'; expected ']'."],
  ['true true', "5:6 Unexpected 'true'; expected ';'."],
  ['a && = b', "5:6 Unexpected '='; expected an expression."],
  ['get(/a//b)', "6:1 Unexpected ';'; expected ')'."],
  ['/a/$(b) == null', "5:6 Unknown variable 'b'."],
  ['resource.data.=', "5:15 Unexpected '='; expected the name of a member."],
])('the condition %j is an error with its position', (condition, message) => {
  expect(problemOf(condition)).toBe(message);
});

function letters(count: number): string[] {
  return Array.from({ length: count }, (_, at) => `v${String(at)}`);
}

test('a source over a limit of the real service is an error', () => {
  expect(problemIn(`function f(${letters(8).join()}) { return 1; }`)).toContain('at most 7 parameters');
  const lets = letters(11)
    .map((name) => `let ${name} = 1;`)
    .join(' ');
  expect(problemIn(`function f() { ${lets} return 1; }`)).toContain('at most 10 variables');
  const calls = letters(21).map(
    (name, at) => `function ${name}() { return ${at === 0 ? '1' : `v${String(at - 1)}()`}; }`,
  );
  expect(problemIn(calls.join('\n'))).toContain('at most 20 levels deep');
  expect(problemIn(calls.slice(0, 20).join('\n'))).toBe('loads');
  expect(
    problemIn(
      `match ${letters(20)
        .map((name) => `/{${name}}`)
        .join('')} {}`,
    ),
  ).toContain('at most 20 wildcards');
  expect(problemIn(`match ${'/a'.repeat(98)} { allow get; }`)).toContain('at most 100 segments');
  expect(problem(`//${' '.repeat(256 * 1024)}`)).toContain('larger than 256 KB');
});

function inVersion1(inner: string): string {
  return `service cloud.firestore { match /databases/{database}/documents { ${inner} } }`;
}

test("a recursive wildcard of version '1' must end its path", () => {
  expect(problem(inVersion1('match /{all=**}/x { allow get; }'))).toContain(
    "rules_version '1' must end its path",
  );
  expect(problem(inVersion1('match /{all=**} { match /x { allow get; } }'))).toContain(
    "rules_version '1' must end its path",
  );
  expect(problem(inVersion1('match /{all=**} { allow get; }'))).toBe('loads');
});

test('common style loads: comments, functions at every level, missing semicolons, trailing commas', () => {
  expect(
    problem(`// a file
rules_version = "2"
/* functions may stand
   outside the service */
function signedIn() { return request.auth != null }
service cloud.firestore {
  function always() { return true; }
  match /databases/{db}/documents {
    match /a-b_c.d/{id=*} {
      function local(x,) { let y = x return y }
      allow read, write: if local([1, 2,]) == {"a": 1,} || signedIn() && always()
      match /sub/{service} { allow get }
    }
  }
}
`),
  ).toBe('loads');
});

test('an inner name shadows an outer name, and a function sees the names of its own scope', () => {
  const rules = `function who() { return 'outer'; }
match /a/{id} {
  function who() { return 'inner'; }
  function named(id) { return id == 'given'; }
  allow get: if who() == 'inner' && named('given') && id == 'one';
}`;
  expect(problemIn(rules)).toBe('loads');
});

test('deep nesting is an error, not a stack overflow', () => {
  const deep = [
    '('.repeat(100_000),
    '!'.repeat(100_000),
    '['.repeat(100_000),
    `1${'+1'.repeat(100_000)}`,
    `resource${'.a'.repeat(100_000)}`,
    'true?'.repeat(50_000),
    `resource${'[0'.repeat(50_000)}`,
    '/$('.repeat(50_000),
  ];
  for (const condition of deep) expect(problemOf(condition)).toMatch(/^\d+:\d+ The nesting is too deep\.$/);
  expect(problemIn('match /a {'.repeat(20_000))).toContain('at most 10 levels deep');
});

test('deep nesting in each of twenty nested calls is an error, not a stack overflow', () => {
  const declarations = Array.from({ length: 20 }, (_, at) => {
    const inner = at === 19 ? '1' : `f${String(at + 1)}()`;
    return `function f${String(at)}() { return ${'['.repeat(148)}${inner}${']'.repeat(148)}; }`;
  });
  const rules = `${declarations.join('\n')} match /a/{id} { allow get: if f0() == 1; }`;
  expect(decide(rules, { method: 'get', path: 'a/b' })).toMatchObject({
    reason: expect.stringContaining('More than 1000 expressions'),
  });
});

test('a long chain of || is not deep nesting', () => {
  expect(evaluate(`${'false || '.repeat(5_000)}true`)).toBe('true');
});

const words = `match allow read if true service cloud.firestore function let return request resource in is
  ' " \\ / { } ( ) [ ] $( =** == && || ! - . , ; : ? 1 1.5 /* // b' \\u00 🙂 \u0000 \n`.split(' ');
const fragments = fc.constantFrom(...words);

/** Returns the position of the error, or null if the source loads. */
function errorPositionOf(source: string): { line: number; column: number } | null {
  try {
    parseRuleset(source);
    return null;
  } catch (error) {
    if (error instanceof RulesError) return error;
    throw error;
  }
}

test('any text loads or throws a RulesError with a position inside the text', () => {
  const source = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.array(fragments, { maxLength: 40 }).map((parts) => parts.join(' ')),
    fc
      .array(fragments, { maxLength: 40 })
      .map((parts) => inDatabase(`match /a/{b} { allow get: if ${parts.join('')}; }`)),
  );
  fc.assert(
    fc.property(source, (text) => {
      const lines = text.split('\n');
      const { line, column } = errorPositionOf(text) ?? { line: 1, column: 1 };
      expect(lines.slice(line - 1, line).join('').length).toBeGreaterThanOrEqual(column - 1);
    }),
    { numRuns: 1_500 },
  );
});
