import { BrokenSnapshot } from '@foldmark/contract/snapshot';
import { expect, test } from 'vitest';

import type { Snapshots } from '#functions/store/snapshots/snapshots.ts';
import { writeSnapshotOfTask } from '#functions/snapshots/write-snapshot.ts';
import { noServices } from '#functions/testing/no-services.ts';

/** Runs the job. Returns its calls on the stored snapshot, and the log. */
async function run(parts: Partial<Snapshots>): Promise<{ done: unknown[]; logged: string[] }> {
  const done: unknown[] = [];
  const logged: string[] = [];
  const note = (message: string) => void logged.push(message);
  const snapshots: Snapshots = {
    hasEnoughLinks: async () => true,
    ask: async () => 'no',
    begin: async () => 0,
    read: async () => ({ at: 1, chunks: [], documents: 0, hasBase: true }),
    write: async (_, at, written) => {
      done.push(['written', at, written.length]);
      return true;
    },
    giveUp: async (_, isRefused) => void done.push(isRefused ? 'refused' : 'too small'),
    ...parts,
  };
  const log = { info: note, warn: note, error: note };
  await writeSnapshotOfTask(
    { uid: 'u1' },
    noServices({ log, newId: () => 'an attempt', snapshots: async () => snapshots }),
  );
  return { done, logged };
}

const readNothingUsable: Snapshots['read'] = async (onUnusable) => {
  onUnusable(new BrokenSnapshot('Parts are missing.'));
  return null;
};

test('a library whose snapshot does not fit into one commit has none', async () => {
  // Random text, which gzip makes a quarter smaller.
  const random = crypto.getRandomValues(Buffer.alloc(60_000)).toString('base64');
  const text = Array.from({ length: 200 }, (_, index) => random.slice(index) + random.slice(0, index)).join(
    '',
  );
  const chunks = [{ collection: 'links' as const, number: 0, text }];
  const read = async () => ({ at: 1, chunks, documents: 1, hasBase: false });
  expect(await run({ read })).toEqual({
    done: ['refused'],
    logged: ['a library is too large for a snapshot'],
  });
});

test('a job that has failed five times gives the snapshot up', async () => {
  expect(await run({ begin: async () => 4 })).toMatchObject({ done: [['written', 1, 1]] });
  expect(await run({ begin: async () => 5 })).toEqual({
    done: ['refused'],
    logged: ['a snapshot was given up'],
  });
});

test('a job logs why it does not use the stored snapshot, and writes none for a small library', async () => {
  expect(await run({ read: readNothingUsable })).toEqual({
    done: ['too small'],
    logged: ['a stored snapshot is not usable'],
  });
});

test('a job that nothing waits for does nothing', async () => {
  expect(await run({ begin: async () => null })).toEqual({ done: [], logged: [] });
});
