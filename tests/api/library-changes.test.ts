import { libraryChangesSchema } from '@foldmark/contract/answers';
import { LibraryCopy } from '@foldmark/contract/client/library-copy';
import { LIBRARY_COLLECTIONS } from '@foldmark/library/entities/collections';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';

import { billOf } from '#tests/api/bill.ts';
import { openFirestore } from '#tests/api/firestore.ts';
import { liveDocuments } from '#tests/api/live-documents.ts';
import { register } from '#tests/api/support.ts';

const firestore = openFirestore();

const MIB = 1024 * 1024;
const YESTERDAY = new Date(Date.now() - 24 * 60 * 60_000);

/** Links of yesterday with a long note each, and a folder. */
async function seed(uid: string, count: number): Promise<void> {
  const common = { deleted: false, created_at: YESTERDAY, updated_at: YESTERDAY };
  const writer = firestore.bulkWriter();
  void writer.set(firestore.doc(`users/${uid}/folders/1`), { ...common, folder_id: 1, name: 'a' });
  for (let link_id = 1; link_id <= count; link_id += 1) {
    const note = `é${'n'.repeat(800)}`;
    const link = { ...common, link_id, url: `mailto:${link_id}`, name: `link ${link_id}`, note };
    void writer.set(firestore.doc(`users/${uid}/links/${link_id}`), link);
  }
  void writer.set(
    firestore.doc(`users/${uid}/private/counters`),
    { next_link_id: count + 1, next_folder_id: 2, next_folder_link_id: 1 },
    { merge: true },
  );
  await writer.close();
}

async function expectEqual(copy: LibraryCopy, uid: string): Promise<void> {
  for (const collection of LIBRARY_COLLECTIONS)
    expect(copy.versions[collection]).toEqual(await liveDocuments(firestore, uid, collection));
}

test('an app keeps a copy of a library in short pages: by a snapshot and the news since then', async () => {
  const person = await register();
  await seed(person.uid, 1800);
  const lengths: number[] = [];
  const pull = async (copy: LibraryCopy) =>
    copy.pull(async (input) => {
      const answer = z.parse(libraryChangesSchema, await person.ask('/library/changes/', input));
      lengths.push(Buffer.byteLength(JSON.stringify(answer)));
      return answer;
    });
  const first = new LibraryCopy();
  await pull(first);
  await expectEqual(first, person.uid);

  // The first page of a library without a snapshot has asked for one.
  const parts = firestore.collection(`users/${person.uid}/snapshots`);
  await expect.poll(async () => (await parts.get()).size, { timeout: 30_000 }).toBe(1);
  const second = new LibraryCopy();
  lengths.length = 0;
  await pull(second);
  expect(lengths.length).toBeGreaterThan(2);
  expect(Math.max(...lengths)).toBeLessThan(MIB);
  await expectEqual(second, person.uid);

  await person.ask('/links/update/', { link_id: 1, url: 'mailto:1', name: 'new', status_id: 1 });
  await person.ask('/links/update/', { link_id: 2, url: 'mailto:2', name: 'old', status_id: 2 });
  await person.ask('/links/delete/', { link_id: 2 });
  await person.ask('/links/create/', { url: 'mailto:new' });
  await person.ask('/folders/add-link/', { folder_id: 1, link_id: 3 });
  await person.ask('/favorites/toggle/', { object_type: 'link', object_id: 3 });
  for (const copy of [first, second]) {
    expect(await pull(copy)).toMatchObject({ isWhole: false });
    await expectEqual(copy, person.uid);
  }
});

test('a copy costs a read for a snapshot of 600 links, and four when nothing is new', async () => {
  const person = await register();
  await seed(person.uid, 600);
  await person.ask('/snapshots/create/', {});
  const parts = firestore.collection(`users/${person.uid}/snapshots`);
  await expect.poll(async () => (await parts.get()).size, { timeout: 30_000 }).toBe(1);
  // The job that wrote the snapshot would be billed with the first call after it.
  await person.ask('/library/changes/', {});
  const copy = new LibraryCopy();
  const bills: object[] = [];
  const pull = async () =>
    copy.pull(async (input) => {
      const answers: unknown[] = [];
      bills.push(
        await billOf(async () => {
          const answer = await person.call('/library/changes/', input);
          answers.push(answer.body);
          return answer;
        }),
      );
      return z.parse(libraryChangesSchema, answers[0]);
    });
  await pull();
  expect(copy.versions.links.size).toBe(600);
  const [snapshot, newer] = [1, 4].map((reads) => ({ reads: String(reads), writes: '0', deletes: '0' }));
  expect(bills).toEqual([snapshot, newer]);
  await pull();
  expect(bills).toEqual([snapshot, newer, newer]);
});

test('a text that is no cursor is refused with a code, and says what to do', async () => {
  const person = await register();
  expect(await person.call('/library/changes/', { since: 'yesterday' })).toMatchObject({
    status: 400,
    body: { code: 'badCursor', primary_error: expect.stringContaining('the library starts again') },
  });
});
