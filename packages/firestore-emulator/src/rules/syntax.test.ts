import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { RulesError, parseRuleset } from '#firestore/rules/ruleset.ts';
import { decide, evaluate, inDatabase, requestOf } from '#firestore/rules/test-support.ts';

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

/** Returns the positions and messages of the warnings of a source that loads. */
function warningsOf(source: string): readonly string[] {
  return parseRuleset(source).warnings.map(
    ({ line, column, message }) => `${String(line)}:${String(column)} ${message}`,
  );
}

/** Wraps rules in a match for the database. The rules start on line 4. */
function problemIn(rules: string): string {
  return problem(inDatabase(rules));
}

function problemOf(condition: string): string {
  return problemIn(`match /a/{id} { allow get: if\n${condition}\n; }`);
}

test.each([
  ['', "1:1 Unexpected end of the file; expected 'service' or 'function'."],
  ["rules_version = '2';", "1:21 Unexpected end of the file; expected 'service' or 'function'."],
  ['function f() { return true; } match', "1:31 Unexpected 'match'; expected 'service' or 'function'."],
  ['service cloud.firestore {}', '1:26 The body of a service must have at least one declaration.'],
  ["rules_version = '3'; service cloud.firestore {}", "1:17 rules_version must be '1' or '2'."],
  [
    'service cloud.firestore { allow read; }',
    "1:27 Unexpected 'allow'; expected 'match', 'function' or '}'.",
  ],
  ['service cloud.firestore {', "1:26 Unexpected end of the file; expected 'match', 'function' or '}'."],
  ['service cloud.firestore { /* open', '1:27 The comment does not end.'],
  ['service cloud.firestore { § }', "1:27 Unexpected character '§'."],
])('%j is refused at its place', (source, message) => {
  expect(problem(source)).toBe(message);
});

test.each([
  ['match a/b {}', "4:7 Unexpected 'a'; expected a path that starts with '/'."],
  ['match /a/ {}', "4:12 Unexpected '}'; expected the name of a wildcard."],
  ['match /a/{b} {}', '4:15 The body of a match must have at least one declaration.'],
  ['match /a/{b}/{b} { allow get; }', "4:15 The wildcard 'b' is declared twice."],
  ['match /a/{b=* *} { allow get; }', "4:15 Unexpected '*'; expected '}'."],
  ['match /a/{match} { allow get; }', "4:11 'match' is a reserved word."],
  ['match /a/{math} { allow get; }', "4:11 'math' is a namespace, not a variable."],
  ['match /{a=**}/{b=**} { allow get; }', '4:16 A path can have at most one recursive wildcard.'],
  ['match /{a=**} { match /{b=**} { allow get; } }', '4:25 A path can have at most one recursive wildcard.'],
  ['match /a/{b} { allow get: true; }', "4:27 Unexpected 'true'; expected 'if'."],
  ['match /a/{b} { allow get if true; }', "4:26 Unexpected 'if'; expected ';'."],
  ['function f() { }', "4:16 Unexpected '}'; expected 'return'."],
  ['function f() { return f(); }', "4:23 The function 'f' calls itself."],
  ['function f() { return g(); } function g() { return f(); }', "4:52 The function 'f' calls itself."],
  ['function f() { return 1; } function f() { return 2; }', "4:37 The function 'f' is declared twice."],
  ['function f(a, a) { return 1; }', "4:15 'a' is declared twice."],
  ['function f(a) { let a = 1; return 1; }', "4:21 'a' is declared twice."],
  ['function f() { let a = 1 return a; }', "4:26 Unexpected 'return'; expected ';'."],
  ['function f(a,) { return a; }', "4:14 Unexpected ')'; expected the name of a parameter."],
  ['function f(in) { return 1; }', "4:12 'in' is a reserved word."],
])('%j is refused at its place', (rules, message) => {
  expect(problemIn(rules)).toBe(message);
});

