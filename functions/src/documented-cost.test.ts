import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { STEP_ITEMS, STEP_MEMBERS } from '#functions/changes/leftovers.ts';
import { RATES } from '#functions/allowance/rates.ts';
import { readsAMinute } from '#functions/cloud/settings.ts';
import { LOOK_UPS_A_MINUTE } from '#functions/grants/token-checks.ts';
import { WRITES_PER_SECOND } from '#functions/jobs/pace.ts';
import { actions, api, imageDeletions, pageDetails, snapshots } from '#functions/index.ts';

const [, SECTION = ''] = readFileSync(join(import.meta.dirname, '../../deploy/README.md'), 'utf8').split(
  '### Costs of one hostile account',
);
const ROW =
  /^\| +\S.*? +\| +(?<amount>[\d,]+)[ s]* +\| +(?<price>[\d.]+) per (?<per>\S+) +\| +(?<dollars>[\d.]+) +\|$/gm;
const ROWS = [...SECTION.matchAll(ROW)].map(({ groups = {} }) => groups);

const PER: Readonly<Record<string, number>> = { s: 1, '1,000': 1000, '100,000': 100_000, million: 1_000_000 };

test('deploy/README adds up the cost of one hostile account correctly', () => {
  expect(ROWS).toHaveLength(15);
  let together = 0;
  for (const { amount = '', price, per = '', dollars } of ROWS) {
    const cost = (Number(amount.replaceAll(',', '')) * Number(price)) / (PER[per] ?? 0);
    expect(cost.toFixed(2)).toBe(dollars);
    together += Number(dollars);
  }
  expect(SECTION).toContain(`**${together.toFixed(2)}** |`);
});

test('deploy/README uses the limits of the code', () => {
  // oxlint-disable-next-line no-underscore-dangle -- the field that firebase-tools reads
  const [called, queued] = [api.__endpoint, pageDetails.__endpoint];
  const instances = Number(called.maxInstances);
  // oxlint-disable-next-line no-underscore-dangle -- the field that firebase-tools reads
  const jobs = [pageDetails, imageDeletions, actions].map(({ __endpoint }) =>
    Number(__endpoint.maxInstances),
  );
  const rate = Number(queued.taskQueueTrigger?.rateLimits?.maxDispatchesPerSecond);
  const reads = Number(readsAMinute.options.default);
  // The jobs are an import and the undo of one. The collections are links, memberships and favorites.
  const [chains, collections] = [2, 3];
  const amounts = ROWS.map(({ amount = '' }) => Number(amount.replaceAll(',', '')));
  expect(amounts).toEqual([
    reads * 60 * instances,
    3600 * instances,
    500 * 3600 * instances,
    3600 * jobs.reduce((sum, each) => sum + each, 0),
    // oxlint-disable-next-line no-underscore-dangle -- the field that firebase-tools reads
    3600 * Number(snapshots.__endpoint.maxInstances),
    // A job stores an icon and a picture.
    2 * 3600 * rate,
    LOOK_UPS_A_MINUTE * 60 * instances,
    RATES.device.all * 60 * instances,
    // A repeated refresh reads four documents, writes four and deletes one.
    ...[4, 4, 1].map((documents) => documents * RATES.token.all * 60 * instances),
    ...[1, 2].map((documents) => documents * chains * collections * WRITES_PER_SECOND * 3600),
    // A step also writes its own document, and reads the profile.
    (3600 * WRITES_PER_SECOND * (STEP_MEMBERS + 1)) / STEP_MEMBERS,
    (3600 * WRITES_PER_SECOND * (STEP_MEMBERS + STEP_ITEMS + 2)) / STEP_MEMBERS,
  ]);
});
