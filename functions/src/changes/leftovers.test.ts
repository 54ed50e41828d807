import { leftoversPath } from '@foldmark/contract/firestore-paths';
import { describe, expect, test } from 'vitest';

import { leftoversStep, retryLeftovers } from '#functions/changes/leftovers.ts';
import { FOLDER_LINKS } from '#functions/store/collections.ts';
import type { LeftoversStep } from '#functions/store/steps.ts';
import { DUE_MS, TRIES_MAX } from '#functions/store/times.ts';
import { MemoryLibrary } from '#functions/testing/memory-library.ts';

const NOW = Date.parse('2026-01-01T00:00:00Z');

/** A library with memberships of a deleted folder, which are left to the job. */
async function leftIn(memory: MemoryLibrary, folder_id: number, count: number): Promise<MemoryLibrary> {
  const first = memory.all(FOLDER_LINKS).length + 1;
  for (let id = first; id < first + count; id += 1)
    memory.addMember({ folder_link_id: id, folder_id, link_id: id });
  await memory.library.transaction(async ({ leftovers }) =>
    leftovers.add({ link_ids: [], folder_ids: [folder_id] }),
  );
  return memory;
}

async function take(memory: MemoryLibrary, part: number) {
  const step: LeftoversStep = { uid: 'u1', state: 'leftovers', part };
  return memory.library.transaction(async (transaction) => leftoversStep(transaction, step));
}

async function retry(memory: MemoryLibrary) {
  return memory.library.transaction(async (transaction) => retryLeftovers(transaction, 'u1'));
}

function stored(memory: MemoryLibrary): object | undefined {
  return memory.document(leftoversPath('u1'));
}

describe('a step of the leftovers', () => {
  test('deletes at most 400 memberships, and the last step ends the job', async () => {
    const memory = await leftIn(new MemoryLibrary(), 1, 450);
    expect(await take(memory, 0)).toMatchObject({ next: { part: 1 }, writes: 400 });
    expect(stored(memory)).toMatchObject({ folder_ids: [1], step: 1 });
    expect(await take(memory, 1)).toEqual({ next: null, writes: 50 });
    expect([memory.all(FOLDER_LINKS), stored(memory)]).toEqual([[], undefined]);
  });

  test('that the job does not wait for deletes nothing', async () => {
    const memory = await leftIn(new MemoryLibrary(), 1, 1);
    expect(await take(memory, 1)).toBeNull();
    expect(memory.all(FOLDER_LINKS)).toHaveLength(1);
  });

  test('without a profile deletes nothing, because the account is being deleted', async () => {
    const memory = (await leftIn(new MemoryLibrary(), 1, 1)).withoutProfile();
    expect(await take(memory, 0)).toBeNull();
  });

  test('leaves the memberships of a folder that exists again', async () => {
    const memory = await leftIn(await leftIn(new MemoryLibrary(), 1, 2), 2, 3);
    memory.addFolder({ folder_id: 1 });
    expect(await take(memory, 0)).toMatchObject({ next: null, writes: 3 });
    expect(memory.all(FOLDER_LINKS)).toMatchObject([{ folder_id: 1 }, { folder_id: 1 }]);
  });

  test('takes 30 items at a time, folders first', async () => {
    const memory = new MemoryLibrary();
    for (let folder_id = 1; folder_id <= 31; folder_id += 1) await leftIn(memory, folder_id, 1);
    await memory.library.transaction(async ({ leftovers }) =>
      leftovers.add({ link_ids: [9], folder_ids: [] }),
    );
    expect(await take(memory, 0)).toMatchObject({ writes: 30 });
    expect(stored(memory)).toMatchObject({ link_ids: [9], folder_ids: [31] });
    expect(await take(memory, 1)).toMatchObject({ next: { part: 2 }, writes: 1 });
    expect(await take(memory, 2)).toEqual({ next: null, writes: 0 });
  });
});

describe('a retry of the leftovers', () => {
  test('comes only after the time of the job, and each later than the one before', async () => {
    const memory = await leftIn(new MemoryLibrary(), 1, 1);
    expect(await retry(memory)).toBeNull();
    memory.at(new Date(NOW + DUE_MS));
    expect(await retry(memory)).toEqual({ uid: 'u1', state: 'leftovers', part: 0 });
    memory.at(new Date(NOW + 2 * DUE_MS));
    expect(await retry(memory)).toBeNull();
    memory.at(new Date(NOW + 3 * DUE_MS));
    expect(await retry(memory)).not.toBeNull();
  });

  test('gives the job up after the last try', async () => {
    const memory = await leftIn(new MemoryLibrary(), 1, 1);
    for (let tries = 0; tries < TRIES_MAX; tries += 1) {
      memory.at(new Date(NOW + 2 ** (tries + 1) * DUE_MS));
      expect(await retry(memory)).toMatchObject({ part: 0 });
    }
    memory.at(new Date(NOW + 2 ** (TRIES_MAX + 1) * DUE_MS));
    expect(await retry(memory)).toBe('given up');
    expect(stored(memory)).toBeUndefined();
  });

  test('without a profile queues nothing, and still makes way for other jobs', async () => {
    const memory = (await leftIn(new MemoryLibrary(), 1, 1)).withoutProfile().at(new Date(NOW + DUE_MS));
    expect(await retry(memory)).toBeNull();
    expect(stored(memory)).toMatchObject({ tries: 1 });
  });
});