test.each([
  ['math', "5:1 'math' is a namespace, not a variable."],
  ['math.pi', "5:1 'math' is a namespace, not a variable."],
  ['1 is text', "5:3 Unknown type 'text'."],
  ['"a".matches("(")', "5:13 Invalid regular expression: '(' without ')'."],
  ['"a".matches("a(?=b)")', '5:13 Invalid regular expression: RE2 has no lookaround.'],
  ['"a".matches("(a)\\\\1")', '5:13 Invalid regular expression: RE2 has no backreferences.'],
  ['9223372036854775808 > 0', '5:1 The integer does not fit into 64 bits.'],
  ['1a == 1', "5:1 A letter or digit may not follow the number '1' directly."],
  ['1e3 == 1000', "5:1 A letter or digit may not follow the number '1' directly."],
  ['0x1F == 31', "5:1 A letter or digit may not follow the number '0' directly."],
  ['010 == 10', "5:1 A letter or digit may not follow the number '0' directly."],
  ['--1 == 1', "5:1 Unexpected '--'; expected an expression."],
  ['- -1 == 1', "5:3 Unexpected '-'; expected an operand."],
  ['1--1 == 2', "5:2 Unexpected '--'; expected ';'."],
  ["'a", '5:1 The string does not end on its line.'],
  ["'a\\q'", '5:3 Unknown escape in a string.'],
  ["'\\U00000041' == 'A'", '5:2 Unknown escape in a string.'],
  ['1 +', "6:1 Unexpected ';'; expected an expression."],
  ['true ? 1', "6:1 Unexpected ';'; expected ':'."],
  ['[1, 2', "6:1 Unexpected ';'; expected ']'."],
  ['true true', "5:6 Unexpected 'true'; expected ';'."],
  ['a && = b', "5:6 Unexpected '='; expected an expression."],
  ['get(/a//b)', "6:1 Unexpected ';'; expected ')'."],
  ['4/2 == 2', "5:2 Unexpected '/'; expected ';'."],
  ['/a/$ == id', "5:4 Unexpected '$'; expected an expression."],
  ['$ == id', "5:1 Unexpected '$'; expected an expression."],
  ['$(id) == id', "5:1 Unexpected '$'; expected an expression."],
  ['id.$ == id', "5:4 Unexpected '$'; expected the name of a member."],
  ["4/'a'.size() == 4", "5:2 Unexpected '/'; expected ';'."],
  ['/a/é is path', "5:4 Unexpected character 'é'."],
  ['true\u00a0', "5:5 Unexpected character '\u00a0'."],
  ['true /* b', '5:6 The comment does not end.'],
  ["resource.data.service == 'a'", "5:15 'service' is a reserved word: write ['service']."],
  ['resource.data.rules_version()', "5:15 'rules_version' is a reserved word: write ['rules_version']."],
  ['resource.data.=', "5:15 Unexpected '='; expected the name of a member."],
])('the condition %j is an error with its position', (condition, message) => {
  expect(problemOf(condition)).toBe(message);
});

test.each([
  ['isOwner()', ['5:1 Invalid function name: isOwner.'], 'Function not found error: Name: [isOwner].'],
  ['reqest.auth != null', ['5:1 Invalid variable name: reqest.'], 'Null value error.'],
  ['$$ == null', ['5:1 Invalid variable name: $$.'], 'Null value error.'],
  ['reqest == null', ['5:1 Invalid variable name: reqest.'], 'Null value error.'],
  ['get', ['5:1 Invalid variable name: get.'], 'Null value error.'],
  [
    'math.sin(1) == 1',
    ['5:6 Invalid function name: math.sin.'],
    'Function not found error: Name: [math.sin].',
  ],
  [
    'id.startsWith("a")',
    ['5:4 Invalid function name: startsWith.'],
    'Function not found error: Name: [startsWith].',
  ],
  [
    'exists()',
    ['5:1 Incorrect number of arguments supplied to function: exists.'],
    'Incorrect number of arguments. Received: 0. Expected: exists(path).',
  ],
  [
    'math.pow(1) == 1',
    ['5:6 Incorrect number of arguments supplied to function: math.pow.'],
    'Incorrect number of arguments. Received: 1. Expected: math.pow(number, number).',
  ],
  [
    'id.size(1) == 1',
    ['5:4 Incorrect number of arguments supplied to function: size.'],
    'Incorrect number of arguments. Received: 1. Expected: string.size().',
  ],
  [
    '"a".hasAll([])',
    ['5:1 Invalid type. Received one of [string]. Expected one of [list, set].'],
    'Type error. Received: [string] Expected: [list,set].',
  ],
  [
    '[1].toSet().join(",") == ""',
    ['5:5 Invalid type. Received one of [set]. Expected one of [list].'],
    'Type error. Received: [set] Expected: [list].',
  ],
  [
    '"a".length == 1',
    ['5:1 Invalid type. Received one of [string]. Expected one of [map].'],
    'Type error. Received: [string] Expected: [map,path].',
  ],
  [
    '/a/$(request.auth.uid)/ 2 == /a/b / (1)',
    [
      '5:1 Invalid type. Received one of [path]. Expected one of [int, float].',
      '5:30 Invalid type. Received one of [path]. Expected one of [int, float].',
    ],
    'Null value error.',
  ],
  [
    '1 + null == 1',
    ['5:5 Invalid type. Received one of [null]. Expected one of [int, float, string, duration, timestamp].'],
    'Null value error.',
  ],
  [
    '1',
    ['5:1 Invalid type. Permission statements expect a boolean value. Received one of [int].'],
    'The condition is not a bool',
  ],
  [
    '"a" == 1',
    ['5:5 The sub-expressions are not comparable, so this comparison will always return false.'],
    'false',
  ],
  [
    'f(g(), h)',
    ['5:1 Invalid function name: f.', '5:3 Invalid function name: g.', '5:8 Invalid variable name: h.'],
    'Function not found error: Name: [f].',
  ],
])(
  'the condition %j loads with a warning, denies, and does not prevent || true',
  (condition, warnings, reason) => {
    expect(warningsOf(inDatabase(`match /docs/{id} { allow get: if\n${condition}\n; }`))).toEqual(warnings);
    expect(evaluate(condition)).toBe(reason);
    expect(evaluate(`(${condition}) || true`)).toBe('true');
  },
);

