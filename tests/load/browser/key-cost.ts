import { setTimeout as sleep } from 'node:timers/promises';

import type { ProfileTab } from '#tests/load/browser/profile-tab.ts';

const QUIET_MS = 250;

/** The busy time in half a second from a key on, with timers that are due meanwhile. The URL is written a second after the last key. */
export async function busyMsOf(tab: ProfileTab, key: string): Promise<number> {
  await sleep(QUIET_MS);
  const before = await tab.busyMs();
  await tab.press(key);
  await sleep(2 * QUIET_MS);
  return (await tab.busyMs()) - before;
}

/** The processor time of the longest task in the half second from a key on. */
export async function longestTaskOf(tab: ProfileTab, key: string): Promise<number> {
  await sleep(QUIET_MS);
  const { processorMs } = await tab.longestTask(async () => {
    await tab.press(key);
    await sleep(2 * QUIET_MS);
  });
  return processorMs;
}
