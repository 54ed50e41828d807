import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';

import { grantedS3, grantUpload, putImage } from '@foldmark/aws-emulator/src/testing/granted-s3.ts';
import { browserOptions } from '@foldmark/tools/support/browsers';
import { startChild, type Child } from '@foldmark/tools/suite/child';
import { PROJECT_ROOT } from '@foldmark/tools/suite/places';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { getFirestore } from 'firebase-admin/firestore';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { blockOf, codeBlocks, linkPackages, writeBlocks } from '#tests/packages/doc-pages.ts';

/** The oldest Node that the packages support, the next, and ours. */
const VERSIONS = ['20', '22', '24'];
const NAMES = ['firestore-emulator', 'aws-emulator'];
const RULES = `rules_version = '2';
service cloud.firestore {
  match /databases/{database}/documents/notes/{id} {
    allow read: if true;
  }
}`;

interface Manifest {
  readonly main: string;
  readonly types: string;
  readonly bin: Readonly<Record<string, string>>;
  readonly files: readonly string[];
  readonly exports?: Targets;
}

/** The files of `exports`, by subpaths and conditions. */
interface Targets {
  readonly [key: string]: Targets | string;
}

let folder: string;
const children: Child[] = [];

beforeAll(async () => {
  // Keeps the SDK from looking for Google's metadata server.
  process.env['METADATA_SERVER_DETECTION'] = 'none';
  folder = await mkdtemp(join(tmpdir(), 'foldmark-packages-'));
  for (const name of NAMES) {
    const [tarball = ''] = (
      await run(
        'npm',
        ['pack', '--silent', '--pack-destination', folder],
        join(PROJECT_ROOT, 'packages', name),
      )
    )
      .trim()
      .split('\n')
      .slice(-1);
    await copyFile(join(folder, tarball), join(folder, `${name}.tgz`));
  }
});

afterAll(async () => {
  await Promise.all(children.map(async (child) => child.stop('SIGTERM')));
  await rm(folder, { recursive: true });
});

// Parallel downloads take as long as one.
beforeAll(async () => {
  await Promise.all(VERSIONS.map(nodeFolder));
});

