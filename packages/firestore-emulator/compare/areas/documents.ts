import * as fc from 'fast-check';

import { arbitraryFields, arbitraryPath } from '#firestore/testing/arbitrary-document.ts';
import { parentOf } from '#firestore/model/names.ts';
import type { Area } from '#firestore/compare/area.ts';
import { via } from '#firestore/compare/areas/data.ts';
import type { JsonObject } from '#firestore/compare/json.ts';
import { DATABASE, ROOT, setup, type CallStep, type Step } from '#firestore/compare/step.ts';
import { fieldsJson } from '#firestore/compare/value-json.ts';

const documents = fc
  .uniqueArray(fc.tuple(arbitraryPath, arbitraryFields), {
    minLength: 1,
    maxLength: 4,
    selector: ([path]) => path,
  })
  .map((all) => all.map(([path, fields]) => ({ name: `${ROOT}/${path}`, fields: fieldsJson(fields) })));

type Documents = readonly { readonly name: string; readonly fields: JsonObject }[];

/** Every read of the written documents, with unusual names and values. */
function reads(all: Documents): fc.Arbitrary<readonly CallStep[]> {
  const name = fc.constantFrom(...all.map((document) => document.name));
  const read: fc.Arbitrary<[string, JsonObject]> = fc.oneof(
    name.map((each): [string, JsonObject] => ['GetDocument', { name: each }]),
    name.map((each): [string, JsonObject] => ['ListCollectionIds', { parent: parentOf(parentOf(each)) }]),
    fc.constant<[string, JsonObject]>(['ListCollectionIds', { parent: ROOT }]),
    fc
      .tuple(
        name,
        fc.boolean(),
        fc.constantFrom(
          {},
          { pageSize: 1 },
          { pageSize: 2, orderBy: '__name__' },
          { mask: { fieldPaths: ['a', '`.`'] } },
        ),
      )
      .map(([each, showMissing, page]): [string, JsonObject] => {
        const collection = parentOf(each);
        const collectionId = collection.slice(collection.lastIndexOf('/') + 1);
        const missing = showMissing ? { showMissing } : {};
        return ['ListDocuments', { parent: parentOf(collection), collectionId, ...missing, ...page }];
      }),
    fc
      .array(fc.oneof(name, fc.constant(`${ROOT}/none/such`)), { minLength: 1, maxLength: 4 })
      .map((names): [string, JsonObject] => [
        'BatchGetDocuments',
        { database: DATABASE, documents: [...new Set(names)] },
      ]),
    name.map((each): [string, JsonObject] => [
      'RunQuery',
      { parent: parentOf(parentOf(each)), structuredQuery: { from: [{ allDescendants: true }] } },
    ]),
  );
  return fc.array(
    fc
      .tuple(read, via)
      .map(([[method, request], transport]): CallStep => ({ kind: 'call', method, request, via: transport })),
    { minLength: 1, maxLength: 20, size: 'max' },
  );
}

export const documentsArea: Area = {
  name: 'documents',
  weight: 2,
  scenario: documents.chain((all) =>
    reads(all).map((steps): readonly Step[] => [setup(all.map((update) => ({ update }))), ...steps]),
  ),
};
