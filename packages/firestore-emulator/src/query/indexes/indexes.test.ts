import { expect, test } from 'vitest';

import { silentLog } from '#firestore/log/log.ts';
import { IndexAdvisor } from '#firestore/query/indexes/index-advisor.ts';
import { parseIndexDefinitions } from '#firestore/query/indexes/index-definitions.ts';
import type { IndexUse } from '#firestore/query/indexes/query-needs.ts';
import type { FieldFilter, Filter, FilterOperator } from '#firestore/query/filter.ts';
import type { Order, Query } from '#firestore/query/query.ts';

const DATABASE = 'projects/p/databases/(default)';

const FILE = `{
  // As in firebase-tools, comments are allowed. This is no comment: "//".
  "indexes": [
    {"collectionGroup": "c", "queryScope": "COLLECTION", "fields": [
      {"fieldPath": "city", "order": "ASCENDING"}, {"fieldPath": "stars", "order": "DESCENDING"}]},
    {"collectionGroup": "c", "queryScope": "COLLECTION", "fields": [
      {"fieldPath": "type", "order": "DESCENDING"}, {"fieldPath": "stars", "order": "DESCENDING"}]},
    {"collectionGroup": "c", "queryScope": "COLLECTION", "fields": [
      {"fieldPath": "tags", "arrayConfig": "CONTAINS"}, {"fieldPath": "stars", "order": "DESCENDING"},
      {"fieldPath": "__name__", "order": "DESCENDING"}]},
    {"collectionGroup": "c", "queryScope": "COLLECTION", "fields": [
      {"fieldPath": "city", "order": "ASCENDING"}, {"fieldPath": "vector", "vectorConfig": {"dimension": 2, "flat": {}}}]}
  ],
  "fieldOverrides": [
    {"collectionGroup": "c", "fieldPath": "big", "indexes": []},
    {"collectionGroup": "c", "fieldPath": "big.inside", "indexes": [{"order": "ASCENDING"}]},
    {"collectionGroup": "c", "fieldPath": "shared", "ttl": true, "indexes": [
      {"queryScope": "COLLECTION_GROUP", "order": "ASCENDING"}]},
    {"collectionGroup": "bare", "fieldPath": "*", "indexes": []},
    {"collectionGroup": "c", "fieldPath": "expires", "ttl": true, "indexes": [
      {"order": "ASCENDING"}, {"order": "DESCENDING"}, {"arrayConfig": "CONTAINS"}]}
  ]
}`;
const definitions = parseIndexDefinitions(FILE);

function filterOf(part: string): FieldFilter {
  const [path = '', operator = ''] = part.trim().split(' ');
  const operators: Record<string, FilterOperator> = { has: 'array-contains', any: 'array-contains-any' };
  const known = (['==', '!=', '<', '>', 'in'] as const).find((each) => each === operator);
  return {
    kind: 'field',
    path: path.split('.'),
    operator: known ?? operators[operator] ?? '==',
    value: 1n,
  };
}

function conjunctionOf(part: string): Filter {
  return { kind: 'and', filters: part.split('&').map(filterOf) };
}

