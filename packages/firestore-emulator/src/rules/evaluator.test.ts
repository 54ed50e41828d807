import { expect, test } from 'vitest';
import { allows, decide, evaluate, referenceTo } from '#firestore/rules/test-support.ts';
import { GeoPoint, Timestamp } from '#firestore/model/value.ts';
import type { Value } from '#firestore/model/value.ts';

test.each([
  ['1 + 2 * 3 == 7'],
  ['(1 + 2) * 3 == 9'],
  ['2 * 3 % 4 == 2'],
  ['10 - 4 - 3 == 3'],
  ['-2 + 3 == 1 && - 2 * -3 == 6'],
  ['!false == true'],
  ['1 < 2 == true'],
  ['1 + 1 in [2]'],
  ['(1 in [1]) == true && 1 in [1] == true'],
  ['1 + 1 is int == true'],
  ['false && false || true'],
  ['true || true && false'],
  ['false ? false : true ? true : false'],
  ['true || false ? true : false'],
  ['[1, 2, 3][1] == 2 && [[1], [2]][1][0] == 2'],
  ["{'a': {'b': [1]}}.a.b[0] == 1"],
  ["{'a-b': 1}['a-b'] == 1"],
  [
    '[1, 2, 3][1:] == [2, 3] && [1, 2, 3][ : 2 ] == [1, 2] && [1, 2, 3][:] == [1, 2, 3] && [1, 2][:][1:][0] == 2',
  ],
  ["'abc'[1:] == 'bc' && 'abc'[:2] == 'ab' && 'abc'[:] == 'abc' && ''[:] == '' && [][:] == []"],
  ['(/a/b/c)[1:] == /b/c && (/a/b/c)[:2] == /a/b && (/a/b/c)[:] == /a/b/c && request.path[3:] == /docs/one'],
  ['[1, 2, 3][null:2] == [1, 2] && [1, 2, 3][2:request.auth] == [3]'],
  ["'abc'[1:3] == 'bc' && [1, 2, 3][0:2] == [1, 2] && 'abc'[1:1] == ''"],
])('operators bind as documented: %s', (condition) => {
  expect(evaluate(condition)).toBe('true');
});

test.each([
  ['1 == 1.0 && 1 in [1.0] && [1] == [1.0] && 2 > 1.5'],
  ["1 != 'one' && null != 0 && [] != {} && true != 1"],
  ["'a' < 'b' && 'B' < 'a' && 'a' < 'aa' && '\\uFFFF' < '\\uD83D\\uDE00'"],
  ['7 / 2 == 3 && -7 / 2 == -3 && -7 % 3 == -1 && 7 / 2.0 == 3.5 && 7.5 % 2 == 1.5'],
  ['-9223372036854775808 < 0 && .5 == 0.5 && 5. == 5.0 && -(-1) == 1 && !!true'],
  ["'a' + 'b' == 'ab' && \"it's\" == 'it\\'s' && '\\x41\\101\\u0041\\n' == 'AAA\\n'"],
  ["b'\\x41b' == b'Ab' && b'a' != 'a'"],
  ["{'a': 1, 'b': [2]} == {'b': [2.0], 'a': 1.0} && {'a': 1} != {'a': 1, 'b': 2}"],
  ["'a' in {'a': null} && !('b' in {'a': 1}) && 'a' in ['a'].toSet()"],
  ['[1, 1.0, 2].toSet().size() == 2 && [1, 2].toSet() == [2, 1, 1].toSet()'],
  ['/a/b == /a/b && /a/b != /a/c && /a/b[1] == "b"'],
  ["/a/$('b') == /a/b && path('a/b') == path('/a/b') && /a/$(1)/$(true) == /a/1/true"],
  [
    "!exists(/databases/(default)/documents/a/$('b/c')) && !existsAfter(/databases/(default)/documents/$('a/b/c')/d)",
  ],
  ["/a/b.c:d[1] == 'b.c:d' && b'a' < b'b'"],
  ["(/a/$(x)/$(y)).bind({'x': 'b', 'y': 'c'}) == /a/b/c"],
  ["(/a/$(x)).bind({'x': 'b'}).x == 'b' && (/a/$(x)).bind({'x': 'b'})['x'] == 'b'"],
  ['request.method == "get" && request.path == /databases/(default)/documents/docs/one'],
  ['request.auth == null && resource == null && request.method == "get"'],
  ['/databases/$(database)/documents/docs/$(id) == request.path'],
])('values compare and combine as documented: %s', (condition) => {
  expect(evaluate(condition)).toBe('true');
});

