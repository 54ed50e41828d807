import type { Tally } from '#tools/support/tally.ts';
import { runStep } from '#tools/support/run-step.ts';

const TYPESCRIPT_PROJECTS = [
  'contract',
  'extension',
  'extension/build',
  // Checks the worker without the globals of pages.
  'extension/tsconfig.worker.json',
  'functions',
  'library',
  // Checks the library without the globals of browsers and Node.
  'library/tsconfig.pure.json',
  'packages/aws-emulator',
  // The published package must run on Node 20.
  'packages/aws-emulator/tsconfig.dist.json',
  'packages/firestore-emulator',
  'packages/firestore-emulator/tsconfig.dist.json',
  'tests',
  'tools',
  'web',
  'web/build',
  'web/service-worker',
];

const CHECKS: readonly (readonly [name: string, command: string, ...args: string[]])[] = [
  ['format', 'oxfmt', '--check'],
  ['lint', 'oxlint', '--type-aware', '--deny-warnings'],
  ...TYPESCRIPT_PROJECTS.map((project) => [`types of ${project}`, 'tsc', '-p', project] as const),
  ['dead code', 'knip'],
  ['docs/api.md is current', 'node', 'tools/checks/api-docs.ts', '--check'],
  ['names and links in the docs', 'node', 'tools/checks/doc-links.ts'],
  ['plain English', 'node', 'tools/checks/plain-words.ts'],
  ['functions/package-lock.json is current', 'node', 'tools/deploy/functions-lock.ts', '--check'],
];

/** Most checks use one core for some of the time. */
const AT_ONCE = 2;

/** Runs all checks, also after a failure, so that one run reports every problem. */
export async function runChecks(): Promise<Tally> {
  let failed = 0;
  const waiting = [...CHECKS];
  const runNext = async (): Promise<void> => {
    const next = waiting.shift();
    if (next === undefined) return;
    const [name, command, ...args] = next;
    const { ok, output, seconds } = await runStep(command, args);
    process.stdout.write(`${ok ? '✓' : '✗'} ${name}  ${seconds} s\n`);
    if (!ok) {
      failed += 1;
      process.stdout.write(`${output}\n`);
    }
    await runNext();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, runNext));
  return { passed: CHECKS.length - failed, failed, skipped: 0 };
}
