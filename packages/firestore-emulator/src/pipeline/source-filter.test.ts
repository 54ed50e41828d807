import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import type { google } from '#firestore/api/proto.ts';
import type { Document } from '#firestore/model/document.ts';
import { Timestamp } from '#firestore/model/value.ts';
import type { Expression } from '#firestore/pipeline/expression.ts';
import { evaluate } from '#firestore/pipeline/expression.ts';
import { parseExpression } from '#firestore/pipeline/parse-expression.ts';
import { rowOf } from '#firestore/pipeline/row.ts';
import { filterOf } from '#firestore/pipeline/source-filter.ts';
import { WorkMeter } from '#firestore/pipeline/work-meter.ts';
import { encodeFields } from '#firestore/protobuf/values.ts';
import { matchesFilter } from '#firestore/query/filter.ts';

type ProtoValue = google.firestore.v1.IValue;

const values = [null, Number.NaN, 1n, 'a', [1n, null]];
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
const environment = { now: new Timestamp(0, 0), meter: new WorkMeter(), read: () => [] };

/** Every pair of values for the fields a and b. */
const documents = values.flatMap((a) =>
  values.map((b): Document => ({
    name: 'n',
    fields: new Map([
      ['a', a],
      ['b', b],
    ]),
    createTime: environment.now,
    updateTime: environment.now,
  })),
);

function isMatch(conditions: readonly Expression[], document: Document): boolean {
  return conditions.every((each) => {
    try {
      return evaluate(each, { row: rowOf(document), environment }) === true;
    } catch {
      return false;
    }
  });
}

test('a filter keeps every document that its conditions match', () => {
  let kept = 0;
  fc.assert(
    fc.property(fc.array(condition, { minLength: 1, maxLength: 2 }), (protos) => {
      const conditions = protos.map((proto) => parseExpression(proto, context));
      const filter = filterOf(conditions);
      const matching = documents.filter((document) => isMatch(conditions, document));
      if (filter === null) return;
      expect(matching.filter((document) => !matchesFilter(filter, document))).toEqual([]);
      kept += matching.length;
    }),
    { numRuns: 1000 },
  );
  expect(kept).toBeGreaterThan(30);
});
