import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { torture } from '#firestore/torture/torture.ts';

test('five kills lose no acknowledged commit', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'firestore-torture-'));
  try {
    const result = await torture({
      directory,
      kills: 5,
      seed: 1,
      runMillis: 600,
      snapshotAfterBytes: 100_000,
    });
    expect(result.kills).toBe(5);
    expect(result.acknowledged).toBeGreaterThan(0);
  } finally {
    await rm(directory, { recursive: true });
  }
}, 60_000);
