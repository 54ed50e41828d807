import { expect, test } from 'vitest';

import type { Json } from '#firestore/compare/json.ts';
import { ROOT, type CallStep, type Observation } from '#firestore/compare/step.ts';
import { nameOf, runQuery } from '#firestore/compare/testing/name-of.ts';

const NOT_PROVEN = "The query's filters do not prove the rule (resource.data.b is unknown) for 'list' @ L1";

/** The name of the entry that explains a denial of a query that official allows, and that finds nothing. */
function nameOfDenial(
  condition: string,
  filters: readonly (readonly [path: string, op: string, value: Json])[],
  message = NOT_PROVEN,
): string | undefined {
  const leaves = filters.map(([fieldPath, op, value]) => ({
    fieldFilter: { field: { fieldPath }, op, value },
  }));
  const where = { compositeFilter: { op: 'AND', filters: leaves } };
  const step: CallStep = { ...runQuery('b', 'EQUAL'), request: { structuredQuery: { where } } };
  return nameOf(step, { code: 'PERMISSION_DENIED', message }, { answers: { documents: [] } }, condition);
}

test('filters that contradict each other explain only rules that read their field', () => {
  const name = 'rule for a query that contradicts itself';
  const [one, two, text] = [{ integerValue: '1' }, { integerValue: '2' }, { stringValue: 'a' }];
  const several = { arrayValue: { values: [one, two] } };
  const condition = "resource.data.b >= 'a'";
  for (const filters of [
    [
      ['b', 'EQUAL', text],
      ['b', 'IN', several],
    ],
    [
      ['b', 'EQUAL', one],
      ['b', 'EQUAL', two],
    ],
    [
      ['b', 'GREATER_THAN', text],
      ['b', 'EQUAL', one],
    ],
    [
      ['b', 'ARRAY_CONTAINS', one],
      ['b', 'EQUAL', one],
    ],
    [
      ['b', 'EQUAL', text],
      ['b.x', 'EQUAL', one],
    ],
  ] as const) {
    expect(nameOfDenial(condition, filters)).toBe(name);
    expect(nameOfDenial('resource.data.a == 1', filters)).toBeUndefined();
  }
  for (const filters of [
    [
      ['b', 'EQUAL', one],
      ['a', 'EQUAL', two],
    ],
    [
      ['b', 'EQUAL', one],
      ['b', 'IN', several],
    ],
    [
      ['b', 'GREATER_THAN', one],
      ['b', 'LESS_THAN', two],
    ],
    [
      ['b', 'NOT_EQUAL', text],
      ['b', 'EQUAL', one],
    ],
  ] as const)
    expect(nameOfDenial(condition, filters)).toBeUndefined();
});

test('two filters on names explain that no rule matches the path of one of them', () => {
  const document = { referenceValue: `${ROOT}/c/d` };
  const byName = ['__name__', 'EQUAL', document] as const;
  const message = "No matching allow statements for 'list' on /c/d/c";
  const before = ['__name__', 'LESS_THAN', document] as const;
  expect(nameOfDenial('true', [byName, before], message)).toBe('rule for a query that contradicts itself');
  expect(nameOfDenial('true', [byName], message)).toBeUndefined();
  expect(nameOfDenial('true', [before, before], message)).toBeUndefined();
});

/** A query with an equality of a field and a document name. */
function queryFor(path: string): CallStep {
  const value = { referenceValue: `${ROOT}/c/d` };
  const where = { fieldFilter: { field: { fieldPath: path }, op: 'EQUAL', value } };
  return { ...runQuery(path, 'EQUAL'), request: { structuredQuery: { where } } };
}

test('numbers in a list of the rules explain only a number of the other type', () => {
  const name = '1 and 1.0 in the rules';
  const denied = { code: 'PERMISSION_DENIED', message: "false for 'list' @ L1" };
  const explained = (value: Json, condition: string, op = 'EQUAL'): string | undefined => {
    const fieldFilter = { field: { fieldPath: 'b' }, op, value };
    const step: CallStep = {
      ...runQuery('b', op),
      request: { structuredQuery: { where: { fieldFilter } } },
    };
    return nameOf(step, { answers: { documents: [{ name: `${ROOT}/c/d` }] } }, denied, condition);
  };
  expect(explained({ doubleValue: -0 }, 'resource.data.b in [0, null]')).toBe(name);
  expect(explained({ integerValue: '1' }, 'resource.data.b in [null, 1.0]')).toBe(name);
  expect(explained({ doubleValue: 1 }, 'resource.data.b in [1.0, null]')).toBeUndefined();
  expect(explained({ doubleValue: 1 }, 'resource.data.b in [0, null]')).toBeUndefined();
  expect(explained({ doubleValue: 1 }, 'resource.data.a in [1, null]')).toBeUndefined();
  expect(explained({ doubleValue: 1 }, 'resource.data.b == 1')).toBeUndefined();
  const noZero = { arrayValue: { values: [{ doubleValue: -0 }, { integerValue: '1' }] } };
  expect(explained(noZero, 'resource.data.b != 0', 'NOT_IN')).toBe(name);
  expect(explained({ doubleValue: 1 }, 'resource.data.b != 1', 'NOT_EQUAL')).toBe(name);
  expect(explained(noZero, 'resource.data.b != 1', 'NOT_IN')).toBeUndefined();
  expect(explained(noZero, 'resource.data.b == 0', 'NOT_IN')).toBeUndefined();
  expect(explained(noZero, 'resource.data.a != 0', 'NOT_IN')).toBeUndefined();
  expect(explained({ doubleValue: 0 }, 'resource.data.b != 0', 'GREATER_THAN')).not.toBe(name);
});

