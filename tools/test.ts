/**
 * `npm test` runs all stages, the fast ones first, and ends at the first stage that fails. `npm test -- <stage>...` runs only
 * these stages.
 */
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { ensureBrowser, installOtherBrowsers } from '#tools/support/browsers.ts';
import { runChecks } from '#tools/checks/checks.ts';
import { rehearse } from './deploy/rehearsal.ts';
import { checkRouteBytes } from '#tools/checks/check-route-bytes.ts';
import { runStep } from '#tools/support/run-step.ts';
import { STAGES, type Stage } from '#tools/support/stages.ts';
import {
  add,
  atLeastOneFailure,
  NOTHING,
  playwrightTally,
  vitestTally,
  type Tally,
} from '#tools/support/tally.ts';

const REPORTS = join(import.meta.dirname, '../.local/test-reports');

const RUNS: Readonly<Record<Stage, () => Promise<Tally>>> = {
  check: runChecks,
  unit: async () => vitest('unit'),
  rules: async () => vitest('rules'),
  packages: async () => vitest('packages'),
  start: async () => vitest('start'),
  deploy: async () => (await rehearse((line) => process.stdout.write(`${line}\n`))).outcome,
  api: async () => {
    await build();
    return vitest('api');
  },
  bytes: async () => {
    await build();
    return checkRouteBytes();
  },
  e2e: async () => {
    await build();
    await ensureBrowser();
    return playwright();
  },
  browsers: async () => {
    await build();
    installOtherBrowsers();
    return vitest('browsers', 'browsers:*');
  },
};

const names = process.argv.slice(2);
const unknown = names.filter((name) => !isStage(name));
if (unknown.length > 0) {
  process.stderr.write(`Unknown stage: ${unknown.join(', ')}. The stages are ${STAGES.join(', ')}.\n`);
  process.exit(2);
}
await rm(REPORTS, { recursive: true, force: true });
await mkdir(REPORTS, { recursive: true });

let total = NOTHING;
for (const name of STAGES) {
  if (names.length > 0 && !names.includes(name)) continue;
  process.stdout.write(`\n── ${name} ${'─'.repeat(60 - name.length)}\n`);
  total = add(total, await stage(name));
  if (total.failed > 0) break;
}
const skipped = total.skipped === 0 ? '' : `, ${total.skipped} skipped`;
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed${skipped}\n`);
process.exit(total.failed === 0 ? 0 : 1);

async function stage(name: Stage): Promise<Tally> {
  try {
    return await RUNS[name]();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return { ...NOTHING, failed: 1 };
  }
}

function isStage(name: string): name is Stage {
  return Object.hasOwn(RUNS, name);
}

async function build(): Promise<void> {
  const { ok, output } = await runStep('node', ['tools/build.ts', '--if-stale']);
  process.stdout.write(output);
  if (!ok) throw new Error('The build failed.');
}

async function vitest(stageName: string, project = stageName): Promise<Tally> {
  const report = join(REPORTS, `${stageName}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const { ok } = await runStep('vitest', ['run', '--project', project, ...reporters], { show: true });
  return atLeastOneFailure(await vitestTally(report), ok);
}

async function playwright(): Promise<Tally> {
  const report = join(REPORTS, 'e2e.json');
  const { ok } = await runStep(
    'playwright',
    ['test', '--config', 'tests/playwright.config.ts', '--reporter=list,json'],
    {
      show: true,
      env: { PLAYWRIGHT_JSON_OUTPUT_NAME: report },
    },
  );
  return atLeastOneFailure(await playwrightTally(report), ok);
}
