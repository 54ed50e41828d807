import * as fc from 'fast-check';

import type { Area } from '#firestore/compare/area.ts';
import { smallData, via } from '#firestore/compare/areas/data.ts';
import { query } from '#firestore/compare/areas/query-json.ts';
import { user } from '#firestore/compare/areas/rules.ts';
import type { CallStep, RulesStep, Step } from '#firestore/compare/step.ts';

const field = fc.constantFrom('a', 'b', 'm.x');
const value = fc.constantFrom(
  'null',
  'true',
  '0',
  '1',
  '2',
  '1.5',
  "'a'",
  "'b'",
  "''",
  '[]',
  "['a']",
  'request.auth.uid',
);

/** What rules say about documents, in the forms that a query can prove. */
const condition: fc.Arbitrary<string> = fc.letrec<{ condition: string }>((tie) => ({
  condition: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc
      .tuple(field, fc.constantFrom('==', '==', '!=', '<', '<=', '>', '>='), value)
      .map(([path, operator, literal]) => `resource.data.${path} ${operator} ${literal}`),
    fc
      .tuple(field, value, value)
      .map(([path, first, second]) => `resource.data.${path} in [${first}, ${second}]`),
    fc.tuple(value, field).map(([literal, path]) => `${literal} in resource.data.${path}`),
    fc.constantFrom(
      'true',
      'request.auth != null',
      'request.query.limit <= 2',
      'request.query.limit == null',
      'request.query.offset == null',
      "request.query.orderBy.a == 'ASC'",
      'resource.id == request.auth.uid',
      "resource.data.get('a', 1) == 1",
      'resource.data.a is number',
      'exists(/databases/$(database)/documents/c/d0)',
    ),
    fc
      .tuple(tie('condition'), fc.constantFrom('&&', '||'), tie('condition'))
      .map(([left, operator, right]) => `(${left} ${operator} ${right})`),
  ),
})).condition;

const rules: fc.Arbitrary<RulesStep> = fc
  .array(fc.tuple(fc.constantFrom('/c/{id}', '/{path=**}/c/{id}', '/c/{id}/c/{sub}'), condition), {
    minLength: 1,
    maxLength: 2,
  })
  .map((matches) => ({
    kind: 'rules',
    source: `rules_version = '2';
service cloud.firestore { match /databases/{database}/documents {
${matches.map(([path, text]) => `match ${path} { allow list: if ${text}; }`).join('\n')}
} }`,
  }));

const step: fc.Arbitrary<CallStep> = fc.tuple(query, via, user).map(([request, transport, as]) => ({
  kind: 'call',
  method: 'RunQuery',
  request: { ...request },
  via: transport,
  as,
}));

export const listProofsArea: Area = {
  name: 'list-proofs',
  weight: 3,
  scenario: fc
    .tuple(smallData, rules, fc.array(step, { minLength: 1, maxLength: 40, size: 'max' }))
    .map(([data, ruleset, steps]): readonly Step[] => [data, ruleset, ...steps]),
};
