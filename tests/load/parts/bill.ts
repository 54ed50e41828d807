import { setTimeout as sleep } from 'node:timers/promises';

import type { BrowserContext, Page, Request } from '@playwright/test';

import { apiOf } from '#tests/e2e/accounts.ts';
import { writeSnapshot } from '#tests/e2e/seed-snapshot.ts';
import { CLOSED_PAGES_BILLED_MS, clearBill, settledReads } from '#tests/load/testbed/usage.ts';
import type { Note, Part } from '#tests/load/parts/part.ts';
import { clearStorage } from '#tests/load/parts/start.ts';
import { nameOf, urlOf } from '#tests/load/testbed/seed.ts';
import type { Testbed } from '#tests/load/testbed/testbed.ts';

const MANY = 10_000;
const VERY_MANY = 100_000;

/** Counts the bytes of all finished responses as they were sent, with their headers. */
function countBytes(context: BrowserContext) {
  let finished: Request[] = [];
  context.on('requestfinished', (request) => finished.push(request));
  return {
    reset: () => {
      finished = [];
    },
    megabytes: async (): Promise<number> => {
      const sizes = await Promise.all(finished.map(async (request) => request.sizes()));
      return sizes.reduce((sum, size) => sum + size.responseBodySize + size.responseHeadersSize, 0) / 1e6;
    },
  };
}

/**
 * The reads that Firestore would charge, by the embedded Firestore's usage meter. Edits come last: for a minute, each start
 * reads a document again that was changed just before.
 */
export const bill: Part = async (testbed, { runs, note }) => {
  await warmBills(testbed, runs, note);
  await coldBills(testbed, runs, note);
  await editBills(testbed, runs, note);
};

async function openLibrary(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.goto('/');
  await page.getByRole('row').first().waitFor();
  return page;
}

/** A browser that has stored the library. */
async function warmBills(testbed: Testbed, runs: number, note: Note): Promise<void> {
  const context = await testbed.signedIn(await testbed.member(MANY));
  for (let run = 0; run < runs; run += 1) {
    await clearBill(testbed.suite);
    const page = await openLibrary(context);
    note('bill/warm', await settledReads(testbed.suite));
    await page.close();
  }
  await context.close();
}

/** A browser that has not stored the library. The server has a snapshot of it. */
async function coldBills(testbed: Testbed, runs: number, note: Note): Promise<void> {
  for (const [links, row] of [
    [MANY, 'bill/cold'],
    [VERY_MANY, 'bill/cold100'],
  ] as const) {
    const member = await testbed.member(links);
    const context = await testbed.signedIn(member);
    await writeSnapshot(member);
    const bytes = countBytes(context);
    for (let run = 0; run < Math.min(runs, 3); run += 1) {
      await clearStorage(context);
      bytes.reset();
      await clearBill(testbed.suite);
      const page = await openLibrary(context);
      note(row, await settledReads(testbed.suite));
      if (links === MANY) note('bill/bytes', await bytes.megabytes());
      await page.close();
    }
    await context.close();
  }
}

/** Two open tabs, and an edit by an app. */
async function editBills(testbed: Testbed, runs: number, note: Note): Promise<void> {
  const member = await testbed.member(MANY);
  const context = await testbed.signedIn(member);
  const call = await apiOf(member);
  await openLibrary(context);
  await openLibrary(context);
  await sleep(CLOSED_PAGES_BILLED_MS);
  for (let run = 0; run < runs; run += 1) {
    const link_id = 1 + run;
    const name = `${nameOf(link_id)}, edited ${crypto.randomUUID()}`;
    await clearBill(testbed.suite);
    await call('/links/update/', { link_id, url: urlOf(link_id), name, status_id: 1 });
    note('bill/edit', await settledReads(testbed.suite));
  }
  await context.close();
}
