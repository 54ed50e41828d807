import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { afterEach, beforeEach, expect, test } from 'vitest';

const run = promisify(execFile);
/** npm 10 ignores allowScripts and runs every install script. With this setting, npm 11 does the same. */
const AS_NPM_10 = { npm_config_dangerously_allow_all_scripts: 'true' };
const ENVIRONMENT = { ...process.env, ...AS_NPM_10, npm_config_offline: 'true' };

let project: string;

beforeEach(async () => {
  project = await realpath(await mkdtemp(join(tmpdir(), 'foldmark-setup-')));
  await mkdir(join(project, 'tools'));
  await copyFile(join(import.meta.dirname, 'setup.mjs'), join(project, 'tools/setup.mjs'));
  const wanted = await packed('wanted');
  const unwanted = await packed('unwanted');
  await writeJson('package.json', {
    name: 'fixture',
    version: '1.0.0',
    dependencies: { wanted, unwanted },
    allowScripts: { wanted: true, unwanted: false },
  });
  await npm(project, 'install', '--package-lock-only', '--ignore-scripts');
}, 120_000);

afterEach(async () => {
  await rm(project, { recursive: true });
});

test('runs only the install scripts that package.json allows, with every npm', async () => {
  await setUp();

  expect(await ran('wanted')).toBe(true);
  expect(await ran('unwanted')).toBe(false);
}, 120_000);

test('repeats an installation whose scripts did not finish', async () => {
  await setUp();
  await rm(join(project, 'node_modules/.install-scripts.json'));
  await rm(join(project, 'node_modules/wanted/ran'));

  await setUp();
  expect(await ran('wanted')).toBe(true);

  const { stdout } = await setUp();
  expect(stdout).toBe('');
}, 120_000);

/** Makes a package like one from the registry, with an install script that leaves a file behind. */
async function packed(name: string): Promise<string> {
  const folder = join(project, 'sources', name);
  await mkdir(folder, { recursive: true });
  const install = `node -e "fs.writeFileSync('ran', '')"`;
  await writeFile(
    join(folder, 'package.json'),
    JSON.stringify({ name, version: '1.0.0', scripts: { install } }),
  );
  await npm(folder, 'pack', '--pack-destination', project);
  return `file:${name}-1.0.0.tgz`;
}

async function setUp(): Promise<{ stdout: string }> {
  return run('node', ['tools/setup.mjs'], { cwd: project, env: ENVIRONMENT });
}

async function ran(name: string): Promise<boolean> {
  return readFile(join(project, 'node_modules', name, 'ran')).then(
    () => true,
    () => false,
  );
}

async function npm(cwd: string, ...args: string[]): Promise<void> {
  await run('npm', args, { cwd, env: ENVIRONMENT });
}

async function writeJson(file: string, content: object): Promise<void> {
  await writeFile(join(project, file), JSON.stringify(content));
}
