import * as fc from 'fast-check';

import { smallFields } from '#firestore/query/testing/arbitrary-query.ts';
import type { Area } from '#firestore/compare/area.ts';
import { PATHS, smallData, via } from '#firestore/compare/areas/data.ts';
import { condition } from '#firestore/compare/areas/rules-condition.ts';
import { EVERYTHING } from '#firestore/compare/areas/writes.ts';
import type { JsonObject } from '#firestore/compare/json.ts';
import { DATABASE, ROOT, type CallStep, type RulesStep, type Step } from '#firestore/compare/step.ts';
import { fieldsJson } from '#firestore/compare/value-json.ts';

const methods = fc
  .subarray(['get', 'create', 'update', 'delete'], { minLength: 1 })
  .map((names) => (names.length === 4 ? 'get, write' : names.join(', ')));

const allow = fc.tuple(methods, condition).map(([names, text]) => `allow ${names}: if ${text};`);

const match = fc
  .tuple(
    fc.constantFrom(
      '/c/{id}',
      '/c/{id}/c/{sub}',
      '/c/{id}/{rest=**}',
      '/{path=**}/c/{id}',
      '/{all=**}',
      '/other/d1',
      '/c/d%30',
      "/c/'d1'",
      '/c/{id}/s/{sub}',
    ),
    fc.array(allow, { minLength: 1, maxLength: 2 }),
  )
  .map(([path, allows]) => `match ${path} { ${allows.join(' ')} }`);

function service(matches: readonly string[], lets: number): string {
  const more = Array.from({ length: lets - 1 }, (_, at) => `let b${at} = a;`).join(' ');
  return `service cloud.firestore { match /databases/{database}/documents {
function f(a) { let b = a; ${more} return b == request.auth.uid; }
${matches.join('\n')}
} }`;
}

const rules: fc.Arbitrary<RulesStep> = fc
  .tuple(
    fc.array(match, { minLength: 1, maxLength: 4 }),
    fc.oneof({ weight: 20, arbitrary: fc.constant(1) }, fc.integer({ min: 9, max: 12 })),
    fc.oneof({ weight: 20, arbitrary: fc.constant([]) }, fc.array(match, { minLength: 1, maxLength: 2 })),
  )
  .map(([matches, lets, second]) => ({
    kind: 'rules',
    source: [
      "rules_version = '2';",
      service(matches, lets),
      ...(second.length > 0 ? [service(second, 1)] : []),
    ].join('\n'),
  }));

export const user: fc.Arbitrary<JsonObject | null> = fc.constantFrom<(JsonObject | null)[]>(
  null,
  { sub: 'd0', role: 'admin', n: 1, list: ['x', 'y'] },
  { sub: 'a', email: 'a@example.com', email_verified: true },
);

const name = fc.constantFrom(...PATHS).map((path) => `${ROOT}/${path}`);
const fields = smallFields.map(fieldsJson);

const request: fc.Arbitrary<[string, JsonObject]> = fc.oneof(
  { weight: 3, arbitrary: name.map((each): [string, JsonObject] => ['GetDocument', { name: each }]) },
  {
    weight: 2,
    arbitrary: fc
      .array(
        fc.oneof<fc.Arbitrary<JsonObject>[]>(
          fc.tuple(name, fields).map(([each, values]) => ({ update: { name: each, fields: values } })),
          fc.tuple(name, fields, fc.boolean()).map(([each, values, exists]) => ({
            update: { name: each, fields: values },
            currentDocument: { exists },
          })),
          fc.tuple(name, fields).map(([each, values]) => ({
            update: { name: each, fields: values },
            updateMask: { fieldPaths: ['a'] },
            updateTransforms: [{ fieldPath: 'm.x', increment: { integerValue: '1' } }],
          })),
          name.map((each) => ({ delete: each })),
        ),
        { minLength: 1, maxLength: 2 },
      )
      .map((writes): [string, JsonObject] => ['Commit', { database: DATABASE, writes }]),
  },
);

const step: fc.Arbitrary<CallStep> = fc
  .tuple(request, via, user)
  .map(([[method, sent], transport, as]) => ({ kind: 'call', method, request: sent, via: transport, as }));

export const rulesArea: Area = {
  name: 'rules',
  weight: 3,
  scenario: fc
    .tuple(smallData, rules, fc.array(step, { minLength: 1, maxLength: 40, size: 'max' }))
    .map(([data, ruleset, steps]): readonly Step[] => [data, ruleset, ...steps, EVERYTHING]),
};
