import { setTimeout as sleep } from 'node:timers/promises';

import type { Suite } from '@foldmark/tools/suite/suite';

import { apiOf } from '#tests/e2e/accounts.ts';
import type { Part } from '#tests/load/parts/part.ts';
import { clearStorage } from '#tests/load/parts/start.ts';
import { nameOf, urlOf } from '#tests/load/testbed/seed.ts';

const MANY = 10_000;
const QUIET_MS = 2500;
/** For this long the server sends changes to closed pages and bills for them. */
const CLOSED_PAGES_BILLED_MS = 65_000;

/** The reads that Firestore would charge, by the embedded Firestore's usage meter. */
export const bill: Part = async (testbed, { runs, note }) => {
  const member = await testbed.member(MANY);
  const context = await testbed.signedIn(member);
  const call = await apiOf(member);
  const readsOf = async (action: () => Promise<void>): Promise<number> => {
    await clearBill(testbed.suite);
    await action();
    return settledReads(testbed.suite);
  };
  const open = async () => {
    const page = await context.newPage();
    await page.goto('/');
    await page.getByRole('row').first().waitFor();
    return page;
  };
  const tabs = [await open(), await open()];
  await sleep(CLOSED_PAGES_BILLED_MS);
  for (let run = 0; run < runs; run += 1) {
    const edited = await readsOf(async () => {
      const link_id = 1 + run;
      const name = `${nameOf(link_id)}, edited ${crypto.randomUUID()}`;
      await call('/links/update/', { link_id, url: urlOf(link_id), name, status_id: 1 });
    });
    note('bill/edit', edited);
  }
  for (const tab of tabs) await tab.close();
  for (let run = 0; run < runs; run += 1) {
    const started = await readsOf(async () => {
      const page = await open();
      await settledReads(testbed.suite);
      await page.close();
    });
    note('bill/warm', started);
  }
  for (let run = 0; run < Math.min(runs, 3); run += 1) {
    await clearStorage(context);
    const started = await readsOf(async () => {
      const page = await open();
      await settledReads(testbed.suite);
      await page.close();
    });
    note('bill/cold', started);
  }
  await context.close();
};

/** The number of reads, once it has stopped growing. */
async function settledReads(suite: Suite): Promise<number> {
  for (let before = await reads(suite); ;) {
    await sleep(QUIET_MS);
    const now = await reads(suite);
    if (now === before) return now;
    before = now;
  }
}

async function reads(suite: Suite): Promise<number> {
  const usage: { reads: number } = JSON.parse(await (await fetch(usageUrl(suite))).text());
  return usage.reads;
}

async function clearBill(suite: Suite): Promise<void> {
  await fetch(usageUrl(suite), { method: 'DELETE' });
}

function usageUrl({ firestoreHost, projectId }: Suite): string {
  return `http://${firestoreHost}/emulator/v1/projects/${projectId}/usage`;
}
