/**
 * Builds the web app, the extension, the functions and the emulators. With --if-stale, builds only the workspaces that changed since their last
 * build. Compares hashes, because a checkout or a clone changes the date of every file. It hashes the output too, because `npm
 * run dev` also writes the output and can be stopped half-way.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { glob, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

import { readFlags } from '#tools/support/flags.ts';
import { BUILT, PROJECT_ROOT } from '#tools/suite/places.ts';

const STAMPS = join(PROJECT_ROOT, '.local/builds');

const TARGETS = [
  {
    workspace: 'web',
    output: BUILT.web,
    sources: ['web/**/*', 'contract/src/**/*', 'library/**/*', 'deploy/environments.json', 'firebase.json'],
  },
  {
    workspace: 'extension',
    output: 'extension/dist/foldmark-chrome.zip',
    sources: [
      'extension/**/*',
      'contract/src/**/*',
      'library/**/*',
      'web/src/ui/style/tokens.css',
      'web/build/third-party-notices.ts',
      'deploy/environments.json',
    ],
  },
  {
    workspace: 'functions',
    output: BUILT.functions,
    sources: ['functions/**/*', 'contract/src/**/*', 'library/**/*'],
  },
  {
    workspace: 'packages/firestore-emulator',
    output: BUILT.firestore,
    sources: ['packages/*.ts', 'packages/firestore-emulator/**/*'],
  },
  {
    workspace: 'packages/aws-emulator',
    output: BUILT.aws,
    sources: ['packages/*.ts', 'packages/aws-emulator/**/*'],
  },
];
const NOT_SOURCES = ['**/node_modules', '**/dist', '**/lib', '**/*.test.ts', '**/*.test.tsx'];

const flags = readFlags('npm run build -- [--if-stale]    builds only workspaces that changed', {
  'if-stale': { type: 'boolean', default: false },
});
await mkdir(STAMPS, { recursive: true });
// The targets do not depend on each other. Most of a build uses one thread, so two cores build them in half the time.
const states = await Promise.all(TARGETS.map(bringUpToDate));
const built = TARGETS.filter((_, index) => states[index] === 'built').map(({ workspace }) => workspace);
process.stdout.write(built.length === 0 ? 'up to date\n' : `${built.join(', ')} built\n`);

async function bringUpToDate({
  workspace,
  output,
  sources,
}: (typeof TARGETS)[number]): Promise<'built' | 'fresh'> {
  const stamp = join(STAMPS, workspace.replaceAll('/', '-'));
  const hash = await hashOf(
    [...sources, 'package-lock.json', 'tsconfig.json', 'tools/build.ts'],
    NOT_SOURCES,
  );
  const stampNow = async (): Promise<string> => `${hash} ${await hashOf([`${dirname(output)}/**/*`], [])}`;
  const fresh =
    existsSync(join(PROJECT_ROOT, output)) &&
    existsSync(stamp) &&
    (await readFile(stamp, 'utf8')) === (await stampNow());
  if (flags['if-stale'] && fresh) return 'fresh';
  await build(workspace);
  await writeFile(stamp, await stampNow());
  return 'built';
}

async function build(workspace: string): Promise<void> {
  try {
    // A test runner or dev server may set another NODE_ENV, but every build must equal the deployed one.
    const env = { ...process.env, NODE_ENV: 'production' };
    await promisify(execFile)('npm', ['run', 'build', '--workspace', workspace], { cwd: PROJECT_ROOT, env });
  } catch (error) {
    const output =
      error instanceof Error && 'stdout' in error && 'stderr' in error ? [error.stdout, error.stderr] : [];
    process.stderr.write(`The build of ${workspace} failed.\n${output.join('\n')}\n`);
    process.exit(1);
  }
}

async function hashOf(patterns: readonly string[], exclude: readonly string[]): Promise<string> {
  const files: string[] = [];
  for await (const entry of glob(patterns, {
    cwd: PROJECT_ROOT,
    exclude,
    withFileTypes: true,
  })) {
    if (entry.isFile()) files.push(join(entry.parentPath, entry.name));
  }
  const hash = createHash('sha256');
  for (const file of files.toSorted())
    hash
      .update(file.slice(PROJECT_ROOT.length))
      .update('\0')
      .update(await readFile(file));
  return hash.digest('hex');
}
