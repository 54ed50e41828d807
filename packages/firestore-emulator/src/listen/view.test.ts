import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { createView } from '#firestore/listen/create-view.ts';
import { DATABASE, ROOT } from '#firestore/listen/testing/listener.ts';
import type { Delta } from '#firestore/listen/view.ts';
import { parseQuery } from '#firestore/query/parse-query.ts';
import { runQuery } from '#firestore/query/run-query.ts';
import { createStore } from '#firestore/store/create-store.ts';
import type { Document } from '#firestore/model/document.ts';
import type { Write } from '#firestore/model/write.ts';
import type { google } from '#firestore/api/proto.ts';

const ids = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f');

/** Sets the rank of a note, or deletes the note. */
const write: fc.Arbitrary<Write> = fc
  .tuple(ids, fc.option(fc.integer({ min: 0, max: 4 })))
  .map(([id, rank]) => {
    const name = `${ROOT}/notes/${id}`;
    if (rank === null) return { kind: 'delete', name, precondition: null };
    const fields = new Map([['rank', BigInt(rank)]]);
    return { kind: 'update', name, fields, mask: null, transforms: [], precondition: null };
  });
const commits = fc.array(
  fc.uniqueArray(write, { selector: ({ name }) => name, minLength: 1, maxLength: 3 }),
  {
    maxLength: 12,
  },
);

const query: fc.Arbitrary<google.firestore.v1.IStructuredQuery> = fc
  .record({
    limit: fc.option(fc.integer({ min: 0, max: 4 })),
    offset: fc.integer({ min: 0, max: 2 }),
    direction: fc.constantFrom('ASCENDING' as const, 'DESCENDING' as const),
    below: fc.option(fc.integer({ min: 0, max: 4 })),
  })
  .map(({ limit, offset, direction, below }) => ({
    from: [{ collectionId: 'notes' }],
    orderBy: [{ field: { fieldPath: 'rank' }, direction }],
    offset,
    ...(limit === null ? {} : { limit: { value: limit } }),
    ...(below === null
      ? {}
      : {
          where: {
            fieldFilter: {
              field: { fieldPath: 'rank' },
              op: 'LESS_THAN' as const,
              value: { integerValue: below },
            },
          },
        }),
  }));

/** Applies the changes to the documents that a client has. */
function applyDelta(documents: Map<string, Document>, { updated, removed, added }: Delta): void {
  expect(updated.filter(({ name }) => !documents.has(name)).length).toBe(added);
  for (const { name } of removed) expect(documents.delete(name)).toBe(true);
  for (const document of updated) documents.set(document.name, document);
}

test('after any commits, a listening client has the results of the query', async () => {
  await fc.assert(
    fc.asyncProperty(query, commits, async (proto, batches) => {
      const store = createStore();
      const parsed = parseQuery(ROOT, proto);
      const followed = createView(store, DATABASE, { query: { parent: ROOT, structuredQuery: proto } });
      const documents = new Map(followed.start().documents.map((document) => [document.name, document]));
      store.onCommit(({ changes }) => {
        applyDelta(documents, followed.apply(changes));
      });
      for (const batch of batches) {
        await store.commit(DATABASE, batch);
        const found = runQuery(store, parsed);
        expect(new Map(documents)).toEqual(new Map(found.map((document) => [document.name, document])));
        expect(followed.count()).toBe(found.length);
      }
      store.close();
    }),
    { numRuns: 150 },
  );
});

test('a client that missed some commits has the results of the query after it resumes', async () => {
  await fc.assert(
    fc.asyncProperty(query, commits, commits, async (proto, earlier, later) => {
      const store = createStore();
      const parsed = parseQuery(ROOT, proto);
      for (const batch of earlier) await store.commit(DATABASE, batch);
      const since = store.readTime();
      const documents = new Map(runQuery(store, parsed).map((document) => [document.name, document]));
      for (const batch of later) await store.commit(DATABASE, batch);
      const resumed = createView(store, DATABASE, { query: { parent: ROOT, structuredQuery: proto } });
      applyDelta(documents, resumed.resume(since, store.changesSince(DATABASE, since) ?? []));
      expect(documents).toEqual(
        new Map(runQuery(store, parsed).map((document) => [document.name, document])),
      );
      store.close();
    }),
    { numRuns: 150 },
  );
});
