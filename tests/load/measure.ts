/**
 * `npm run measure`: measures the built product on this machine, with 10,000 and 100,000 links, and prints medians beside
 * our goals. A run of all parts writes docs/performance.md and docs/performance.json.
 *
 *     npm run measure -- --only warm,search     these parts only; prints and writes no file
 *     npm run measure -- --runs 9 --soak 2m     more runs, a shorter soak
 */
import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { readFlags, refuseUsage } from '@foldmark/tools/support/flags';
import { PROJECT_ROOT } from '@foldmark/tools/suite/places';

import { durationOf } from '#tests/support/duration.ts';
import { machineWith } from '#tests/load/report/machine.ts';
import type { Part } from '#tests/load/parts/part.ts';
import { add } from '#tests/load/parts/add.ts';
import { api } from '#tests/load/parts/api.ts';
import { bill } from '#tests/load/parts/bill.ts';
import { bytes } from '#tests/load/parts/bytes.ts';
import { change } from '#tests/load/parts/change.ts';
import { feed } from '#tests/load/parts/feed.ts';
import { firestore } from '#tests/load/parts/firestore.ts';
import { network } from '#tests/load/parts/network.ts';
import { scroll } from '#tests/load/parts/scroll.ts';
import { picker } from '#tests/load/parts/picker.ts';
import { quickOpen } from '#tests/load/parts/quick-open.ts';
import { search } from '#tests/load/parts/search.ts';
import { soak } from '#tests/load/parts/soak.ts';
import { sort } from '#tests/load/parts/sort.ts';
import { trash } from '#tests/load/parts/trash.ts';
import { cold, warm } from '#tests/load/parts/start.ts';
import { failuresOf, jsonOf, markdownOf, tableOf, type Results } from '#tests/load/report/report.ts';
import type { RowName } from '#tests/load/report/rows.ts';
import { openTestbed, type Testbed } from '#tests/load/testbed/testbed.ts';
import { ensureWholeBrowser } from '@foldmark/tools/support/browsers';

const PARTS: Readonly<Record<string, Part>> = {
  bytes,
  warm,
  cold,
  network,
  add,
  search,
  sort,
  quickOpen,
  picker,
  scroll,
  bill,
  feed,
  trash,
  change,
  firestore,
  api,
  soak,
};

/** The time limit of each part. On an idle machine the longest takes two minutes. */
const PART_LIMIT_MS = 6 * 60_000;

const USAGE = `
npm run measure -- [--only PARTS] [--runs 5] [--soak 10m]

  --only PARTS    only these of ${Object.keys(PARTS).join(',')}; prints and writes no file
  --runs N        runs of each measurement
  --soak TIME     duration of the soak
`;
const flags = readFlags(USAGE, {
  only: { type: 'string', default: Object.keys(PARTS).join(',') },
  runs: { type: 'string', default: '5' },
  soak: { type: 'string', default: '10m' },
});
const names = flags.only.split(',');
const unknown = names.filter((name) => !Object.hasOwn(PARTS, name));
if (unknown.length > 0) refuseUsage(USAGE, `No such part: ${unknown.join(', ')}.`);

// The services end with the exit of this process, so a signal leaves none behind.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
const started = performance.now();
await ensureWholeBrowser();
say('Starting the product');
const testbed = await openTestbed();
const samples = new Map<RowName, number[]>();
const failures = new Map<string, string>();
for (const name of names) await measure(name);
const results: Results = { machine: machineWith(testbed.browser.version()), samples, failures };
await testbed.stop();

process.stdout.write(`\n${tableOf(results, names)}\n\n${failuresOf(results)}\n`);
if (names.length === Object.keys(PARTS).length) {
  const files = [
    join(PROJECT_ROOT, 'docs/performance.md'),
    join(PROJECT_ROOT, 'docs/performance.json'),
  ] as const;
  await writeFile(files[0], markdownOf(results, names));
  await writeFile(files[1], jsonOf(results));
  // `npm run check` requires this format.
  execFileSync(join(PROJECT_ROOT, 'node_modules/.bin/oxfmt'), files);
  process.stdout.write('Written to docs/performance.md and docs/performance.json.\n');
}
process.exit(failures.size === 0 ? 0 : 1);

/** If a part fails, reports it and continues with the others. */
async function measure(name: string): Promise<void> {
  const part = PARTS[name];
  if (part === undefined) return;
  say(name);
  const soakMs = durationOf(flags.soak);
  try {
    const measured = part(testbed, {
      runs: Number(flags.runs),
      soakMs,
      note: (row, value) => {
        samples.set(row, [...(samples.get(row) ?? []), value]);
      },
      say: (line) => {
        say(`${name}: ${line}`);
      },
    });
    await within(name === 'soak' ? soakMs + PART_LIMIT_MS : PART_LIMIT_MS, measured);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    failures.set(name, reason);
    say(`${name} failed: ${reason}`);
  } finally {
    await closeContexts(testbed);
  }
}

/** Rejects after the limit, so that a part that hangs doesn't block the others. Closing its pages then ends it. */
async function within(ms: number, measured: Promise<void>): Promise<void> {
  const limit = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    limit.reject(new Error(`Timed out after ${Math.round(ms / 1000)} s.`));
  }, ms);
  try {
    await Promise.race([measured, limit.promise]);
  } finally {
    clearTimeout(timer);
    measured.catch(() => undefined);
  }
}

/** Closes what a failed part left open. */
async function closeContexts({ browser }: Testbed): Promise<void> {
  for (const context of browser.contexts()) await context.close();
}

function say(line: string): void {
  const seconds = Math.round((performance.now() - started) / 1000);
  process.stdout.write(`${String(seconds).padStart(5)} s  ${line}\n`);
}
