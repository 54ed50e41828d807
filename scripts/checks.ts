import type { Tally } from './tally.ts';
import { runStep } from './run-step.ts';

const CHECKS: readonly (readonly [name: string, command: string, ...args: string[]])[] = [
  ['format', 'oxfmt', '--check'],
  ['lint', 'oxlint', '--type-aware', '--deny-warnings'],
  ...['contract', 'functions', 'web', 'web/service-worker', 'web/build', 'emulators', 'tests', 'scripts'].map(
    (workspace) => [`types of ${workspace}`, 'tsc', '-p', workspace] as const,
  ),
  ['dead code', 'knip'],
  ['docs/api.md is current', 'node', 'scripts/api-docs.ts', '--check'],
  ['names and links in the docs', 'node', 'scripts/doc-links.ts'],
  ['functions/package-lock.json is current', 'node', 'scripts/functions-lock.ts', '--check'],
];

/** Runs them all, also after a failure: who mends the format wants to know of the types too. */
export async function runChecks(): Promise<Tally> {
  let failed = 0;
  for (const [name, command, ...args] of CHECKS) {
    const { ok, output, seconds } = await runStep(command, args);
    process.stdout.write(`${ok ? '✓' : '✗'} ${name}  ${seconds} s\n`);
    if (ok) continue;
    failed += 1;
    process.stdout.write(`${output}\n`);
  }
  return { passed: CHECKS.length - failed, failed, skipped: 0 };
}
