import { setTimeout as sleep } from 'node:timers/promises';

import { writeSnapshot } from '#tests/e2e/seed-snapshot.ts';
import type { Network } from '#tests/load/browser/profile-tab.ts';
import type { Part } from '#tests/load/parts/part.ts';
import { clearStorage, startTimes } from '#tests/load/parts/start.ts';

const MANY = 10_000;
const MEGABITS = 10;
const SETTLE_MS = 1500;

const NEAR: Network = { roundTripMs: 50, megabitsPerSecond: MEGABITS };
const FAR: Network = { roundTripMs: 150, megabitsPerSecond: MEGABITS };
/** Against round trips this long, the rest of a start is nothing. */
const VERY_FAR: Network = { roundTripMs: 1150, megabitsPerSecond: MEGABITS };

/** Starts over a slow network, as on a train. */
export const network: Part = async (testbed, { runs, note }) => {
  const member = await testbed.member(MANY);
  const browser = await testbed.browserWithProfile(member);
  await writeSnapshot(member);
  const cold = async (conditions: Network) => {
    await browser.prepare(async (context) => clearStorage(context, testbed.suite.appUrl));
    await sleep(SETTLE_MS);
    return startTimes(browser, testbed, conditions);
  };
  for (let run = 0; run < runs; run += 1) {
    const near = await cold(NEAR);
    note('network/coldFirst50', near.first);
    note('network/coldUsable50', near.usable);
    const warmNear = await startTimes(browser, testbed, NEAR);
    note('network/warmFirst50', warmNear.first);
    note('network/warmUsable50', warmNear.usable);
    const far = await cold(FAR);
    note('network/coldFirst150', far.first);
    note('network/coldUsable150', far.usable);
    note('network/requests', far.before.requests);
    note('network/bytes', far.before.bytes / 1e6);
    const warmFar = await startTimes(browser, testbed, FAR);
    note('network/warmFirst150', warmFar.first);
    note('network/warmUsable150', warmFar.usable);
    const veryFar = await cold(VERY_FAR);
    note('network/trips', (veryFar.first - far.first) / (VERY_FAR.roundTripMs - FAR.roundTripMs));
  }
  await browser.close();
};
