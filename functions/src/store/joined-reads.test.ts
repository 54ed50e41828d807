import type { DocumentReference, DocumentSnapshot, Firestore, Transaction } from 'firebase-admin/firestore';
import { expect, test } from 'vitest';

import { UNMETERED } from '#functions/allowance/meter.ts';
import { JoinedReads } from '#functions/store/joined-reads.ts';

test('a hundred thousand reads that begin together are requests of a thousand', async () => {
  const requests: number[] = [];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the reads use only the path of a document
  const firestore = { doc: (path: string) => ({ path }) as DocumentReference } as Firestore;
  const getAll = async (...documents: readonly DocumentReference[]) => {
    requests.push(documents.length);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the reads use only the path of an answer
    return documents.map((ref) => ({ ref }) as DocumentSnapshot);
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the reads call only this method
  const reads = new JoinedReads(firestore, { getAll } as unknown as Transaction, UNMETERED);
  const paths = Array.from({ length: 100_001 }, (_, index) => `links/${index}`);
  const snapshots = await Promise.all(paths.map(async (path) => reads.read(path)));
  expect(snapshots.map(({ ref }) => ref.path)).toEqual(paths);
  expect(requests).toEqual([...Array.from({ length: 100 }, () => 1000), 1]);
});
