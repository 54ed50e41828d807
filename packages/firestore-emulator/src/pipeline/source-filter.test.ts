import fc from 'fast-check';
import { expect, test } from 'vitest';

import type { google } from '#firestore/api/proto.ts';
import type { Document } from '#firestore/model/document.ts';
import { Timestamp } from '#firestore/model/value.ts';
import { evaluate } from '#firestore/pipeline/expression.ts';
import { parseExpression } from '#firestore/pipeline/parse-expression.ts';
import { rowOf } from '#firestore/pipeline/row.ts';
import { filterOf } from '#firestore/pipeline/source-filter.ts';
import { encodeFields } from '#firestore/protobuf/values.ts';
import { matchesFilter } from '#firestore/query/filter.ts';

type ProtoValue = google.firestore.v1.IValue;

const values = [null, Number.NaN, 1n, 2.5, 'a', [1n, null], new Map([['x', 1n]])];
const constant = fc.constantFrom(...values).map((value) => encodeFields(new Map([['v', value]]))['v'] ?? {});
const field = fc
  .constantFrom('a', 'b', 'a.x')
  .map((fieldReferenceValue): ProtoValue => ({ fieldReferenceValue }));
const call = (name: string, args: ProtoValue[]): ProtoValue => ({ functionValue: { name, args } });

const comparison = fc
  .tuple(
    fc.constantFrom('equal', 'not_equal', 'less_than', 'greater_than_or_equal', 'array_contains', 'equal'),
    field,
    fc.oneof({ weight: 9, arbitrary: constant }, field),
  )
  .map(([name, ...args]) => call(name, args));
const list = fc
  .tuple(fc.constantFrom('equal_any', 'not_equal_any'), field, fc.array(constant, { maxLength: 3 }))
  .map(([name, one, items]) => call(name, [one, call('array', items)]));
const condition = fc.letrec<{ all: ProtoValue }>((tie) => ({
  all: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.oneof(comparison, list),
    fc
      .tuple(fc.constantFrom('and', 'or', 'xor'), fc.array(tie('all'), { minLength: 1, maxLength: 3 }))
      .map(([name, args]) => call(name, args)),
    tie('all').map((inner) => call('not', [inner])),
  ),
})).all;

const context = {
  variables: new Set<string>(),
  depth: 0,
  parsePipeline() {
    throw new Error('The conditions have no subquery.');
  },
};
const environment = { now: new Timestamp(0, 0), read: () => [] };

test('a filter keeps every document that its conditions match', () => {
  let filtered = 0;
  const stored = fc.record(
    { a: fc.constantFrom(...values), b: fc.constantFrom(...values) },
    { requiredKeys: ['a'] },
  );
  fc.assert(
    fc.property(fc.array(condition, { minLength: 1, maxLength: 2 }), stored, (protos, fields) => {
      const conditions = protos.map((proto) => parseExpression(proto, context));
      const filter = filterOf(conditions);
      const times = { createTime: environment.now, updateTime: environment.now };
      const document: Document = { name: 'n', fields: new Map(Object.entries(fields)), ...times };
      const scope = { row: rowOf(document), environment };
      const isMatch = conditions.every((each) => {
        try {
          return evaluate(each, scope) === true;
        } catch {
          return false;
        }
      });
      if (filter === null || !isMatch) return;
      filtered += 1;
      expect(matchesFilter(filter, document)).toBe(true);
    }),
    { numRuns: 3000 },
  );
  expect(filtered).toBeGreaterThan(50);
});