test.each([
  ['resource.data.x == 1', 'Null value error.'],
  ["{'a': 1}.b == 1", 'Property b is undefined on object.'],
  ["{'a': 1}['b'] == 1", 'Property b is undefined on object.'],
  ['9223372036854775807 + 1 > 0', 'Integer overflow.'],
  ['-9223372036854775808 - 1 < 0', 'Integer overflow.'],
  ['-(-9223372036854775808) > 0', 'Integer overflow.'],
  ['-9223372036854775808 / -1 > 0', 'Integer overflow.'],
  ['1 / 0 == 1', 'Division by zero.'],
  ['1 % 0 == 1', 'Division by zero.'],
  ["1 + 'a' == 2", 'Unsupported operation error. Received: int + string.'],
  ["1 < 'a'", 'Unsupported operation error. Received: int < string.'],
  ['true < false', 'Unsupported operation error. Received: bool < bool.'],
  ['null < 1', 'Null value error.'],
  ['1 in 1', 'Unsupported operation error. Received: int in int.'],
  ['!1', 'Unsupported operation error. Received: !int.'],
  ['[1][1] == 1', 'The index is out of range.'],
  ['[1][-1] == 1', 'The index is out of range.'],
  ["'abc'[2:5] == ''", 'The index is out of range.'],
  ["'abc'[2:1] == ''", 'The index is out of range.'],
  ["'abc'[3:] == ''", 'The index is out of range.'],
  ["'abc'[:0] == ''", 'The index is out of range.'],
  ["''[0:] == ''", 'The index is out of range.'],
  ['[1, 2][:3] == [1, 2]', 'The index is out of range.'],
  ['[1, 2][-1:] == [2]', 'The index is out of range.'],
  ['[1, 2][:-1] == [1]', 'The index is out of range.'],
  ['[1, 2][1.0:] == [2]', 'Type error. Received: [float, null] Expected: [int,int].'],
  ["b'abc'[1:] == b'bc'", 'Type error. Received: [bytes] Expected: [list,path,string].'],
  ["{'a': 1}[:] == {}", 'Type error. Received: [map] Expected: [list,path,string].'],
  ['null[:] == null', 'Null value error.'],
  ["[1]['a'] == 1", 'Type error. Received: [string] Expected: [int].'],
  ['1 ? true : false', 'Type error. Received: [int] Expected: [bool].'],
  ["'yes'", 'The condition is not a bool'],
  ['request.resource == null', 'Property resource is undefined on object.'],
  ["/a/$('b/c') == /a/b/c", 'false'],
  ["/a/$('') == /a", 'false'],
  ['/a/$([1]) == /a/b', 'Type error. Received: [list] Expected: [string].'],
  [
    "get(/databases/$(database)/documents/docs/$('a/b/c')) == null",
    '/databases/(default)/documents/docs/a/b/c is not the path of a document.',
  ],
  ["{'a': 1, 2: 3} == {}", 'Type error. Received: [int] Expected: [string].'],
])('%s is an error and grants no access', (condition, message) => {
  expect(evaluate(condition)).toBe(message);
});

test('an operand that decides || or && overrides an error in the other operand', () => {
  const error = 'resource.data.x';
  expect(evaluate(`${error} || true`)).toBe('true');
  expect(evaluate(`true || ${error}`)).toBe('true');
  expect(evaluate(`!(${error} && false)`)).toBe('true');
  expect(evaluate(`!(false && ${error})`)).toBe('true');
  expect(evaluate(`${error} || false`)).toBe('Null value error.');
  expect(evaluate(`${error} && true`)).toBe('Null value error.');
  expect(evaluate(`!${error}`)).toBe('Null value error.');
  expect(evaluate(`${error} ? true : true`)).toBe('Null value error.');
  expect(evaluate(`'text' || false`)).toBe('Type error. Received: [string] Expected: [bool].');
});

test('a failed argument or variable is an error only where an expression uses it', () => {
  const rules = `match /a/{id} {
  function either(x, y) { let z = resource.data.z; return y || x || z; }
  allow get: if either(resource.data.x, true);
  allow delete: if either(resource.data.x, false);
}`;
  expect(allows(rules, { method: 'get', path: 'a/b' })).toBe(true);
  expect(decide(rules, { method: 'delete', path: 'a/b' })).toMatchObject({
    reason: "Null value error. for 'delete' @ L7",
  });
});

test('an error names the line of the failed expression', () => {
  const rules = `match /a/{id} {
  allow get: if
    request.auth == null &&
    resource.data.title ==
      'x';
}`;
  expect(decide(rules, { method: 'get', path: 'a/b', before: {} })).toMatchObject({
    reason: "Property title is undefined on object. for 'get' @ L7",
  });
});

