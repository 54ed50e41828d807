import { setTimeout as sleep } from 'node:timers/promises';

import { collectionPath } from '@foldmark/contract/firestore-paths';
import { STATUS_TRASHED } from '@foldmark/contract/limits';

import { BUSY_WATCH } from '#tests/load/browser/busy-watch.ts';
import { FIRST_LINK, PAGE_CLOCK } from '#tests/load/browser/in-page.ts';
import type { ProfileTab } from '#tests/load/browser/profile-tab.ts';
import type { Part } from '#tests/load/parts/part.ts';
import { commitLive, linkFields, type Member } from '#tests/load/testbed/seed.ts';
import type { Testbed } from '#tests/load/testbed/testbed.ts';
import { CLOSED_PAGES_BILLED_MS, clearBill, settledReads } from '#tests/load/testbed/usage.ts';

const MANY = 10_000;
/** One by one, a link at a time. */
const STREAM = { links: 420, perCommit: 1, ms: 10_000 };
/** As an import or a selection of everything sends them. */
const BULK = { links: 10_000, perCommit: 250, ms: 15_000 };
/** A feed subscribes again at the latest this long after a change. */
const RESUBSCRIBED_MS = 25_000;

interface Load {
  readonly links: number;
  readonly perCommit: number;
  readonly ms: number;
}

/**
 * What two listening tabs cost and how long they are busy while changes of another device arrive. The changes are written to
 * Firestore directly, so that all billed reads are those of the feeds.
 */
export const feed: Part = async (testbed, { note, say }) => {
  const member = await testbed.member(MANY);
  const device = await testbed.browserWithProfile(member);
  const tabs: ProfileTab[] = [];
  for (const open of [device.openTab, device.openWindow]) {
    const tab = await open(testbed.suite.appUrl, PAGE_CLOCK + BUSY_WATCH);
    await tab.evaluate(`pageClock.shown([${JSON.stringify(FIRST_LINK)}])`);
    tabs.push(tab);
  }
  await sleep(CLOSED_PAGES_BILLED_MS);
  const measure = async (run: () => Promise<void>) => {
    await Promise.all(
      tabs.map(async (tab) => tab.evaluate('busyWatch.takeLongestTask(), busyWatch.takeApiCalls()')),
    );
    await clearBill(testbed.suite);
    await run();
    const reads = (await settledReads(testbed.suite, RESUBSCRIBED_MS)) / tabs.length;
    const tasks = await Promise.all(
      tabs.map(async (tab) => Number(await tab.evaluate('busyWatch.takeLongestTask()'))),
    );
    const calls = await Promise.all(
      tabs.map(async (tab) => Number(await tab.evaluate('busyWatch.takeApiCalls()'))),
    );
    const measured = { reads, task: Math.max(...tasks), calls: calls.reduce((sum, count) => sum + count, 0) };
    say(JSON.stringify(measured));
    return measured;
  };
  const first = MANY + 1;
  const streamed = await measure(async () => write(testbed, member, STREAM, first));
  note('feed/reads', streamed.reads / STREAM.links);
  note('feed/calls', streamed.calls);
  note('feed/task', streamed.task);
  const added = await measure(async () => write(testbed, member, BULK, first + STREAM.links));
  note('feed/readsBulk', added.reads / BULK.links);
  note('feed/taskBulk', added.task);
  const trashed = await measure(async () => write(testbed, member, BULK, 1, STATUS_TRASHED));
  note('feed/taskTrash', trashed.task);
  await device.close();
};

/** Writes links with these ids, evenly distributed over the time. */
async function write(
  { suite }: Testbed,
  { uid }: Member,
  { links, perCommit, ms }: Load,
  first: number,
  status?: number,
): Promise<void> {
  const started = Date.now();
  const commits: Promise<void>[] = [];
  const created_at = new Date();
  for (let done = 0; done < links; done += perCommit) {
    await sleep(started + (ms * done) / links - Date.now());
    const ids = Array.from({ length: perCommit }, (_, index) => first + done + index);
    const writes = ids.map((id) => ({
      path: `${collectionPath(uid, 'links')}/${id}`,
      fields: { ...linkFields(id, status), created_at },
    }));
    commits.push(commitLive(suite, writes));
  }
  await Promise.all(commits);
}