/** Such as `city == & stars > | tags has by stars desc sum x of group c`. Every operand is 1. */
function queryOf(text: string): { query: Query; use: IndexUse } {
  const [before = '', collection = 'c'] = text.split(' of ');
  const [filtered = '', ...sums] = before.split(' sum ');
  const [where = '', orders = ''] = filtered.split(/(?:^| )by /u);
  const filter: Filter | null =
    where.trim() === '' ? null : { kind: 'or', filters: where.split('|').map(conjunctionOf) };
  const orderBy = orders
    .split(',')
    .filter(Boolean)
    .map((part): Order => {
      const [path = '', direction] = part.trim().split(' ');
      return { path: path.split('.'), direction: direction === 'desc' ? 'desc' : 'asc' };
    });
  // The implicit orders, as in parseQuery.
  const direction = orderBy.at(-1)?.direction ?? 'asc';
  for (const part of where.split(/[|&]/u).filter((each) => /[<>!]/u.test(each))) {
    const { path } = filterOf(part);
    if (!orderBy.some((order) => order.path.join() === path.join())) orderBy.push({ path, direction });
  }
  if (!orderBy.some(({ path }) => path[0] === '__name__')) orderBy.push({ path: ['__name__'], direction });
  const query = {
    database: DATABASE,
    parent: `${DATABASE}/documents`,
    collectionId: collection.replace('group ', ''),
    allDescendants: collection.startsWith('group '),
    where: filter,
    orderBy,
    startAt: null,
    endAt: null,
    limit: null,
    offset: 0,
    select: null,
  };
  return { query, use: { aggregated: sums.map((path) => [path.trim()]) } };
}

const KEYS = /(?:fieldPath|order|arrayConfig|queryScope|collectionGroup|fields|indexes):/gu;

/** The missing index in short, such as `indexes {c,COLLECTION,[{a,ASCENDING}]}`, or `served`. */
function missingFor(text: string): string {
  const advisor = new IndexAdvisor({ definitions, require: true, log: silentLog });
  const { query, use } = queryOf(text);
  try {
    advisor.check(query, use);
    return 'served';
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    const [, step = '', list = '', json = '{}'] =
      /index\. (Add it to|Replace the entry of the field in) "(\w+)".*:\n([^]*)/u.exec(message) ?? [];
    const definition: unknown = JSON.parse(json);
    return `${step.startsWith('Replace') ? 'replaced ' : ''}${list} ${JSON.stringify(definition).replaceAll('"', '').replaceAll(KEYS, '')}`;
  }
}

test.each([
  // The automatic indexes.
  [''],
  ['a =='],
  ['a == & b == & tags has'],
  ['a in & b == | d any'],
  ['a > & a <'],
  ['a != by a desc'],
  ['by a desc'],
  ['a == by __name__ desc'],
  ['a == & b == by a'],
  ['a == & __name__ >'],
  [' sum x'],
  ['a == sum a'],
  [' of group c'],
  ['__name__ == by a, b'],
  // The composite indexes, also merged.
  ['city == by stars desc'],
  ['city in & stars < by stars desc'],
  ['city == & type == by stars desc'],
  ['city == & type == & tags any by stars desc'],
  ['city == | type == by stars desc'],
  ['city == sum stars'],
  // The overrides.
  ['big.inside > 1'],
  ['shared == of group c'],
])('the query "%s" has its indexes', (text) => {
  expect(missingFor(text)).toBe('served');
});

