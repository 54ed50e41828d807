import { setTimeout as sleep } from 'node:timers/promises';

import { collectionPath } from '@foldmark/contract/firestore-paths';
import { STATUS_TRASHED } from '@foldmark/library/entities/limits';
import type { Page } from '@playwright/test';

import { installApiCounter } from '#tests/load/browser/api-counter.ts';
import { longestTask } from '#tests/load/browser/longest-task.ts';
import type { Part } from '#tests/load/parts/part.ts';
import { commitLive, linkFields, type Member, memberWith } from '#tests/load/testbed/seed.ts';
import type { Testbed } from '#tests/load/testbed/testbed.ts';
import { CLOSED_PAGES_BILLED_MS, clearBill, settledReads } from '#tests/load/testbed/usage.ts';

const MANY = 10_000;
/** One by one. */
const STREAM = { links: 420, perCommit: 1, ms: 10_000 };
/** As an import or a selection of everything writes them. */
const BULK = { links: 10_000, perCommit: 250, ms: 15_000 };
/** All tasks that the last change causes have ended after this long. */
const DONE_MS = 3000;
/** A feed subscribes again within this time after the last change. */
const RESUBSCRIBED_MS = 25_000;

interface Load {
  readonly links: number;
  readonly perCommit: number;
  readonly ms: number;
}

/**
 * What two listening tabs cost, and how long they are busy, while changes of another device arrive. The changes are written to
 * Firestore directly, so that all billed reads are those of the feeds.
 */
export const feed: Part = async (testbed, { note, say }) => {
  // Not the member of the other parts, whose library this would change.
  const member = await memberWith(MANY, testbed.suite);
  const tabs = [await openTab(testbed, member), await openTab(testbed, member)];
  await sleep(CLOSED_PAGES_BILLED_MS);

  const measure = async (load: Load, firstLink: number, status?: number) => {
    await apiCalls(tabs);
    await clearBill(testbed.suite);
    const task = await longestTask(testbed.browser, async () => {
      await write(testbed, member, load, firstLink, status);
      await sleep(DONE_MS);
    });
    const reads = await settledReads(testbed.suite, RESUBSCRIBED_MS);
    const calls = await apiCalls(tabs);
    say(`${reads} reads, ${calls} calls, longest task ${Math.round(task.clockMs)} ms`);
    return { readsEach: reads / tabs.length / load.links, calls, task };
  };

  const streamed = await measure(STREAM, MANY + 1);
  note('feed/reads', streamed.readsEach);
  note('feed/calls', streamed.calls);
  note('feed/task', streamed.task.processorMs);
  const added = await measure(BULK, MANY + 1 + STREAM.links);
  note('feed/readsBulk', added.readsEach);
  note('feed/taskBulk', added.task.processorMs);
  note('feed/clockBulk', added.task.clockMs);
  const trashed = await measure(BULK, 1, STATUS_TRASHED);
  note('feed/readsTrash', trashed.readsEach);
  note('feed/taskTrash', trashed.task.processorMs);
  note('feed/clockTrash', trashed.task.clockMs);
  for (const tab of tabs) await tab.context().close();
};

async function openTab(testbed: Testbed, member: Member): Promise<Page> {
  const context = await testbed.signedIn(member);
  await context.addInitScript(installApiCounter);
  const page = await context.newPage();
  await page.goto('/');
  await page.getByRole('row').first().waitFor();
  return page;
}

async function apiCalls(tabs: readonly Page[]): Promise<number> {
  const counts = await Promise.all(tabs.map(async (tab) => tab.evaluate(() => window.takeApiCalls())));
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Writes links with ids from `firstLink`, evenly distributed over the time. */
async function write(
  { suite }: Testbed,
  { uid }: Member,
  { links, perCommit, ms }: Load,
  firstLink: number,
  status?: number,
): Promise<void> {
  const started = Date.now();
  const commits: Promise<void>[] = [];
  const created_at = new Date();
  for (let done = 0; done < links; done += perCommit) {
    await sleep(Math.max(0, started + (ms * done) / links - Date.now()));
    const ids = Array.from({ length: perCommit }, (_, index) => firstLink + done + index);
    const writes = ids.map((id) => ({
      path: `${collectionPath(uid, 'links')}/${id}`,
      fields: { ...linkFields(id, status), created_at },
    }));
    commits.push(commitLive(suite, writes));
  }
  await Promise.all(commits);
}
