import * as fc from 'fast-check';

import type { Area } from '#firestore/compare/area.ts';
import { smallData, via } from '#firestore/compare/areas/data.ts';
import { aggregatedQuery, query } from '#firestore/compare/areas/query-json.ts';
import type { JsonObject } from '#firestore/compare/json.ts';
import type { CallStep, Step } from '#firestore/compare/step.ts';

const aggregation: fc.Arbitrary<JsonObject> = fc.oneof(
  fc.constantFrom({ count: {} }, { count: { upTo: '2' } }),
  fc
    .tuple(fc.constantFrom('sum', 'avg'), fc.constantFrom('a', 'b', 'm.x'))
    .map(([kind, fieldPath]) => ({ [kind]: { field: { fieldPath } } })),
);

const runQuery: fc.Arbitrary<CallStep> = fc.tuple(query, via).map(([request, transport]) => ({
  kind: 'call',
  method: 'RunQuery',
  request: { ...request },
  via: transport,
}));

const runAggregation: fc.Arbitrary<CallStep> = fc
  .tuple(aggregatedQuery, fc.array(aggregation, { minLength: 1, maxLength: 3 }), via)
  .map(([{ parent, structuredQuery }, aggregations, transport]) => ({
    kind: 'call',
    method: 'RunAggregationQuery',
    via: transport,
    request: {
      parent,
      structuredAggregationQuery: {
        structuredQuery,
        aggregations: aggregations.map((each, index) => ({ alias: `n${index}`, ...each })),
      },
    },
  }));

function area(name: string, weight: number, step: fc.Arbitrary<CallStep>): Area {
  const scenario = fc
    .tuple(smallData, fc.array(step, { minLength: 1, maxLength: 50, size: 'max' }))
    .map(([data, steps]): readonly Step[] => [data, ...steps]);
  return { name, weight, scenario };
}

export const queries = area('queries', 4, runQuery);
export const aggregations = area('aggregations', 1, runAggregation);
