import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import * as fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { silentLog } from '#firestore/log/log.ts';
import { createStore } from '#firestore/store/create-store.ts';
import { FileJournal, type FileJournalOptions } from '#firestore/store/journal/file-journal.ts';
import type { JournalledState } from '#firestore/store/journal/journal.ts';
import { compareTimestamps } from '#firestore/model/timestamp.ts';
import { Timestamp } from '#firestore/model/value.ts';
import { arbitraryFields, arbitraryPath } from '#firestore/testing/arbitrary-document.ts';
import {
  JournalledDocuments,
  newJournalCodec,
  numbered,
  recordOf,
} from '#firestore/testing/journalled-documents.ts';

const run = promisify(execFile);
const codec = newJournalCodec();
let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'firestore-journal-'));
});

afterEach(async () => {
  await rm(directory, { recursive: true });
});

async function opened(
  state: JournalledState,
  options: Partial<FileJournalOptions> = {},
): Promise<FileJournal> {
  const journal = new FileJournal({ directory, codec, log: silentLog, ...options });
  await journal.open(state);
  return journal;
}

async function recovered(from = directory): Promise<JournalledDocuments> {
  const state = new JournalledDocuments();
  await (await opened(state, { directory: from })).close();
  return state;
}

test('a restart recovers every type of value, deletes and clears', async () => {
  const set = fc.array(fc.tuple(arbitraryPath, arbitraryFields), { minLength: 1, maxLength: 3 });
  const remove = fc.tuple(arbitraryPath, fc.constant(null)).map((change) => [change]);
  const commits = fc.array(fc.record({ changes: fc.oneof(set, remove), clears: fc.boolean() }), {
    maxLength: 8,
  });
  await fc.assert(
    fc.asyncProperty(commits, async (records) => {
      const folder = await mkdtemp(join(directory, 'run-'));
      const before = new JournalledDocuments();
      const journal = await opened(before, { directory: folder });
      for (const [at, { changes, clears }] of records.entries()) {
        const record = { ...recordOf(at, changes), clears: clears && at % 3 === 0 };
        await journal.append(record);
        before.apply(record);
      }
      await journal.close();
      expect((await recovered(folder)).held).toStrictEqual(before.held);
    }),
    { numRuns: 40 },
  );
});

test('commits of one turn keep their order', async () => {
  const journal = await opened(new JournalledDocuments());
  const order: number[] = [];
  const seconds = Array.from({ length: 50 }, (_, at) => at);
  await Promise.all(
    seconds.map(async (second) => {
      await journal.append(numbered(second));
      order.push(second);
    }),
  );
  await journal.close();
  const state = await recovered();
  expect(order).toStrictEqual(seconds);
  expect(state.replayed).toBe(50);
  expect(state.numbers()).toStrictEqual({ 'c/d': 49n });
});

test('recovers the latest commit time, also of a delete and after a snapshot', async () => {
  const state = new JournalledDocuments();
  const journal = await opened(state, { snapshotAfterBytes: 1 });
  for (const record of [numbered(7), recordOf(9, [['c/d', null]]), recordOf(8, [])]) {
    await journal.append(record);
    state.apply(record);
  }
  await journal.close();
  expect((await recovered()).latest).toStrictEqual(new Timestamp(9, 0));
});

test('snapshots replace the log during further commits', async () => {
  const state = new JournalledDocuments();
  const journal = await opened(state, { snapshotAfterBytes: 20_000 });
  const commit = async (second: number): Promise<void> => {
    const record = numbered(second, `c/${second % 40}`, 'x'.repeat(500));
    await journal.append(record);
    state.apply(record);
  };
  for (let at = 0; at < 400; at += 8) {
    await Promise.all(Array.from({ length: 8 }, async (_, more) => commit(at + more)));
  }
  await journal.close();
  const files = await readdir(directory);
  expect(files.filter((name) => name.startsWith('snapshot-'))).toHaveLength(1);
  expect(files.filter((name) => name.startsWith('log-'))).toHaveLength(1);
  const after = await recovered();
  expect(after.held).toStrictEqual(state.held);
  expect(after.restored).toBeGreaterThan(0);
  expect(after.replayed).toBeLessThan(400);
});

test.skipIf(process.platform === 'win32')(
  'a failed write is UNAVAILABLE and leaves no bytes, and later writes succeed',
  async () => {
    const script = join(import.meta.dirname, '..', '..', 'testing', 'limited-journal.ts');
    // If the process ignores the signal, the write fails with an error instead.
    const command = `trap '' XFSZ; ulimit -f 16; exec "$0" "$@"`;
    const { stdout } = await run('sh', ['-c', command, process.execPath, script, directory]).catch(outputOf);
    const [first, second, third] = stdout.trim().split('\n');
    expect([first, third]).toStrictEqual(['kept', 'kept']);
    expect(second).toMatch(/^The commit could not be written: EFBIG/u);
    expect((await recovered()).numbers()).toStrictEqual({ 'c/0': 0n, 'c/2': 2n });
  },
);

test.skipIf(process.platform === 'win32')('a write to a removed log is UNAVAILABLE', async () => {
  const folder = join(directory, 'removed');
  const journal = await opened(new JournalledDocuments(), { directory: folder });
  await journal.append(numbered(1));
  await rm(folder, { recursive: true });
  await expect(journal.append(numbered(2))).rejects.toMatchObject({
    status: 'UNAVAILABLE',
    message: 'The commit could not be written: log 1 has been removed.',
  });
  await journal.close();
});

test('one process locks the directory until it closes the journal', async () => {
  const journal = await opened(new JournalledDocuments());
  await expect(opened(new JournalledDocuments())).rejects.toThrow(`in use by process ${process.pid}`);
  await journal.close();
  await expect(journal.append(numbered(1))).rejects.toMatchObject({ status: 'UNAVAILABLE' });
  expect((await recovered()).replayed).toBe(0);
});

test('the store recovers from its journal, and new commits are later than the last one', async () => {
  const database = 'projects/p/databases/(default)';
  const name = `${database}/documents/c/d`;
  const update = { kind: 'update', name, mask: null, transforms: [], precondition: null } as const;
  const first = new FileJournal({ directory, codec, log: silentLog });
  const before = createStore({ journal: first });
  await first.open(before);
  await before.commit(database, [{ ...update, fields: new Map([['n', 1n]]) }]);
  const last = await before.commit(database, [{ ...update, fields: new Map([['n', 2n]]) }]);
  await first.close();

  const second = new FileJournal({ directory, codec, log: silentLog });
  const after = createStore({ journal: second, clock: () => 0 });
  await second.open(after);
  expect(after.read(name)).toStrictEqual(before.read(name));
  const next = await after.commit(database, [{ ...update, fields: new Map([['n', 3n]]) }]);
  expect(compareTimestamps(next.commitTime, last.commitTime)).toBeGreaterThan(0);
  after.resume(new Timestamp(4_000_000_000, 0));
  expect(after.readTime().seconds).toBe(4_000_000_000);
  await second.close();
});

/** The output of a killed process. */
function outputOf(error: unknown): { readonly stdout: string } {
  if (error instanceof Error && 'stdout' in error && typeof error.stdout === 'string') {
    return { stdout: error.stdout };
  }
  throw error;
}
