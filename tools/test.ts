/** `npm test` runs all stages, the fast ones first, and fails if one has failed. `npm test -- <stage>...` runs only these stages. */
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { ensureBrowser, ensureWholeBrowser, installOtherBrowsers } from '#tools/support/browsers.ts';
import { runChecks } from '#tools/checks/checks.ts';
import { rehearse } from './deploy/rehearsal.ts';
import { checkRouteBytes } from '#tools/checks/check-route-bytes.ts';
import { failedTests } from '#tools/support/failed-tests.ts';
import { type Print, runStages } from '#tools/support/run-stages.ts';
import { runStep } from '#tools/support/run-step.ts';
import { STAGES, STEPS, type Stage } from '#tools/support/stages.ts';
import { atLeastOneFailure, playwrightTally, vitestTally, type Tally } from '#tools/support/tally.ts';

const REPORTS = join(import.meta.dirname, '../.local/test-reports');

const RUNS: Readonly<Record<Stage, (print: Print | null) => Promise<Tally>>> = {
  check: runChecks,
  unit: async (print) => vitest('unit', print),
  rules: async (print) => vitest('rules', print),
  packages: async (print) => vitest('packages', print),
  start: async (print) => vitest('start', print),
  deploy: async (print) => (await rehearse((line) => write(print, `${line}\n`))).outcome,
  api: async (print) => vitest('api', print),
  bytes: checkRouteBytes,
  e2e: playwright,
  browsers: async (print) => {
    installOtherBrowsers();
    return vitest('browsers', print, 'browsers:*');
  },
  extension: async (print) => {
    await ensureWholeBrowser();
    installOtherBrowsers();
    return vitest('extension', print);
  },
};
/** These stages run files from a build. */
const NEEDS_BUILD: ReadonlySet<Stage> = new Set([
  'start',
  'deploy',
  'api',
  'bytes',
  'e2e',
  'browsers',
  'extension',
]);
/** These stages open a page in Chromium. */
const NEEDS_BROWSER: ReadonlySet<Stage> = new Set(['packages', 'bytes', 'e2e']);

const names = process.argv.slice(2);
const unknown = names.filter((name) => !isStage(name));
if (unknown.length > 0) {
  process.stderr.write(`Unknown stage: ${unknown.join(', ')}. The stages are ${STAGES.join(', ')}.\n`);
  process.exit(2);
}
await rm(REPORTS, { recursive: true, force: true });
await mkdir(REPORTS, { recursive: true });

const steps = STEPS.map((step) =>
  step
    .map((lane) => lane.filter((name) => names.length === 0 || names.includes(name)))
    .filter((lane) => lane.length > 0),
).filter((lanes) => lanes.length > 0);
const { total, failed } = await runStages(steps, {
  prepare,
  run: async (name, print) => RUNS[name](print),
  write: (text) => void process.stdout.write(text),
});
const skipped = total.skipped === 0 ? '' : `, ${total.skipped} skipped`;
if (failed.length > 0) {
  // Repeated here, because the end of a long log is what people read first, and what CI keeps.
  const tests = await Promise.all(failed.map(async (name) => failedTests(reportOf(name))));
  process.stdout.write(`\nFailed stages: ${failed.join(', ')}\n${tests.flat().join('\n')}\n`);
}
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed${skipped}\n`);
process.exit(failed.length === 0 ? 0 : 1);

function write(print: Print | null, text: string): void {
  if (print === null) process.stdout.write(text);
  else print(text);
}

function isStage(name: string): name is Stage {
  return Object.hasOwn(RUNS, name);
}

async function prepare(stages: readonly Stage[]): Promise<ReadonlyMap<Stage, string>> {
  const unable = new Map<Stage, string>();
  for (const [needs, make] of [
    [NEEDS_BUILD, build],
    [NEEDS_BROWSER, ensureBrowser],
  ] as const) {
    const needing = stages.filter((name) => needs.has(name));
    if (needing.length === 0) continue;
    await make().catch((error: unknown) => {
      for (const name of needing) unable.set(name, error instanceof Error ? error.message : String(error));
    });
  }
  return unable;
}

async function build(): Promise<void> {
  const { ok, output } = await runStep('node', ['tools/build.ts', '--if-stale']);
  process.stdout.write(output);
  if (!ok) throw new Error('The build failed.');
}

function reportOf(stage: string): string {
  return join(REPORTS, `${stage}.json`);
}

async function vitest(stageName: string, print: Print | null, project = stageName): Promise<Tally> {
  const report = reportOf(stageName);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const args = ['run', '--project', project, ...reporters];
  const { ok, output } = await runStep('vitest', args, { show: print === null });
  write(print, output);
  return atLeastOneFailure(await vitestTally(report), ok);
}

async function playwright(): Promise<Tally> {
  const report = reportOf('e2e');
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
