import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { LockMode } from '#firestore/store/locks.ts';
import { LockOwner, LockTable } from '#firestore/store/locks.ts';

const aborted = expect.objectContaining({ status: 'ABORTED' });

function takeFree(
  locks: LockTable,
  owner: LockOwner,
  names: readonly string[],
  mode: LockMode = 'exclusive',
): void {
  expect(locks.acquire(owner, names, mode)).toBeUndefined();
}

/** Handles the promise at once, so that a rejection is never unhandled. */
async function refusal(wait: Promise<void> | undefined): Promise<unknown> {
  try {
    await wait;
    return null;
  } catch (error) {
    return error;
  }
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('a free lock is granted at once, and again to its owner', () => {
  const locks = new LockTable(1000);
  const owner = new LockOwner();
  expect(locks.acquire(owner, ['a', 'b'], 'exclusive')).toBeUndefined();
  expect(locks.acquire(owner, ['b', 'c'], 'exclusive')).toBeUndefined();
});

test('waiting owners get the lock in request order', async () => {
  const locks = new LockTable(1000);
  const owners = Array.from({ length: 5 }, () => new LockOwner());
  const served: number[] = [];
  const all = owners.map(async (owner, index) => {
    await locks.acquire(owner, ['a'], 'exclusive');
    served.push(index);
    await Promise.resolve();
    locks.release(owner);
  });
  await Promise.all(all);
  expect(served).toEqual([0, 1, 2, 3, 4]);
  expect(locks.acquire(new LockOwner(), ['a'], 'exclusive')).toBeUndefined();
});

test('a wait that would be a deadlock is aborted, and the others continue when its owner releases', async () => {
  const locks = new LockTable(1000);
  const [one, two, three] = [new LockOwner(), new LockOwner(), new LockOwner()];
  takeFree(locks, one, ['a']);
  takeFree(locks, two, ['b']);
  takeFree(locks, three, ['c']);
  const oneWaits = locks.acquire(one, ['b'], 'exclusive');
  const twoWaits = locks.acquire(two, ['c'], 'exclusive');
  await expect(locks.acquire(three, ['a'], 'exclusive')).rejects.toEqual(aborted);
  locks.release(three);
  await twoWaits;
  locks.release(two);
  await expect(oneWaits).resolves.toBeUndefined();
});

test('a deadlock through a queue is detected', async () => {
  const locks = new LockTable(1000);
  const [holder, queued, last] = [new LockOwner(), new LockOwner(), new LockOwner()];
  takeFree(locks, holder, ['a']);
  takeFree(locks, last, ['b']);
  const queuedWaits = locks.acquire(queued, ['a', 'b'], 'exclusive');
  await expect(locks.acquire(last, ['a'], 'exclusive')).rejects.toEqual(aborted);
  locks.release(last);
  locks.release(holder);
  await expect(queuedWaits).resolves.toBeUndefined();
});

test('a deadlock through owners that wait for several locks is detected', async () => {
  const locks = new LockTable(1000);
  const [first, second, third] = [new LockOwner(), new LockOwner(), new LockOwner()];
  takeFree(locks, first, ['a', 'b']);
  takeFree(locks, third, ['z']);
  const secondWaits = locks.acquire(second, ['a', 'b', 'c', 'z'], 'exclusive');
  await expect(locks.acquire(third, ['c'], 'exclusive')).rejects.toEqual(aborted);
  await expect(locks.acquire(third, ['b'], 'exclusive')).rejects.toEqual(aborted);
  locks.release(third);
  locks.release(first);
  await expect(secondWaits).resolves.toBeUndefined();
});

test('five thousand owners in one queue get the lock in turn, without quadratic time', async () => {
  const locks = new LockTable(1000);
  let served = 0;
  const all = Array.from({ length: 5000 }, async () => {
    const owner = new LockOwner();
    await locks.acquire(owner, ['counter'], 'exclusive');
    served += 1;
    locks.release(owner);
  });
  await Promise.all(all);
  expect(served).toBe(5000);
});

test('a wait that times out is aborted and leaves the queue', async () => {
  const locks = new LockTable(1000);
  const [holder, impatient, patient] = [new LockOwner(), new LockOwner(), new LockOwner()];
  takeFree(locks, holder, ['a']);
  const refused = refusal(locks.acquire(impatient, ['a'], 'exclusive'));
  await vi.advanceTimersByTimeAsync(600);
  const granted = locks.acquire(patient, ['a'], 'exclusive');
  await vi.advanceTimersByTimeAsync(600);
  expect(await refused).toEqual(aborted);
  locks.release(holder);
  await expect(granted).resolves.toBeUndefined();
});

test('an owner that waits twice for the same lock gets it once', async () => {
  const locks = new LockTable(1000);
  const [holder, twice] = [new LockOwner(), new LockOwner()];
  takeFree(locks, holder, ['a']);
  const waits = [locks.acquire(twice, ['a'], 'exclusive'), locks.acquire(twice, ['a'], 'exclusive')];
  locks.release(holder);
  await Promise.all(waits.map(async (wait) => wait));
  locks.release(twice);
  expect(locks.acquire(new LockOwner(), ['a'], 'exclusive')).toBeUndefined();
});

test('a release rejects the waits of the owner', async () => {
  const locks = new LockTable(1000);
  const [holder, leaver] = [new LockOwner(), new LockOwner()];
  takeFree(locks, holder, ['a']);
  const wait = locks.acquire(leaver, ['a'], 'exclusive');
  locks.release(leaver);
  await expect(wait).rejects.toEqual(aborted);
});

test('readers share a lock, and a writer waits for all of them', async () => {
  const locks = new LockTable(1000);
  const [first, second, writer] = [new LockOwner(), new LockOwner(), new LockOwner()];
  for (const reader of [first, second]) takeFree(locks, reader, ['a'], 'shared');
  const written = locks.acquire(writer, ['a'], 'exclusive');
  const isWritten = vi.fn();
  void written?.then(isWritten);
  locks.release(first);
  await vi.advanceTimersByTimeAsync(1);
  expect(isWritten).not.toHaveBeenCalled();
  locks.release(second);
  await expect(written).resolves.toBeUndefined();
});

test('a reader that writes goes before the waiting writers, and a second such reader is aborted', async () => {
  const locks = new LockTable(1000);
  const [first, second, outside] = [new LockOwner(), new LockOwner(), new LockOwner()];
  for (const reader of [first, second]) takeFree(locks, reader, ['a'], 'shared');
  const order: string[] = [];
  const outsideWrites = locks.acquire(outside, ['a'], 'exclusive')?.then(() => order.push('outside'));
  const firstWrites = locks.acquire(first, ['a'], 'exclusive')?.then(() => order.push('first'));
  await expect(locks.acquire(second, ['a'], 'exclusive')).rejects.toEqual(aborted);
  locks.release(second);
  await firstWrites;
  locks.release(first);
  await outsideWrites;
  expect(order).toEqual(['first', 'outside']);
});

test('a reader waits behind a writer that waits, unless the writer also waits for the reader', async () => {
  const locks = new LockTable(1000);
  const [holder, writer, late, busy] = [new LockOwner(), new LockOwner(), new LockOwner(), new LockOwner()];
  takeFree(locks, holder, ['a'], 'shared');
  takeFree(locks, busy, ['b'], 'shared');
  const written = locks.acquire(writer, ['a', 'b'], 'exclusive');
  const lateReads = locks.acquire(late, ['a'], 'shared');
  expect(lateReads).toBeDefined();
  takeFree(locks, busy, ['a'], 'shared');
  for (const owner of [holder, busy]) locks.release(owner);
  await written;
  locks.release(writer);
  await expect(lateReads).resolves.toBeUndefined();
});

test('readers that waited for a writer get the lock in turn', async () => {
  const locks = new LockTable(1000);
  const [writer, first, second] = [new LockOwner(), new LockOwner(), new LockOwner()];
  takeFree(locks, writer, ['a']);
  const firstReads = locks.acquire(first, ['a'], 'shared');
  const secondReads = locks.acquire(second, ['a'], 'shared');
  locks.release(writer);
  await firstReads;
  takeFree(locks, first, ['a'], 'exclusive');
  locks.release(first);
  await expect(secondReads).resolves.toBeUndefined();
});

test('readers continue when the writer before them gives up', async () => {
  const locks = new LockTable(1000);
  const [holder, writer, late] = [new LockOwner(), new LockOwner(), new LockOwner()];
  takeFree(locks, holder, ['a'], 'shared');
  const refused = refusal(locks.acquire(writer, ['a'], 'exclusive'));
  await vi.advanceTimersByTimeAsync(600);
  const lateReads = locks.acquire(late, ['a'], 'shared');
  await vi.advanceTimersByTimeAsync(600);
  expect(await refused).toEqual(aborted);
  await expect(lateReads).resolves.toBeUndefined();
});
