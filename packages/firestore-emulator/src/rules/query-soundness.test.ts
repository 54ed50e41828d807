import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { matchesFilter } from '#firestore/query/filter.ts';
import type { Filter, FilterOperator } from '#firestore/query/filter.ts';
import { allows, decide, documentAt, where } from '#firestore/rules/test-support.ts';
import type { Value } from '#firestore/model/value.ts';

const FIELDS = ['a', 'b', 'm.x'];
const VALUES: readonly Value[] = [
  null,
  true,
  0n,
  1n,
  1,
  2.5,
  Number.NaN,
  'x',
  'y',
  ['x'],
  ['x', 1n],
  [],
  new Map([['x', 1n]]),
  new Map(),
];
const LITERALS = [
  'null',
  'true',
  '0',
  '1',
  '1.0',
  '2',
  '2.5',
  "'x'",
  "'y'",
  "['x']",
  '[1]',
  '[]',
  "{'x': 1}",
  '{}',
];

const field = fc.constantFrom(...FIELDS);
const value = fc.constantFrom(...VALUES);
const literal = fc.constantFrom(...LITERALS);

const operand = fc.oneof(
  field.map((path) => `resource.data.${path}`),
  field.map((path) => `resource.data.get(['${path.replace('.', "', '")}'], 1)`),
  fc.constantFrom(
    'resource.data',
    'resource.data.m',
    'resource',
    'resource.data.keys()',
    "resource.data['a']",
    'resource.data.a[0]',
  ),
  literal,
);

const condition = fc.letrec<{ condition: string }>((tie) => ({
  condition: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc
      .tuple(operand, fc.constantFrom('==', '!=', '<', '<=', '>', '>=', 'in'), operand)
      .map(([left, operator, right]) => `(${left} ${operator} ${right})`),
    fc
      .tuple(operand, fc.constantFrom('int', 'float', 'number', 'string', 'list', 'map', 'bool', 'set'))
      .map(([left, type]) => `(${left} is ${type})`),
    fc
      .tuple(operand, fc.constantFrom('hasAny', 'hasAll', 'hasOnly'), operand)
      .map(([left, method, right]) => `([${left}].${method}([${right}]))`),
    fc
      .tuple(operand, literal, fc.constantFrom('hasAny', 'hasAll', 'hasOnly'), literal)
      .map(([unknown, known, method, element]) => `([${unknown}, ${known}].${method}([${element}]))`),
    fc
      .tuple(
        operand,
        fc.constantFrom(
          (unknown: string) => `([${unknown}] is list)`,
          (unknown: string) => `([1, ${unknown}][0] == 1)`,
          (unknown: string) => `({'k': ${unknown}} is map)`,
          (unknown: string) => `({'k': ${unknown}, 'x': 1}.x == 1)`,
          (unknown: string) => `(/docs/$(${unknown}) is path)`,
          (unknown: string) => `(/docs/$(${unknown}) != 'x')`,
          (unknown: string) => `(exists(/databases/(default)/documents/docs/$(${unknown})) == false)`,
          (unknown: string) => `((${unknown}) + 'x' is string)`,
          (unknown: string) => `(${unknown} in [])`,
          (unknown: string) => `([${unknown}, 1][0:1] is list)`,
          (unknown: string) => `([${unknown}].toSet() is set)`,
          (unknown: string) => `([${unknown}].join(',') is string)`,
          (unknown: string) => `(string(${unknown}) is string)`,
        ),
      )
      .map(([unknown, write]) => write(unknown)),
    fc
      .tuple(
        field,
        fc.constantFrom(
          "hasAny(['x', 1])",
          "hasAll(['x'])",
          'hasAll([])',
          "toSet().hasAny(['x'])",
          'size() == 1',
          'size() < 2',
          "keys().hasAll(['x'])",
          "keys().hasAny(['x'])",
          'keys() is list',
          'toSet() is set',
          "lower() == 'x'",
        ),
      )
      .map(([path, call]) => `(resource.data.${path}.${call})`),
    fc
      .tuple(tie('condition'), fc.constantFrom('&&', '||'), tie('condition'))
      .map(([left, operator, right]) => `(${left} ${operator} ${right})`),
    tie('condition').map((inner) => `!${inner}`),
    fc
      .tuple(tie('condition'), tie('condition'), tie('condition'))
      .map(([first, yes, no]) => `(${first} ? ${yes} : ${no})`),
  ),
})).condition;

const filter = fc.letrec<{ filter: Filter }>((tie) => ({
  filter: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc
      .tuple(
        field,
        fc.constantFrom<FilterOperator[]>('==', '!=', '<', '<=', '>', '>=', 'array-contains'),
        value,
      )
      .map(([path, operator, single]) => where(path, operator, single)),
    fc
      .tuple(
        field,
        fc.constantFrom<FilterOperator[]>('in', 'not-in', 'array-contains-any'),
        fc.array(value, { maxLength: 3 }),
      )
      .map(([path, operator, values]) => where(path, operator, values)),
    fc
      .tuple(fc.constantFrom('and', 'or'), fc.array(tie('filter'), { minLength: 1, maxLength: 3 }))
      .map(([kind, filters]): Filter => ({ kind, filters })),
  ),
})).filter;

const fields = fc.record(
  {
    a: value,
    b: value,
    m: fc.oneof(
      value,
      value.map((x) => new Map([['x', x]])),
    ),
  },
  { requiredKeys: [] },
);

test('if a rule grants a query, it grants each document that the query can return', () => {
  let granted = 0;
  fc.assert(
    fc.property(
      condition,
      filter,
      fc.array(fields, { minLength: 5, maxLength: 12 }),
      (rule, filters, documents) => {
        const rules = `match /docs/{id} { allow get, list: if ${rule}; }`;
        const query = { where: filters };
        if (!allows(rules, { method: 'list', path: 'docs', query })) return;
        granted += 1;
        for (const before of documents) {
          if (!matchesFilter(filters, documentAt('docs/one', before))) continue;
          expect(decide(rules, { method: 'get', path: 'docs/one', before })).toMatchObject({ allowed: true });
        }
      },
    ),
    { numRuns: 3_000 },
  );
  expect(granted).toBeGreaterThan(100);
});
