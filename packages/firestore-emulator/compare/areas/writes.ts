import * as fc from 'fast-check';

import { smallFields, smallScalar, smallValue } from '#firestore/query/testing/arbitrary-query.ts';
import { arbitraryFields } from '#firestore/testing/arbitrary-document.ts';
import type { Area } from '#firestore/compare/area.ts';
import { PATHS, via } from '#firestore/compare/areas/data.ts';
import type { JsonObject } from '#firestore/compare/json.ts';
import { DATABASE, ROOT, type CallStep, type Step } from '#firestore/compare/step.ts';
import { fieldsJson, valueJson } from '#firestore/compare/value-json.ts';

const path = fc.constantFrom(PATHS[0], PATHS[1], PATHS[5]);
const fieldPath = fc.constantFrom('a', 'b', 'm.x', 'm', 'm.x.y', 'a.q', '`a b`');
const fields = fc
  .oneof({ weight: 4, arbitrary: smallFields }, { weight: 1, arbitrary: arbitraryFields })
  .map(fieldsJson);

const number = fc.constantFrom<JsonObject[]>(
  { integerValue: '1' },
  { integerValue: '-3' },
  { integerValue: '9223372036854775807' },
  { doubleValue: 1 },
  { doubleValue: 0.5 },
  { doubleValue: 'NaN' },
  { doubleValue: -0 },
  { doubleValue: 'Infinity' },
);

const elements = fc
  .array(
    fc.oneof(
      smallScalar,
      smallValue.filter((value) => !Array.isArray(value)),
    ),
    { maxLength: 3 },
  )
  .map((values) => ({ values: values.map(valueJson) }));

const transform: fc.Arbitrary<JsonObject> = fc
  .tuple(
    fieldPath,
    fc.oneof<fc.Arbitrary<JsonObject>[]>(
      fc.constant({ setToServerValue: 'REQUEST_TIME' }),
      fc
        .tuple(fc.constantFrom('increment', 'maximum', 'minimum'), number)
        .map(([kind, by]) => ({ [kind]: by })),
      fc
        .tuple(fc.constantFrom('appendMissingElements', 'removeAllFromArray'), elements)
        .map(([kind, list]) => ({ [kind]: list })),
    ),
  )
  .map(([at, change]) => ({ fieldPath: at, ...change }));

const precondition: fc.Arbitrary<JsonObject> = fc.oneof(
  { weight: 4, arbitrary: fc.constant({}) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      { currentDocument: { exists: true } },
      { currentDocument: { exists: false } },
      { currentDocument: { updateTime: '2001-02-03T04:05:06.000007Z' } },
    ),
  },
  { weight: 1, arbitrary: path.map((at) => ({ currentDocument: { updateTime: `@updateTime:${at}` } })) },
);

const mask = fc
  .uniqueArray(fieldPath, { maxLength: 3 })
  .map((fieldPaths) => ({ updateMask: fieldPaths.length === 0 ? {} : { fieldPaths } }));

const transforms = fc
  .array(transform, { minLength: 1, maxLength: 3 })
  .map((updateTransforms) => ({ updateTransforms }));

const nothing = fc.constant({});

export const write: fc.Arbitrary<JsonObject> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc
      .tuple(path, fields, fc.oneof(nothing, mask), fc.oneof(nothing, transforms), precondition)
      .map(([at, values, masked, transformed, current]) => ({
        update: { name: `${ROOT}/${at}`, fields: values },
        ...masked,
        ...transformed,
        ...current,
      })),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(path, fc.array(transform, { minLength: 1, maxLength: 2 }), precondition)
      .map(([at, fieldTransforms, current]) => ({
        transform: { document: `${ROOT}/${at}`, fieldTransforms },
        ...current,
      })),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(path, precondition).map(([at, current]) => ({ delete: `${ROOT}/${at}`, ...current })),
  },
);

const call =
  (method: string) =>
  ([request, transport]: [JsonObject, 'grpc' | 'rest']): CallStep => ({
    kind: 'call',
    method,
    request,
    via: transport,
  });

const writes = fc.array(write, { minLength: 1, maxLength: 4 });

const operation: fc.Arbitrary<CallStep> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc
      .tuple(
        writes.map((all) => ({ database: DATABASE, writes: all })),
        via,
      )
      .map(call('Commit')),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(
        writes.map((all) => ({ database: DATABASE, writes: all })),
        via,
      )
      .map(call('BatchWrite')),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(
        fc.tuple(fc.constantFrom('d0', 'd1', 'n'), fields).map(([documentId, values]) => ({
          parent: ROOT,
          collectionId: 'c',
          documentId,
          document: { fields: values },
        })),
        via,
      )
      .map(call('CreateDocument')),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(
        fc
          .tuple(path, fields, fc.oneof(nothing, mask), precondition)
          .map(([at, values, masked, current]) => ({
            document: { name: `${ROOT}/${at}`, fields: values },
            ...masked,
            ...current,
          })),
        via,
      )
      .map(call('UpdateDocument')),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(
        fc.tuple(path, precondition).map(([at, current]) => ({ name: `${ROOT}/${at}`, ...current })),
        via,
      )
      .map(call('DeleteDocument')),
  },
);

/** Reads every document of the database. */
export const EVERYTHING: CallStep = {
  kind: 'call',
  method: 'RunQuery',
  via: 'grpc',
  isSetup: true,
  request: { parent: ROOT, structuredQuery: { from: [{ allDescendants: true }] } },
};

export const writesArea: Area = {
  name: 'writes',
  weight: 3,
  scenario: fc
    .array(operation, { minLength: 1, maxLength: 16, size: 'max' })
    .map((steps): readonly Step[] => steps.flatMap((step) => [step, EVERYTHING])),
};
