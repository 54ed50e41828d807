import { setTimeout as sleep } from 'node:timers/promises';

import type { Suite } from '@foldmark/tools/suite/suite';

/** For this long the server sends changes to closed pages and bills for them. */
export const CLOSED_PAGES_BILLED_MS = 65_000;

const QUIET_MS = 2500;

/** The number of billed reads, once it has not grown for a while. */
export async function settledReads(suite: Suite, quietMs = QUIET_MS): Promise<number> {
  for (let before = await reads(suite); ;) {
    await sleep(quietMs);
    const now = await reads(suite);
    if (now === before) return now;
    before = now;
  }
}

export async function clearBill(suite: Suite): Promise<void> {
  await fetch(usageUrl(suite), { method: 'DELETE' });
}

async function reads(suite: Suite): Promise<number> {
  const usage: { reads: number } = JSON.parse(await (await fetch(usageUrl(suite))).text());
  return usage.reads;
}

function usageUrl({ firestoreHost, projectId }: Suite): string {
  return `http://${firestoreHost}/emulator/v1/projects/${projectId}/usage`;
}
