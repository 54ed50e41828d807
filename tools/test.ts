/**
 * `npm test` runs all stages, the fast ones first, and starts no stage after one has failed. `npm test -- <stage>...` runs only
 * these stages.
 */
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { ensureBrowser, installOtherBrowsers } from '#tools/support/browsers.ts';
import { runChecks } from '#tools/checks/checks.ts';
import { rehearse } from './deploy/rehearsal.ts';
import { checkRouteBytes } from '#tools/checks/check-route-bytes.ts';
import { runStep } from '#tools/support/run-step.ts';
import { STAGES, STEPS, type Stage } from '#tools/support/stages.ts';
import {
  add,
  atLeastOneFailure,
  NOTHING,
  playwrightTally,
  vitestTally,
  type Tally,
} from '#tools/support/tally.ts';

const REPORTS = join(import.meta.dirname, '../.local/test-reports');

/** Where a stage writes. With other stages beside it, its output is printed when it ends. */
type Print = (text: string) => void;

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
};
/** These stages run what a build makes. */
const NEEDS_BUILD: ReadonlySet<Stage> = new Set(['start', 'deploy', 'api', 'bytes', 'e2e', 'browsers']);
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

let total = NOTHING;
for (const step of STEPS) {
  const lanes = step
    .map((lane) => lane.filter((name) => names.length === 0 || names.includes(name)))
    .filter((lane) => lane.length > 0);
  if (lanes.length === 0) continue;
  await runLanes(lanes);
  if (total.failed > 0) break;
}
const skipped = total.skipped === 0 ? '' : `, ${total.skipped} skipped`;
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed${skipped}\n`);
process.exit(total.failed === 0 ? 0 : 1);

/** After a failure no other stage starts. Those that run go on to their end, so that one run reports all their failures. */
async function runLanes(lanes: readonly (readonly Stage[])[]): Promise<void> {
  const stages = lanes.flat();
  if (stages.some((name) => NEEDS_BROWSER.has(name)) && !(await installBrowser())) return;
  // Before the lanes, because two builds at once would write the same files.
  if (stages.some((name) => NEEDS_BUILD.has(name)) && !(await buildFirst())) return;
  const isAlone = lanes.length === 1;
  if (!isAlone) process.stdout.write(`\n${lanes.map((lane) => lane.join(', ')).join(' | ')}\n`);
  await Promise.all(
    lanes.map(async (lane) => {
      for (const name of lane) {
        if (total.failed > 0) return;
        if (isAlone) process.stdout.write(headerOf(name));
        let output = '';
        const started = performance.now();
        const tally = await stage(name, isAlone ? null : (text) => (output += text));
        total = add(total, tally);
        const seconds = ((performance.now() - started) / 1000).toFixed(0);
        process.stdout.write(
          isAlone ? `${name}: ${seconds} s\n` : `${headerOf(name)}${output}${name}: ${seconds} s\n`,
        );
      }
    }),
  );
}

function headerOf(name: Stage): string {
  return `\n── ${name} ${'─'.repeat(60 - name.length)}\n`;
}

async function stage(name: Stage, print: Print | null): Promise<Tally> {
  try {
    return await RUNS[name](print);
  } catch (error) {
    write(print, `${error instanceof Error ? error.message : String(error)}\n`);
    return { ...NOTHING, failed: 1 };
  }
}

function write(print: Print | null, text: string): void {
  if (print === null) process.stdout.write(text);
  else print(text);
}

function isStage(name: string): name is Stage {
  return Object.hasOwn(RUNS, name);
}

async function installBrowser(): Promise<boolean> {
  try {
    await ensureBrowser();
    return true;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    total = { ...total, failed: total.failed + 1 };
    return false;
  }
}

async function buildFirst(): Promise<boolean> {
  const { ok, output } = await runStep('node', ['tools/build.ts', '--if-stale']);
  process.stdout.write(output);
  if (ok) return true;
  process.stderr.write('The build failed.\n');
  total = { ...total, failed: total.failed + 1 };
  return false;
}

async function vitest(stageName: string, print: Print | null, project = stageName): Promise<Tally> {
  const report = join(REPORTS, `${stageName}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const args = ['run', '--project', project, ...reporters];
  const { ok, output } = await runStep('vitest', args, { show: print === null });
  write(print, output);
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
