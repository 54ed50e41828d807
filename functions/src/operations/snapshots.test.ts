import { expect, test } from 'vitest';

import { createSnapshot } from '#functions/operations/snapshots.ts';
import type { SnapshotAsked, SnapshotReason } from '#functions/store/snapshots/snapshots.ts';
import { callOperation } from '#functions/testing/call-operation.ts';
import { MemoryLibrary } from '#functions/testing/memory-library.ts';
import { noSnapshots } from '#functions/testing/no-services.ts';

/** Asks for a snapshot of a library. Returns the answer and the reasons that the library got. */
async function ask(answer: SnapshotAsked, found_at?: string) {
  const reasons: SnapshotReason[] = [];
  const queued: string[] = [];
  const snapshots = noSnapshots({
    hasEnoughLinks: async () => true,
    ask: async (reason) => {
      reasons.push(reason);
      return answer;
    },
  });
  const input = found_at === undefined ? {} : { found_at };
  const answered = await callOperation(createSnapshot, new MemoryLibrary().library, input, {
    snapshots: async () => snapshots,
    writeSnapshotLater: async (uid) => void queued.push(uid),
  });
  return { answered, reasons, queued };
}

test.each<[SnapshotAsked, boolean, string[]]>([
  ['now', true, ['u1']],
  ['later', true, []],
  ['no', false, []],
])('a request that is due "%s" answers %s and queues the tasks %j', async (due, asked, queued) => {
  expect(await ask(due)).toMatchObject({ answered: { asked }, queued });
});

test('a request names the snapshot that the browser has found', async () => {
  const found = '2026-01-01T00:00:00.000Z';
  expect(await ask('no', found)).toMatchObject({ reasons: [{ why: 'browser', found: new Date(found) }] });
  expect(await ask('no')).toMatchObject({ reasons: [{ why: 'browser', found: null }] });
});

test('a small library gets no snapshot, and an account without a profile gets an error', async () => {
  const tooSmall = noSnapshots({ hasEnoughLinks: async () => false });
  const snapshots = async () => tooSmall;
  const small = new MemoryLibrary();
  expect(await callOperation(createSnapshot, small.library, {}, { snapshots })).toEqual({ asked: false });
  const none = new MemoryLibrary().withoutProfile();
  await expect(callOperation(createSnapshot, none.library, {}, { snapshots })).rejects.toMatchObject({
    code: 'noProfile',
  });
});