test('numbers of another type explain only comparisons inside of lists and maps', () => {
  const name = '1 and 1.0 in the rules';
  const denied = { code: 'PERMISSION_DENIED', message: "false for 'create' @ L1" };
  const [one, text] = [{ doubleValue: 1 }, { stringValue: 'a' }];
  const fields = {
    a: one,
    b: { arrayValue: { values: [text, one] } },
    m: { mapValue: { fields: { x: one, y: { arrayValue: { values: [one] } } } } },
  };
  const writes = [{ update: { name: `${ROOT}/c/d`, fields } }];
  const step: CallStep = { kind: 'call', method: 'Commit', via: 'grpc', as: { n: 1 }, request: { writes } };
  const explained = (condition: string) => nameOf(step, { code: 'ALREADY_EXISTS' }, denied, condition);
  for (const condition of [
    '1 in resource.data.b',
    "(true && (request.auth.token.n in request.resource.data['b']))",
    "(['a', 1] == resource.data.b)",
    "(resource.data.b != ['a', 1])",
    'resource.data.b.hasAny([2, 1])',
    'resource.data.b.removeAll([1]).size() == 0',
    "resource.data.a in ['b', 1]",
    "resource.data.get('b', 2) == ['a', 1]",
    "resource.data.get('a', 2) in [2.0]",
    "{'x': 1.0, 'y': [1]} == {'x': 1, 'y': [1]}",
    'get(/c/d).data.m.x in [0, 1, 2]',
    'resource.data.b[0] in [1]',
    '1.0 in [1]',
    '1 in resource.data.m.y',
  ])
    expect([condition, explained(condition)]).toEqual([condition, name]);
  for (const condition of [
    '1.0 in resource.data.b',
    '2 in resource.data.b',
    '1 == resource.data.a',
    'resource.data.m.x == 1',
    "['b', 1] == resource.data.b",
    'resource.data.b.toSet().hasAny([1])',
    'resource.data.b.hasAny([1.0])',
    'resource.data.a in [1.0, 2]',
    'resource.data.x in [1]',
    '1 in [1]',
    "resource.data.get('x', 2) in [2]",
  ])
    expect([condition, explained(condition)]).toEqual([condition, undefined]);
  expect(nameOf(step, denied, { code: 'ALREADY_EXISTS' }, '!(1 in resource.data.b)')).toBe(name);
  expect(nameOf(step, denied, denied, '1 in resource.data.b')).toBeUndefined();
  expect(nameOf(step, {}, { ...denied, code: 'ABORTED' }, '1 in resource.data.b')).toBeUndefined();
  expect(nameOf(step, {}, { ...denied, message: "false for 'create' @ L2" }, '1 in [1.0]')).toBeUndefined();
});

test('official denies a query by name if its document does not match, although the filters prove the rule', () => {
  const denied = { code: 'PERMISSION_DENIED', message: 'Variable read error. Variable: [resource].' };
  const [nothing, found] = [[], [{ name: `${ROOT}/c/d` }]].map((documents) => ({ answers: { documents } }));
  expect(nameOf(queryFor('__name__'), nothing ?? {}, denied)).toBe('rule for a query by document name');
  expect(nameOf(queryFor('__name__'), found ?? {}, denied)).toBeUndefined();
  expect(nameOf(queryFor('b'), nothing ?? {}, denied)).toBeUndefined();
  const several = { ...runQuery('__name__', 'IN') };
  const unproven = { code: 'PERMISSION_DENIED', message: "The query's filters do not prove the rule" };
  expect(nameOf(several, unproven, found ?? {})).toBe('rule for a query by document name');
  expect(nameOf(runQuery('__name__', 'GREATER_THAN'), unproven, found ?? {})).toBeUndefined();
});

test('null and NaN in a filter explain only rules that official takes as proven by them', () => {
  const name = 'rule for a query for null or NaN';
  const nothing = { answers: { documents: [] } };
  const explained = (
    op: string,
    value: Json,
    condition: string,
    official: Partial<Observation> = nothing,
  ) => {
    const fieldFilter = { field: { fieldPath: 'b' }, op, value };
    const step: CallStep = { ...runQuery('b', op), request: { structuredQuery: { where: { fieldFilter } } } };
    return nameOf(step, { code: 'PERMISSION_DENIED', message: "false for 'list' @ L1" }, official, condition);
  };
  const [none, nan] = [{ nullValue: null }, { doubleValue: 'NaN' }];
  expect(explained('GREATER_THAN', none, 'resource.data.b == true')).toBe(name);
  expect(explained('IN', { arrayValue: { values: [nan] } }, 'resource.data.b != null')).toBe(name);
  expect(explained('ARRAY_CONTAINS', nan, '[] in resource.data.b')).toBe(name);
  expect(explained('GREATER_THAN', { doubleValue: 1 }, 'resource.data.b == true')).toBeUndefined();
  expect(explained('GREATER_THAN', none, 'resource.data.a == true')).toBeUndefined();
  expect(explained('GREATER_THAN', none, 'resource.data.b == 1')).toBeUndefined();
  expect(explained('ARRAY_CONTAINS', none, 'resource.data.b == true')).toBeUndefined();
  const found = { answers: { documents: [{ name: `${ROOT}/c/d` }] } };
  expect(explained('GREATER_THAN', none, 'resource.data.b == true', found)).toBeUndefined();
});