test('every type of stored value has a type in the rules language', () => {
  const before = {
    null: null,
    bool: true,
    int: 1n,
    float: 1.5,
    whole: 2,
    string: 's',
    bytes: new Uint8Array([1]),
    timestamp: new Timestamp(1, 0),
    latlng: new GeoPoint(1, 2),
    path: referenceTo('a/b'),
    list: [1n, referenceTo('a/b')],
    map: new Map([['x', 1n]]),
    vector: new Map<string, Value>([
      ['__type__', '__vector__'],
      ['value', [1, 2]],
    ]),
  };
  const is = (field: string, type: string) => evaluate(`resource.data['${field}'] is ${type}`, { before });
  for (const type of [
    'bool',
    'int',
    'float',
    'string',
    'bytes',
    'timestamp',
    'latlng',
    'path',
    'list',
    'map',
    'vector',
  ]) {
    expect(is(type, type)).toBe('true');
    expect(is('null', type)).toBe('false');
  }
  expect([is('int', 'number'), is('whole', 'number'), is('whole', 'float'), is('whole', 'int')]).toEqual([
    'true',
    'true',
    'true',
    'false',
  ]);
  expect(
    evaluate('[1].toSet() is set && {}.diff({}) is map_diff && duration.value(1, "s") is duration'),
  ).toBe('true');
  expect(evaluate('1 is constraint')).toBe('false');
  // Rules see no fields in a vector, so this is an error and not false.
  expect(evaluate("!('x' in resource.data.vector)", { before })).not.toBe('true');
  expect(evaluate('resource.data.path == /databases/(default)/documents/a/b', { before })).toBe('true');
  expect(
    evaluate('resource.data.list[1] == resource.data.path && resource.data.path in resource.data.list', {
      before,
    }),
  ).toBe('true');
  expect(
    evaluate(
      "get(resource.data.path).data.found && resource['__name__'] == request.path && resource.id == id",
      { before, others: { 'a/b': { found: true } } },
    ),
  ).toBe('true');
});

test('field names that JavaScript or the rules language reserve work like other names', () => {
  const before = { __proto__x: 1n, constructor: 2n, match: 3n, in: 4n };
  expect(
    evaluate('resource.data.constructor == 2 && resource.data.match == 3 && resource.data.in == 4', {
      before,
    }),
  ).toBe('true');
  expect(evaluate('resource.data.toString == 1', { before })).toBe(
    'Property toString is undefined on object.',
  );
});

test('NaN is neither equal to, less than nor greater than any value', () => {
  const before = { nan: Number.NaN };
  expect(evaluate('resource.data.nan == resource.data.nan', { before })).toBe('false');
  expect(evaluate('resource.data.nan < 1 || resource.data.nan >= 1', { before })).toBe('false');
  // A field that stays NaN has not changed.
  const m = new Map<string, Value>([
    ['x', Number.NaN],
    ['y', [Number.NaN, 1]],
  ]);
  const n = new Map<string, Value>([...m, ['a', 1]]);
  const unchanged = `resource.data.m.diff(resource.data.n).unchangedKeys() == ['x', 'y'].toSet()
    && resource.data.n.diff(resource.data.m).affectedKeys() == ['a'].toSet() && resource.data.m != resource.data.m`;
  expect(evaluate(unchanged, { before: { m, n } })).toBe('true');
});

test('whole numbers in claims are ints, and claims can nest lists and maps', () => {
  const attempt = { uid: 'ann', claims: { whole: 3, half: 0.5, list: [1, { a: null }], deep: { er: 'x' } } };
  const condition = `request.auth.token.whole is int && request.auth.token.half is float
    && request.auth.token.list[1].a == null && request.auth.token.deep.er == 'x' && request.auth.token.sub == 'ann'`;
  expect(evaluate(condition, attempt)).toBe('true');
});

test('a rule cannot build a huge text', () => {
  const lets = 'let a = x + x + x + x; let b = a + a + a + a; let c = b + b + b + b; let d = c + c + c + c;';
  const rules = `function grow(x) { ${lets} return d; }
match /a/{id} { allow get: if grow(grow(grow(grow('0123456789')))) != ''; }`;
  expect(decide(rules, { method: 'get', path: 'a/b' })).toMatchObject({
    reason: expect.stringMatching(/too large|too much work/),
  });
});

test('comparing large texts denies the request at the work limit', () => {
  const text = 'x'.repeat(1_000_000);
  const before = { a: `${text}a`, b: `${text}b` };
  const compared = Array.from({ length: 60 }, () => 'resource.data.a < resource.data.b').join(' && ');
  expect(evaluate('resource.data.a < resource.data.b', { before })).toBe('true');
  expect(evaluate(compared, { before })).toContain('too much work');
  const sets = Array.from({ length: 60 }, () => '[resource.data.a].hasAny([resource.data.a])').join(' && ');
  expect(evaluate(sets, { before })).toContain('too much work');
});
