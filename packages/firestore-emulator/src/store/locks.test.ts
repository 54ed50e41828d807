import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { LockOwner, LockTable } from '#firestore/store/locks.ts';

const aborted = expect.objectContaining({ status: 'ABORTED' });

function takeFree(locks: LockTable, owner: LockOwner, names: readonly string[]): void {
  expect(locks.acquire(owner, names)).toBeUndefined();
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
  expect(locks.acquire(owner, ['a', 'b'])).toBeUndefined();
  expect(locks.acquire(owner, ['b', 'c'])).toBeUndefined();
});

test('waiting owners get the lock in request order', async () => {
  const locks = new LockTable(1000);
  const owners = Array.from({ length: 5 }, () => new LockOwner());
  const served: number[] = [];
  const all = owners.map(async (owner, index) => {
    await locks.acquire(owner, ['a']);
    served.push(index);
    await Promise.resolve();
    locks.release(owner);
  });
  await Promise.all(all);
  expect(served).toEqual([0, 1, 2, 3, 4]);
  expect(locks.acquire(new LockOwner(), ['a'])).toBeUndefined();
});

test('a wait that would be a deadlock is aborted, and the others continue when its owner releases', async () => {
  const locks = new LockTable(1000);
  const [one, two, three] = [new LockOwner(), new LockOwner(), new LockOwner()];
  takeFree(locks, one, ['a']);
  takeFree(locks, two, ['b']);
  takeFree(locks, three, ['c']);
  const oneWaits = locks.acquire(one, ['b']);
  const twoWaits = locks.acquire(two, ['c']);
  await expect(locks.acquire(three, ['a'])).rejects.toEqual(aborted);
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
  const queuedWaits = locks.acquire(queued, ['a', 'b']);
  await expect(locks.acquire(last, ['a'])).rejects.toEqual(aborted);
  locks.release(last);
  locks.release(holder);
  await expect(queuedWaits).resolves.toBeUndefined();
});

test('a deadlock through owners that wait for several locks is detected', async () => {
  const locks = new LockTable(1000);
  const [first, second, third] = [new LockOwner(), new LockOwner(), new LockOwner()];
  takeFree(locks, first, ['a', 'b']);
  takeFree(locks, third, ['z']);
  const secondWaits = locks.acquire(second, ['a', 'b', 'c', 'z']);
  await expect(locks.acquire(third, ['c'])).rejects.toEqual(aborted);
  await expect(locks.acquire(third, ['b'])).rejects.toEqual(aborted);
  locks.release(third);
  locks.release(first);
  await expect(secondWaits).resolves.toBeUndefined();
});

test('five thousand owners in one queue get the lock in turn, without quadratic time', async () => {
  const locks = new LockTable(1000);
  let served = 0;
  const all = Array.from({ length: 5000 }, async () => {
    const owner = new LockOwner();
    await locks.acquire(owner, ['counter']);
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
  const refused = refusal(locks.acquire(impatient, ['a']));
  await vi.advanceTimersByTimeAsync(600);
  const granted = locks.acquire(patient, ['a']);
  await vi.advanceTimersByTimeAsync(600);
  expect(await refused).toEqual(aborted);
  locks.release(holder);
  await expect(granted).resolves.toBeUndefined();
});

test('an owner that waits twice for the same lock gets it once', async () => {
  const locks = new LockTable(1000);
  const [holder, twice] = [new LockOwner(), new LockOwner()];
  takeFree(locks, holder, ['a']);
  const waits = [locks.acquire(twice, ['a']), locks.acquire(twice, ['a'])];
  locks.release(holder);
  await Promise.all(waits.map(async (wait) => wait));
  locks.release(twice);
  expect(locks.acquire(new LockOwner(), ['a'])).toBeUndefined();
});

test('a release rejects the waits of the owner', async () => {
  const locks = new LockTable(1000);
  const [holder, leaver] = [new LockOwner(), new LockOwner()];
  takeFree(locks, holder, ['a']);
  const wait = locks.acquire(leaver, ['a']);
  locks.release(leaver);
  await expect(wait).rejects.toEqual(aborted);
});