test.each([
  ['allow fly, get;', ['5:7 Invalid method name: fly.']],
  ['allow Get, WRITE;', []],
  [
    'function f(a, b) { let c = a; return a; } allow get;',
    ['5:10 Unused function: f.', '5:15 Unused variable: b.', '5:24 Unused variable: c.'],
  ],
  [
    'function f(a) { return a; } allow get: if f() || f(1, 2) || f(true);',
    [
      '5:43 Incorrect number of arguments supplied to function: f.',
      '5:50 Incorrect number of arguments supplied to function: f.',
    ],
  ],
  ['function f() { let a = a; return a; } allow get: if f() || true;', ['5:24 Invalid variable name: a.']],
  ['function f() { return id == database; } match /{id}/{database} { allow get: if f(); } allow get;', []],
])('%j loads with a warning, and a rule beside it still grants', (rules, warnings) => {
  const source = inDatabase(`match /docs/{id} {\n${rules} }`);
  expect(warningsOf(source)).toEqual(warnings);
  const attempt = requestOf({ method: 'get', path: 'docs/one' });
  expect(parseRuleset(source).decide(attempt, { get: () => null, getAfter: () => null }).allowed).toBe(true);
});

function withLets(count: number, condition: string): string {
  const lets = letters(count).map((name) => `let ${name} = 1;`);
  const sum = letters(count).join('+');
  return `function f() { ${lets.join(' ')} return ${sum} > 0; } match /docs/{id} { allow get: if\n${condition}; }`;
}

test('a function with an eleventh variable loads with a warning, and is an error', () => {
  const warning = 'Maximum allowed variable count of 10 for a given function has been reached.';
  const attempt = { method: 'get', path: 'docs/one' } as const;
  for (const count of [11, 12, 30]) {
    expect(warningsOf(inDatabase(withLets(count, 'f()')))).toEqual([`4:140 ${warning}`]);
    expect(decide(withLets(count, 'f()'), attempt)).toMatchObject({ reason: `${warning} for 'get' @ L4` });
    expect(decide(withLets(count, 'f() || true'), attempt).allowed).toBe(true);
  }
  expect(warningsOf(inDatabase(withLets(10, 'f()')))).toEqual([]);
  expect(decide(withLets(10, 'f()'), attempt).allowed).toBe(true);
});

function serviceBlock(collection: string, condition: string): string {
  return `service cloud.firestore { match /databases/{d}/documents {
       function own() { return shared(); }
       match /${collection}/{id} { allow read${condition}; } } }`;
}

test('a service that Firebase does not have loads with a warning', () => {
  const rules = '{ match /databases/{d}/documents { match /a/{id} { allow read; } } }';
  const source = `rules_version = '2'; service cloud.fierstore ${rules} service firebase.storage ${rules}`;
  const [warning] = parseRuleset(source).warnings;
  expect(warningsOf(source)).toEqual(['1:30 Invalid service name: cloud.fierstore.']);
  expect(warning).toMatchObject({ offset: 29, endOffset: 43 });
});

test('a second block of a service loads with a warning, and grants nothing', () => {
  const ruleset = parseRuleset(`rules_version = '2'; function shared() { return true; }
    ${serviceBlock('a', ': if own()')}
    ${serviceBlock('b', ': if own()')} service firebase.storage { match /f { allow read; } }
    ${serviceBlock('c', '')} service firebase.storage { match /f { allow read; } }`);
  const decideGet = (method: 'get' | 'list', path: string) =>
    ruleset.decide(requestOf({ method, path }), { get: () => null, getAfter: () => null });
  expect(ruleset.warnings.map(({ line, column, message }) => [line, column, message])).toEqual([
    [5, 13, 'Duplicate service name declaration.'],
    [8, 13, 'Duplicate service name declaration.'],
    [9, 17, 'Unused function: own.'],
    [10, 50, 'Duplicate service name declaration.'],
  ]);
  expect(decideGet('get', 'a/1')).toMatchObject({ allowed: true });
  expect(decideGet('get', 'b/1')).toMatchObject({
    reason: "Duplicate service name declaration. for 'get' @ L7",
  });
  expect(decideGet('list', 'c')).toMatchObject({
    reason: "Duplicate service name declaration. for 'list' @ L10",
  });
});

