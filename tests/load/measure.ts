/**
 * `npm run measure`: how fast the built product is here, with 10,000 and 50,000 links, as a table of medians beside what
 * we promise. A whole run writes docs/performance.md and docs/performance.json.
 *
 *     npm run measure -- --only warm,search     some parts, which only prints
 *     npm run measure -- --runs 9 --soak 2m     more runs, a shorter soak
 */
import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { readFlags, refuseUsage } from '@foldmark/tools/support/flags';
import { PROJECT_ROOT } from '@foldmark/tools/suite/places';

import { durationOf } from '#tests/load/duration.ts';
import { machineWith } from '#tests/load/machine.ts';
import type { Part } from '#tests/load/part.ts';
import { add } from '#tests/load/parts/add.ts';
import { api } from '#tests/load/parts/api.ts';
import { bill } from '#tests/load/parts/bill.ts';
import { bytes } from '#tests/load/parts/bytes.ts';
import { change } from '#tests/load/parts/change.ts';
import { firestore } from '#tests/load/parts/firestore.ts';
import { scroll } from '#tests/load/parts/scroll.ts';
import { search } from '#tests/load/parts/search.ts';
import { soak } from '#tests/load/parts/soak.ts';
import { cold, warm } from '#tests/load/parts/start.ts';
import { failuresOf, jsonOf, markdownOf, tableOf, type Results } from '#tests/load/report.ts';
import type { RowName } from '#tests/load/rows.ts';
import { openStage, type Stage } from '#tests/load/stage.ts';
import { ensureWholeBrowser } from '@foldmark/tools/support/browsers';

const PARTS: Readonly<Record<string, Part>> = {
  bytes,
  warm,
  cold,
  add,
  search,
  scroll,
  bill,
  change,
  firestore,
  api,
  soak,
};

/** For each part; on a quiet machine the longest takes two minutes. */
const PART_LIMIT_MS = 6 * 60_000;

const USAGE = `
npm run measure -- [--only PARTS] [--runs 5] [--soak 10m]

  --only PARTS    some of ${Object.keys(PARTS).join(',')}, which only prints
  --runs N        how often each is measured
  --soak TIME     how long the soak takes
`;
const flags = readFlags(USAGE, {
  only: { type: 'string', default: Object.keys(PARTS).join(',') },
  runs: { type: 'string', default: '5' },
  soak: { type: 'string', default: '10m' },
});
const names = flags.only.split(',');
const unknown = names.filter((name) => !Object.hasOwn(PARTS, name));
if (unknown.length > 0) refuseUsage(USAGE, `No such part: ${unknown.join(', ')}.`);

// Whoever ends it by force must not leave its services behind: they go with the exit of this process.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
const started = performance.now();
await ensureWholeBrowser();
say('Starting the product');
const stage = await openStage();
const samples = new Map<RowName, number[]>();
const failures = new Map<string, string>();
for (const name of names) await measure(name);
const results: Results = { machine: machineWith(stage.browser.version()), samples, failures };
await stage.stop();

process.stdout.write(`\n${tableOf(results, names)}\n\n${failuresOf(results)}\n`);
if (names.length === Object.keys(PARTS).length) {
  const files = [
    join(PROJECT_ROOT, 'docs/performance.md'),
    join(PROJECT_ROOT, 'docs/performance.json'),
  ] as const;
  await writeFile(files[0], markdownOf(results, names));
  await writeFile(files[1], jsonOf(results));
  // As the check wants everything.
  execFileSync(join(PROJECT_ROOT, 'node_modules/.bin/oxfmt'), files);
  process.stdout.write('Written to docs/performance.md and docs/performance.json.\n');
}
process.exit(failures.size === 0 ? 0 : 1);

/** A part that fails is told of, and the others go on. */
async function measure(name: string): Promise<void> {
  const part = PARTS[name];
  if (part === undefined) return;
  say(name);
  const soakMs = durationOf(flags.soak);
  try {
    const measured = part(stage, {
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
    const why = error instanceof Error ? error.message : String(error);
    failures.set(name, why);
    say(`${name} failed: ${why}`);
  } finally {
    await closeContexts(stage);
  }
}

/** What hangs must not keep the others from being measured. It fails by itself when its pages are closed. */
async function within(ms: number, measured: Promise<void>): Promise<void> {
  const limit = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    limit.reject(new Error(`It was not done after ${Math.round(ms / 1000)} s.`));
  }, ms);
  try {
    await Promise.race([measured, limit.promise]);
  } finally {
    clearTimeout(timer);
    measured.catch(() => undefined);
  }
}

/** What a part that failed has left open. */
async function closeContexts({ browser }: Stage): Promise<void> {
  for (const context of browser.contexts()) await context.close();
}

function say(line: string): void {
  const seconds = Math.round((performance.now() - started) / 1000);
  process.stdout.write(`${String(seconds).padStart(5)} s  ${line}\n`);
}
