import * as fc from 'fast-check';

const operand = fc.constantFrom(
  'resource.data.a',
  'resource.data.b',
  'resource.data.m.x',
  'resource.data.m',
  "resource.data.get('a', 1)",
  "resource.data['b']",
  'resource.data.b[0]',
  'request.resource.data.a',
  'request.resource.data.m.x',
  "request.resource.data.get(['m', 'x'], 'none')",
  'request.auth.uid',
  'request.auth.token.n',
  'request.auth.token.email',
  'request.auth',
  'resource',
  'resource.id',
  'request.path[4]',
  'request.method',
  'id',
  'database',
);

const literal = fc.constantFrom(
  'null',
  'true',
  'false',
  '0',
  '1',
  '-1',
  '1.0',
  '1.5',
  "'a'",
  "'b'",
  "''",
  '[]',
  "['a', 1]",
  '{}',
  "{'x': 1}",
  "b'a'",
  'timestamp.value(1000)',
  "duration.value(1, 's')",
  'latlng.value(0, 1)',
);

const term = fc.oneof({ weight: 3, arbitrary: operand }, { weight: 2, arbitrary: literal });

const TYPES = [
  'bool',
  'bytes',
  'float',
  'int',
  'list',
  'latlng',
  'number',
  'path',
  'map',
  'string',
  'timestamp',
  'duration',
] as const;

const calls: fc.Arbitrary<string> = fc.oneof(
  fc
    .tuple(
      term,
      fc.constantFrom(
        'size() > 0',
        "matches('a.*')",
        "hasAny(['a', 1])",
        "hasAll(['a'])",
        'keys().size() == 1',
        "lower() == 'a'",
        'toSet().size() == 1',
        "split(',')[0] == 'a'",
        "trim() == ''",
        "replace('a', 'b') == 'b'",
        "upper() == 'A'",
        "join(',') == 'a'",
        'values().size() == 1',
        'concat([1]).size() == 1',
        'removeAll([1]).size() == 0',
        "hasOnly(['x'])",
        'toMillis() == 1000',
        'latitude() == 0',
        'toBase64().size() == 4',
      ),
    )
    .map(([value, call]) => `${value}.${call}`),
  fc.constantFrom(
    'exists(/databases/$(database)/documents/c/d0)',
    'get(/databases/$(database)/documents/c/d1).data.a == 1',
    'existsAfter(/databases/$(database)/documents/c/d1)',
    'getAfter(/databases/$(database)/documents/c/d0).data.b == resource.data.b',
    'request.resource.data.diff(resource.data).affectedKeys().hasOnly(["a"])',
    'request.resource.data.diff(resource.data).changedKeys().size() == 0',
    'request.resource.data.keys().hasAll(["a"])',
    'f(resource.data.a)',
    'f(id)',
    'request.time > timestamp.value(0)',
    "request.auth.token.list.hasAny(['x'])",
    'exists(/databases/$(database)/documents/c/$(request.auth.uid))',
  ),
  fc
    .tuple(
      fc.constantFrom(
        'int',
        'float',
        'string',
        'bool',
        'path',
        'math.abs',
        'math.ceil',
        'math.isNaN',
        'hashing.md5',
      ),
      term,
    )
    .map(([name, value]) => `${name}(${value}) == ${name}(1)`),
);

export const condition: fc.Arbitrary<string> = fc.letrec<{ condition: string }>((tie) => ({
  condition: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom('true', 'request.auth != null'),
    fc
      .tuple(term, fc.constantFrom('==', '!=', '<', '<=', '>', '>=', 'in'), term)
      .map(([left, operator, right]) => `(${left} ${operator} ${right})`),
    fc
      .tuple(term, fc.constantFrom('+', '-', '*', '/', '%'), term, term)
      .map(([left, operator, right, result]) => `(${left} ${operator} ${right} == ${result})`),
    fc.tuple(term, fc.constantFrom(...TYPES)).map(([value, type]) => `(${value} is ${type})`),
    calls.map((call) => `(${call})`),
    fc
      .tuple(tie('condition'), fc.constantFrom('&&', '||'), tie('condition'))
      .map(([left, operator, right]) => `(${left} ${operator} ${right})`),
    tie('condition').map((inner) => `!${inner}`),
    fc
      .tuple(tie('condition'), tie('condition'), tie('condition'))
      .map(([first, yes, no]) => `(${first} ? ${yes} : ${no})`),
  ),
})).condition;
