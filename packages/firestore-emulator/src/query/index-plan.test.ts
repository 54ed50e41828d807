import { expect, test } from 'vitest';

import { planIndexes } from '#firestore/query/index-plan.ts';
import { parseSearch } from '#firestore/query/parse-nearest.ts';
import type { google } from '#firestore/api/proto.ts';

const ROOT = 'projects/p/databases/(default)/documents';

type Filter = google.firestore.v1.StructuredQuery.IFilter;
type Operator = google.firestore.v1.StructuredQuery.IFieldFilter['op'];

function where(fieldPath: string, op: NonNullable<Operator>, value: google.firestore.v1.IValue): Filter {
  return { fieldFilter: { field: { fieldPath }, op, value } };
}

const isOne = (field: string): Filter => where(field, 'EQUAL', { integerValue: 1 });
const all = (...filters: Filter[]): Filter => ({ compositeFilter: { op: 'AND', filters } });
const any = (...filters: Filter[]): Filter => ({ compositeFilter: { op: 'OR', filters } });
const one = { integerValue: 1 };

function plan(query: google.firestore.v1.IStructuredQuery): readonly string[] {
  const { query: parsed, nearest } = parseSearch(ROOT, { from: [{ collectionId: 'c' }], ...query });
  return planIndexes(parsed, nearest).map(({ properties }) => properties);
}

test.each<[string, google.firestore.v1.IStructuredQuery, string[]]>([
  ['all documents', {}, ['(__name__ ASC)']],
  ['an equality', { where: isOne('a') }, ['(a ASC, __name__ ASC)']],
  [
    'two equalities, merged',
    { where: all(isOne('a'), isOne('`b c`')) },
    ['(a ASC, __name__ ASC)', '(`b c` ASC, __name__ ASC)'],
  ],
  [
    'an equality and a range',
    { where: all(isOne('b'), where('a', 'GREATER_THAN', one)) },
    ['(b ASC, a ASC, __name__ ASC)'],
  ],
  [
    'two orders',
    {
      orderBy: [{ field: { fieldPath: 'a' } }, { field: { fieldPath: 'b' }, direction: 'DESCENDING' }],
    },
    ['(a ASC, b DESC, __name__ DESC)'],
  ],
  [
    'an equality by descending name',
    { where: isOne('a'), orderBy: [{ field: { fieldPath: '__name__' }, direction: 'DESCENDING' }] },
    ['(a DESC, __name__ DESC)'],
  ],
  ['an element of an array', { where: where('a', 'ARRAY_CONTAINS', one) }, ['(a CONTAINS, __name__ ASC)']],
  [
    'an OR, without repeated indexes',
    { where: any(isOne('a'), where('a', 'IN', { arrayValue: { values: [one] } }), isOne('b')) },
    ['(a ASC, __name__ ASC)', '(b ASC, __name__ ASC)'],
  ],
  [
    'an OR in an AND',
    { where: all(isOne('a'), any(isOne('b'), where('c', 'LESS_THAN', one))) },
    ['(a ASC, b ASC, c ASC, __name__ ASC)', '(a ASC, c ASC, __name__ ASC)'],
  ],
])('plans the indexes of %s', (_what, query, indexes) => {
  expect(plan(query)).toEqual(indexes);
});