test.each(NAMES)('each file that package.json of %s names is packed', async (name) => {
  const cwd = join(PROJECT_ROOT, 'packages', name);
  const manifest: Manifest = JSON.parse(await readFile(join(cwd, 'package.json'), 'utf8'));
  const { main, types, bin, files, exports = {} } = manifest;
  const named = [main, types, ...Object.values(bin), ...files, ...targetsOf(exports)].map((path) =>
    path.replace(/^\.\//u, ''),
  );
  const [packed]: { readonly files: readonly { readonly path: string }[] }[] = JSON.parse(
    await run('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], cwd),
  );
  const paths = packed?.files.map(({ path }) => path) ?? [];
  const missing = named.filter((path) => !paths.some((file) => file === path || file.startsWith(`${path}/`)));
  expect(missing).toEqual([]);
});

describe.each(VERSIONS)('on Node %s, an empty folder after npm install', (version) => {
  let env: { readonly PATH: string };

  beforeAll(async () => {
    env = { PATH: `${await nodeFolder(version)}${delimiter}${process.env['PATH'] ?? ''}` };
  });

  test('uses that version', async () => {
    expect(await run('node', ['--version'], folder, env)).toMatch(new RegExp(`^v${version}\\.`, 'u'));
  });

  test('runs foldmark-firestore with the given rules, for the official SDK', async () => {
    const home = await installed('firestore-emulator', version, env);
    await writeFile(join(home, 'firestore.rules'), RULES);
    const port = await startCommand(home, env, [
      'foldmark-firestore',
      '--port',
      '0',
      '--memory',
      '--rules',
      'firestore.rules',
    ]);

    // The SDK reads this variable when it first connects.
    process.env['FIRESTORE_EMULATOR_HOST'] = `127.0.0.1:${port}`;
    const app = initializeApp({ projectId: 'demo' }, `node-${version}`);
    await getFirestore(app).doc('notes/a').set({ text: 'stored' });
    const snapshot = await getFirestore(app).collection('notes').where('text', '==', 'stored').get();
    await deleteApp(app);
    expect(snapshot.docs.map(({ id }) => id)).toEqual(['a']);
    const note = `http://127.0.0.1:${port}/v1/projects/demo/databases/(default)/documents/notes/a`;
    expect((await fetch(note)).status).toBe(200);
    expect((await fetch(note, { method: 'DELETE' })).status).toBe(403);
  });

  test.each(NAMES)('runs the library example in the README of %s', async (name) => {
    const home = await installed(name, version, env);
    const example = await exampleIn(name);
    await writeFile(join(home, 'library.mjs'), example);
    const expected = [...example.matchAll(/console\.log\(.*; \/\/ (?<output>.*)/gu)].map(
      ([, output]) => output,
    );
    expect((await run('node', ['library.mjs'], home, env)).trim().split('\n')).toEqual(expected);
  });

  test('runs foldmark-aws, which accepts an image and calls the guard of the template', async () => {
    const home = await installed('aws-emulator', version, env);
    const port = await startCommand(home, env, ['foldmark-aws', '--port', '0']);
    const endpoint = `http://127.0.0.1:${port}`;
    const key = `links/2026/11/${crypto.randomUUID()}.png`;
    const s3 = await grantedS3(endpoint, await grantUpload(endpoint, 'ada', key));
    await putImage(s3, `dev/uploads/${key}`);
    // Only objects that passed the guard are readable.
    expect((await fetch(`${endpoint}/foldmark-local/dev/uploads/${key}`)).status).toBe(200);
  });
});

describe('the pages of firestore-emulator', () => {
  let home: string;
  const env = { PATH: `${dirname(process.execPath)}${delimiter}${process.env['PATH'] ?? ''}` };

  beforeAll(async () => {
    home = await installed('firestore-emulator', '24', env);
    await writeFile(join(home, 'firestore.rules'), RULES);
    await linkPackages(home, [
      'vitest',
      'vite',
      'firebase',
      'firebase-admin',
      '@firebase/rules-unit-testing',
      '@playwright/test',
    ]);
  });

  test('vitest.md runs its tests with vitest', async () => {
    await writeBlocks(home, await codeBlocks('vitest.md'));
    const vitest = join(PROJECT_ROOT, 'node_modules/vitest/vitest.mjs');
    expect(await run('node', [vitest, 'run'], home, { ...env, NO_COLOR: '1' })).toMatch(/Tests +3 passed/u);
  });

  test('github-actions.md starts the server, waits for it, and runs the tests', async () => {
    const workflow = blockOf(await codeBlocks('github-actions.md'), '.github/workflows/test.yml');
    const script = /run: \|\n(?<script>(?: {10}.*\n)+)/u.exec(workflow)?.groups?.['script'] ?? '';
    const note = '/v1/projects/demo/databases/(default)/documents/notes/a';
    const address = /FIRESTORE_EMULATOR_HOST: (?<address>\S+)/u.exec(workflow)?.groups?.['address'];
    await writeFile(
      join(home, 'test.mjs'),
      `console.log((await fetch('http://${address}${note}')).status === 404 ? 'tested' : 'failed');`,
    );
    await writeFile(join(home, 'package.json'), JSON.stringify({ scripts: { test: 'node test.mjs' } }));
    // A runner's bash ends at the first error. The background processes end with the job.
    const job = startChild({
      name: 'the job',
      command: 'bash',
      args: ['-eo', 'pipefail', '-c', script],
      cwd: home,
      env,
      logFile: join(home, 'job.log'),
    });
    children.push(job);
    await job.ready((line) => line === 'tested' || line === 'failed');
    expect(job.lastLines()).toContain('tested');
  });

  test('playwright.md tests a page, which here has more clients than a browser opens connections', async () => {
    const blocks = await codeBlocks('playwright.md');
    await writeBlocks(home, blocks);
    const port = /:(?<port>\d+)\/', reuse/u.exec(blockOf(blocks, 'playwright.config.mjs'))?.groups?.['port'];
    const scripts = { dev: `vite --port ${port} --host 127.0.0.1` };
    await writeFile(join(home, 'package.json'), JSON.stringify({ scripts }));
    await copyFile(join(import.meta.dirname, 'eight-clients.html'), join(home, 'index.html'));
    await writeFile(
      join(home, 'local.config.mjs'),
      `import config from './playwright.config.mjs';
      const launchOptions = ${JSON.stringify(browserOptions())};
      export default { ...config, use: { ...config.use, launchOptions } };`,
    );
    const playwright = join(PROJECT_ROOT, 'node_modules/@playwright/test/cli.js');
    const args = [playwright, 'test', '--config', 'local.config.mjs'];
    const bin = join(PROJECT_ROOT, 'node_modules/.bin');
    const PATH = `${env.PATH}${delimiter}${bin}`;
    expect(await run('node', args, home, { PATH, CI: '1' })).toContain('1 passed');
  });

  test('docker.md starts a server that other containers may call, with a health check', async () => {
    const blocks = await codeBlocks('docker.md');
    const command = /^CMD (?<args>.*)$/mu.exec(blockOf(blocks, 'Dockerfile'))?.groups?.['args'] ?? '';
    const args: string[] = JSON.parse(command);
    await startCommand(home, env, args);
    const compose = blockOf(blocks, 'compose.yaml');
    const check = /'node', '-e', '(?<check>[^']+)'/u.exec(compose)?.groups?.['check'] ?? '';
    await run('node', ['-e', check], home, env);
    const address = /FIRESTORE_EMULATOR_HOST: (?<address>\S+)/u.exec(compose)?.groups?.['address'] ?? '';
    const [, port = ''] = address.split(':');
    const answered = await run('curl', ['-s', '-H', `Host: ${address}`, `http://127.0.0.1:${port}/`], home);
    expect(answered).toBe('Ok\n');
  });
});

function targetsOf(targets: Targets): readonly string[] {
  return Object.values(targets).flatMap((target) =>
    typeof target === 'string' ? target : targetsOf(target),
  );
}

async function exampleIn(name: string): Promise<string> {
  const readme = await readFile(join(PROJECT_ROOT, 'packages', name, 'README.md'), 'utf8');
  const example = /```js\n\/\/ library\.mjs\n(?<code>[^]*?)```/u.exec(readme)?.groups?.['code'];
  if (example === undefined) throw new Error(`The README of ${name} has no library.mjs.`);
  return example;
}

/** A folder in which only this package is installed. */
async function installed(name: string, version: string, env: { readonly PATH: string }): Promise<string> {
  const home = join(folder, `${name}-${version}`);
  if (existsSync(home)) return home;
  await mkdir(home);
  await run(
    'npm',
    ['install', '--prefer-offline', '--no-audit', '--no-fund', join(folder, `${name}.tgz`)],
    home,
    env,
  );
  return home;
}

/** Starts `npx ...` and returns the port from its output. */
async function startCommand(
  home: string,
  env: { readonly PATH: string },
  args: readonly string[],
): Promise<string> {
  let port = '';
  const child = startChild({
    name: args.join(' '),
    command: 'npx',
    args,
    cwd: home,
    env,
    logFile: join(home, 'log'),
  });
  children.push(child);
  await child.ready((line) => {
    port = /listens on [\d.]+:(?<port>\d+)/u.exec(line)?.groups?.['port'] ?? '';
    return port !== '';
  });
  return port;
}

/** The bin folder of the newest Node of a major version. Downloads it once, unless it is our own version. */
async function nodeFolder(version: string): Promise<string> {
  if (process.versions.node.startsWith(`${version}.`)) return dirname(process.execPath);
  const home = join(PROJECT_ROOT, '.local/node-versions', version);
  const bin = join(home, 'node_modules/node/bin');
  if (existsSync(bin)) return bin;
  await mkdir(home, { recursive: true });
  await writeFile(join(home, 'package.json'), '{ "private": true }');
  await run(
    'npm',
    ['install', '--no-save', '--no-audit', '--no-fund', '--ignore-scripts=false', `node@${version}`],
    home,
  );
  return bin;
}

async function run(command: string, args: readonly string[], cwd: string, env: object = {}): Promise<string> {
  const { stdout } = await promisify(execFile)(command, [...args], { cwd, env: { ...process.env, ...env } });
  return stdout;
}