test.each([
  ['a == & b >', 'indexes {c,COLLECTION,[{a,ASCENDING},{b,ASCENDING}]}'],
  ['a > & b >', 'indexes {c,COLLECTION,[{a,ASCENDING},{b,ASCENDING}]}'],
  ['a == & tags has by b desc', 'indexes {c,COLLECTION,[{a,ASCENDING},{tags,CONTAINS},{b,DESCENDING}]}'],
  // The real service reads no index backwards.
  ['city == by stars', 'indexes {c,COLLECTION,[{city,ASCENDING},{stars,ASCENDING}]}'],
  ['by a, __name__ desc', 'indexes {c,COLLECTION,[{a,ASCENDING},{__name__,DESCENDING}]}'],
  ['by __name__ desc', 'indexes {c,COLLECTION,[{__name__,DESCENDING}]}'],
  ['a == | b > ', 'indexes {c,COLLECTION,[{a,ASCENDING},{b,ASCENDING}]}'],
  // An order by a field with an equality is constant (github.com/firebase/firebase-js-sdk/issues/9097).
  ['t in by d desc, t', 'indexes {c,COLLECTION,[{t,ASCENDING},{d,DESCENDING},{__name__,ASCENDING}]}'],
  ['a == sum x', 'indexes {c,COLLECTION,[{a,ASCENDING},{x,ASCENDING}]}'],
  ['city == by stars desc of group c', 'indexes {c,COLLECTION_GROUP,[{city,ASCENDING},{stars,DESCENDING}]}'],
  ['big ==', 'replaced fieldOverrides {c,big,[{COLLECTION,ASCENDING}]}'],
  ['big.other >', 'fieldOverrides {c,big.other,[{COLLECTION,ASCENDING}]}'],
  [
    'big.inside > by big.inside desc',
    'replaced fieldOverrides {c,big.inside,[{COLLECTION,ASCENDING},{COLLECTION,DESCENDING}]}',
  ],
  [
    'shared ==',
    'replaced fieldOverrides {c,shared,ttl:true,[{COLLECTION_GROUP,ASCENDING},{COLLECTION,ASCENDING}]}',
  ],
  [
    'expires > of group c',
    'replaced fieldOverrides {c,expires,ttl:true,[{COLLECTION,ASCENDING},{COLLECTION,DESCENDING},{COLLECTION,CONTAINS},{COLLECTION_GROUP,ASCENDING}]}',
  ],
  ['a has of bare', 'fieldOverrides {bare,a,[{COLLECTION,CONTAINS}]}'],
  [
    'a > of group c',
    'fieldOverrides {c,a,[{COLLECTION,ASCENDING},{COLLECTION,DESCENDING},{COLLECTION,CONTAINS},{COLLECTION_GROUP,ASCENDING}]}',
  ],
])('the query "%s" needs another index', (text, expected) => {
  expect(missingFor(text)).toBe(expected);
});

