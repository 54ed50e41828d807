import * as fc from 'fast-check';

import { smallFields } from '#firestore/query/testing/arbitrary-query.ts';
import { stringify } from '#firestore/compare/json.ts';
import { ROOT, setup, type CallStep } from '#firestore/compare/step.ts';
import { fieldsJson } from '#firestore/compare/value-json.ts';

/** Documents in a collection, below one of its documents, and in another collection. */
export const PATHS = [
  'c/d0',
  'c/d1',
  'c/d2',
  'c/__id7__',
  'c/__id10__',
  'c/d0/c/d1',
  'c/d0/c/e',
  'c/d0/s/d1',
  'other/d1',
  'other/d1/c/d2',
] as const;

export const via = fc.constantFrom('grpc' as const, 'rest' as const);

/** Vectors of length 0 are for comparisons: a document cannot have one. */
const storableFields = smallFields
  .map(fieldsJson)
  .filter((fields) => !stringify(fields).includes('"value":{"arrayValue":{"values":[]}}'));

/** A commit that creates up to eight documents. */
export const smallData: fc.Arbitrary<CallStep> = fc
  .uniqueArray(fc.tuple(fc.constantFrom(...PATHS), storableFields), {
    minLength: 1,
    maxLength: 8,
    selector: ([path]) => path,
  })
  .map((documents) =>
    setup(
      documents.map(([path, fields]) => ({
        update: { name: `${ROOT}/${path}`, fields },
      })),
    ),
  );
