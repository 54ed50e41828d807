import * as fc from 'fast-check';

import type { Area } from '#firestore/compare/area.ts';
import { PATHS, smallData } from '#firestore/compare/areas/data.ts';
import { query } from '#firestore/compare/areas/query-json.ts';
import { write } from '#firestore/compare/areas/writes.ts';
import type { JsonObject } from '#firestore/compare/json.ts';
import { DATABASE, ROOT, type CallStep, type SettleStep, type Step } from '#firestore/compare/step.ts';

const target: fc.Arbitrary<JsonObject> = fc.oneof(
  {
    weight: 4,
    arbitrary: query.map(({ parent, structuredQuery }) => ({ query: { parent, structuredQuery } })),
  },
  {
    weight: 1,
    arbitrary: fc
      .uniqueArray(fc.constantFrom(...PATHS), { minLength: 1, maxLength: 3 })
      .map((paths) => ({ documents: { documents: paths.map((path) => `${ROOT}/${path}`) } })),
  },
);

const change: fc.Arbitrary<CallStep> = fc.array(write, { minLength: 1, maxLength: 3 }).map((writes) => ({
  kind: 'call',
  method: 'Commit',
  request: { database: DATABASE, writes },
  via: 'grpc',
}));

const settle: SettleStep = { kind: 'settle', reconnect: false };

export const listenersArea: Area = {
  name: 'listeners',
  weight: 2,
  scenario: fc
    .tuple(
      smallData,
      fc.array(target, { minLength: 1, maxLength: 3 }),
      fc.array(fc.tuple(change, fc.integer({ min: 0, max: 5 })), { minLength: 1, maxLength: 6 }),
    )
    .map(([data, targets, changes]): readonly Step[] => [
      data,
      { kind: 'listen', targets: targets.map((each, index) => ({ targetId: 2 * index + 2, ...each })) },
      ...changes.flatMap(([step, dice]): Step[] => [step, { ...settle, reconnect: dice === 0 }]),
    ]),
};