test('a definition from a message serves the query, and the log has each message once', () => {
  const warnings: string[] = [];
  const log = { ...silentLog, warn: (message: string) => warnings.push(message) };
  const advisor = new IndexAdvisor({ definitions, require: false, log });
  const { query } = queryOf('a == & tags has by b desc, d');
  advisor.check(query);
  advisor.check({ ...query, limit: 1 });
  expect(warnings).toHaveLength(1);
  const pasted = (warnings[0] ?? '').replace(/^[^{]*/u, '');
  advisor.replace(parseIndexDefinitions(`{"indexes": [${pasted}]}`));
  advisor.check(query);
  expect(warnings).toHaveLength(1);
});

test('an override from a message serves the query in place of the entry, and keeps its TTL policy', () => {
  const entry = '{"collectionGroup": "c", "fieldPath": "expires", "ttl": true, "indexes": []}';
  const warnings: string[] = [];
  const advisor = new IndexAdvisor({
    definitions: parseIndexDefinitions(`{"indexes": [], "fieldOverrides": [${entry}]}`),
    require: false,
    log: { ...silentLog, warn: (message: string) => warnings.push(message) },
  });
  const { query } = queryOf('expires > of group c');
  advisor.check(query);
  expect(warnings).toHaveLength(1);
  const pasted = (warnings[0] ?? '').replace(/^[^{]*/u, '');
  const replaced = parseIndexDefinitions(`{"indexes": [], "fieldOverrides": [${pasted}]}`);
  advisor.replace(replaced);
  advisor.check(query);
  expect(warnings).toHaveLength(1);
  expect(replaced.ttlPolicies).toEqual([{ collectionGroup: 'c', path: ['expires'] }]);
});

test('TTL policies come from the field overrides', () => {
  expect(definitions.ttlPolicies).toEqual([
    { collectionGroup: 'c', path: ['shared'] },
    { collectionGroup: 'c', path: ['expires'] },
  ]);
});

const composite = (properties: string, fields = '[{"fieldPath": "a", "order": "ASCENDING"}]') =>
  `{"indexes": [{"collectionGroup": "c", "fields": ${fields}${properties}}]}`;
const vector = (config: string) => composite('', `[{"fieldPath": "v", "vectorConfig": ${config}}]`);
const override = (properties: string, path = 'a') =>
  `{"indexes": [], "fieldOverrides": [{"collectionGroup": "c", "fieldPath": "${path}"${properties}}]}`;
const single = (index: string) => override(`, "indexes": [${index}]`);

test.each([
  ['[]', 'the file is not an object'],
  ['{"indexes": {}}', 'indexes is not a list'],
  ['{"fieldOverrides": []}', 'indexes is missing'],
  ['{"indexes": [{"fields": []}]}', 'indexes[0].collectionGroup is missing'],
  ['{"indexes": [{"collectionGroup": "c", "fields": [{"fieldPath": "a"}]}]}', 'indexes[0].fields[0] needs'],
  ['{"fieldOverrides": [{"collectionGroup": "c", "fieldPath": "a b"}]}', 'fieldOverrides[0].fieldPath'],
  // What firebase deploy refuses.
  [composite(', "queryScope": "ALL"'), 'indexes[0].queryScope is neither'],
  [composite(', "apiScope": "MY_API"'), 'indexes[0].apiScope is none of ANY_API, '],
  [composite(', "density": "SPARSE"'), 'indexes[0].density is none of DENSITY_UNSPECIFIED, '],
  [composite(', "multikey": "true"'), 'indexes[0].multikey is neither true nor false'],
  [composite(', "unique": false'), 'indexes[0].unique is not supported'],
  [composite('', '[]'), 'indexes[0].fields is empty'],
  [vector('{"flat": {}}'), 'indexes[0].fields[0].vectorConfig needs "dimension", a number from 1 to 2048'],
  [vector('{"dimension": "2", "flat": {}}'), 'indexes[0].fields[0].vectorConfig needs "dimension"'],
  [vector('{"dimension": 2049, "flat": {}}'), 'indexes[0].fields[0].vectorConfig needs "dimension"'],
  [vector('{"dimension": 2}'), 'indexes[0].fields[0].vectorConfig needs "flat"'],
  [override(', "ttl": true'), 'fieldOverrides[0].indexes is missing'],
  [override(', "ttl": "true", "indexes": []'), 'fieldOverrides[0].ttl is neither true nor false'],
  [override(', "ttl": true, "indexes": []', '*'), 'fieldOverrides[0].fieldPath "*" can\'t have a TTL policy'],
  [single('{"vectorConfig": {"dimension": 2, "flat": {}}}'), 'fieldOverrides[0].indexes[0] needs'],
  [single('{"mode": "ASCENDING"}'), 'fieldOverrides[0].indexes[0] needs'],
  [single('{"order": "ASCENDING", "arrayConfig": "CONTAINS"}'), 'fieldOverrides[0].indexes[0] has both'],
  [single('{"order": "ASCENDING", "density": 1}'), 'fieldOverrides[0].indexes[0].density is none of'],
  [single('{"order": "ASCENDING", "unique": 1}'), 'fieldOverrides[0].indexes[0].unique is neither'],
])('the error for %s names the place', (text, message) => {
  expect(() => parseIndexDefinitions(text)).toThrow(message);
});

test('what firebase deploy accepts loads, also in the old format', () => {
  const old =
    '[{"collectionId": "c", "fields": [{"fieldPath": "t", "mode": "ARRAY_CONTAINS"}, {"fieldPath": "a", "mode": "ASCENDING"}]}]';
  expect(parseIndexDefinitions(`{"indexes": ${old}}`).composites.get('c')).toEqual([
    {
      scope: 'COLLECTION',
      fields: [
        { path: 't', mode: 'CONTAINS' },
        { path: 'a', mode: 'ASCENDING' },
      ],
      nameMode: 'ASCENDING',
    },
  ]);
  const text = composite(', "apiScope": "ANY_API", "density": "SPARSE_ALL", "multikey": false');
  expect(() => parseIndexDefinitions(text)).not.toThrow();
});