test.each([
  ["'b'", "'b'"],
  ["it's", "it's"],
  ['b&&c', 'b&&c'],
  ['*', '*'],
  ['b.c:d@e~f-g_h', 'b.c:d@e~f-g_h'],
  ['(default)', '(default)'],
  ["(b'*.+%20)", "(b'*.  )"],
  ['b+c', 'b c'],
  ['%e2%82%ac%41', '€A'],
])('the literal segment %j is the id %j, in a match and in a condition', (segment, id) => {
  const attempt = { method: 'get', path: `a/${id}` } as const;
  const source = `match /a/${segment} { allow get: if request.path[4] == /a/${segment}[1]; }`;
  expect(decide(source, attempt).allowed).toBe(true);
  expect(decide(source, { ...attempt, path: 'a/other' }).allowed).toBe(false);
});

test('a comment ends a path, and a star without the end of a comment is a segment', () => {
  const attempt = { method: 'get', path: 'a/*' } as const;
  expect(decide('match /a/{id}/* b */ { allow get: if /a/b/* c */ == /a/b; }', attempt).allowed).toBe(true);
  expect(decide('match /a/* { allow get: if /a/* == /a/$(request.path[4]); }', attempt).allowed).toBe(true);
});

test('in a function that no rule calls, the warnings include the variables and functions of requests', () => {
  const rules = 'function f() { return g(); } function g() { return request == null || exists(/a/b); }';
  expect(warningsOf(inDatabase(`${rules} match /a/{b} { allow get; }`))).toEqual([
    '4:10 Unused function: f.',
    '4:52 Invalid variable name: request.',
    '4:71 Invalid function name: exists.',
  ]);
});

test('rules of another service in the file are ignored', () => {
  const storage = 'service firebase.storage { match /b/{bucket}/o { allow read: if unknown(); } }';
  const source = inDatabase('match /docs/{id} { allow get; }');
  expect(warningsOf(`${source} ${storage} function after() { return true; }`)).toEqual([
    expect.stringContaining('Unused function: after.'),
  ]);
  expect(problem(storage)).toBe('loads');
});

function letters(count: number): string[] {
  return Array.from({ length: count }, (_, at) => `v${String(at)}`);
}

test('a source over a limit of the real service is an error', () => {
  expect(problemIn(`function f(${letters(8).join()}) { return 1; }`)).toContain('at most 7 parameters');
  const calls = letters(22).map(
    (name, at) => `function ${name}() { return ${at === 0 ? '1' : `v${String(at - 1)}()`}; }`,
  );
  const nested = (count: number) =>
    problem(
      inDatabase(
        `${calls.slice(0, count).join('\n')} match /a { allow get: if v${String(count - 1)}() == 1; }`,
      ),
    );
  expect(nested(22)).toContain('at most 20 levels deep');
  expect(nested(21)).toBe('loads');
  expect(
    problemIn(
      `match ${letters(20)
        .map((name) => `/{${name}}`)
        .join('')} { allow get; }`,
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
  const nested = inVersion1('match /{all=**} { match /x { allow get; } }');
  expect(warningsOf(nested)).toContain('1:67 Glob(**) resource rules should not have child resource rules.');
  const attempt = requestOf({ method: 'get', path: 'a/x' });
  expect(parseRuleset(nested).decide(attempt, { get: () => null, getAfter: () => null }).allowed).toBe(false);
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
      function local(x) { let y = x; return y }
      allow read, write: if local([1, 2,],) == {"a": 1,} || signedIn() && always()
      match /service/{get} { allow get }
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
  for (const condition of deep)
    expect(problemOf(condition)).toMatch(
      /^\d+:\d+ (Expression is too complex to evaluate safely|The expression is too long)\.$/,
    );
  expect(problemIn('match /a {'.repeat(20_000))).toContain('at most 10 levels deep');
});

test('deep nesting in each of twenty nested calls is an error, not a stack overflow', () => {
  const declarations = Array.from({ length: 20 }, (_, at) => {
    const inner = at === 19 ? '1' : `f${String(at + 1)}()`;
    return `function f${String(at)}() { return ${'['.repeat(98)}${inner}${']'.repeat(98)}; }`;
  });
  const rules = `${declarations.join('\n')} match /a/{id} { allow get: if f0() == 1; }`;
  expect(decide(rules, { method: 'get', path: 'a/b' })).toMatchObject({
    reason: expect.stringContaining('maximum of 1000 expressions'),
  });
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
