import { setTimeout as sleep } from 'node:timers/promises';

import type { Suite } from '@foldmark/tools/suite/suite';

import { apiOf } from '#tests/e2e/accounts.ts';
import type { Part } from '#tests/load/part.ts';
import { forgetAll } from '#tests/load/parts/start.ts';
import { nameOf, urlOf } from '#tests/load/seed.ts';

const MANY = 10_000;
const QUIET_MS = 2500;
/** So long the server still tells a page that was closed, and bills for it. */
const CLOSED_PAGES_HEAR_MS = 65_000;

/** What Firestore would charge, by the embedded one's own bill. */
export const bill: Part = async (stage, { runs, note }) => {
  const member = await stage.member(MANY);
  const context = await stage.signedIn(member);
  const call = await apiOf(member);
  const readsOf = async (what: () => Promise<void>): Promise<number> => {
    await clearBill(stage.suite);
    await what();
    return readsAtLast(stage.suite);
  };
  const open = async () => {
    const page = await context.newPage();
    await page.goto('/');
    await page.getByRole('row').first().waitFor();
    return page;
  };
  const tabs = [await open(), await open()];
  await sleep(CLOSED_PAGES_HEAR_MS);
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
      await readsAtLast(stage.suite);
      await page.close();
    });
    note('bill/warm', started);
  }
  for (let run = 0; run < Math.min(runs, 3); run += 1) {
    await forgetAll(context);
    const started = await readsOf(async () => {
      const page = await open();
      await readsAtLast(stage.suite);
      await page.close();
    });
    note('bill/cold', started);
  }
  await context.close();
};

/** The reads when none have come for a while. */
async function readsAtLast(suite: Suite): Promise<number> {
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
