/**
 * Installs the packages if node_modules differs from the lock file, and does nothing otherwise. It runs before every other
 * script, on the Node of the machine (18 or newer), so it is plain JavaScript without dependencies.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, statfsSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');
const LOCK = join(ROOT, '.local/setup.lock');
const LOG = join(ROOT, '.local/logs/setup.log');
/** The folder of the Node that runs the installation. It is deleted afterwards. */
const RUNTIME = join(ROOT, '.local/node');
/** The packages whose install scripts have run, with their versions. Deleted together with node_modules. */
const SCRIPTS_RAN = 'node_modules/.install-scripts.json';

const CAUSES = [
  [/ENOSPC/, 'The disk is full. Free some space (the packages take about 1.2 GB) and run the command again.'],
  [
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ENOTCACHED|ERR_SOCKET_TIMEOUT/,
    'npm cannot reach the registry. Check the network (or the proxy and registry of your npm settings) and run the command again.',
  ],
  [
    /EACCES|EPERM|EROFS/,
    'npm cannot write a file or folder. Check the owner of the project folder and of the npm cache.',
  ],
  [
    /EUSAGE|can only install packages when/,
    'package.json and package-lock.json disagree: run "npm install" and commit both.',
  ],
];

try {
  if (!isInstalled()) {
    await holdingTheLock(async () => {
      // Another process may have installed the packages while this one waited.
      if (!isInstalled()) await install();
    });
  }
} catch (error) {
  const text = error instanceof Error ? error.message : String(error);
  const cause = CAUSES.find(([pattern]) => pattern.test(text))?.[1];
  const tail = text.split('\n').slice(-30).join('\n');
  console.error(`\n${cause ?? tail}`);
  process.exit(1);
}

/**
 * True if each package of the lock file is installed in its version, and the allowed install scripts have run. Optional
 * packages may be missing.
 */
function isInstalled() {
  const wanted = lockedPackages();
  const present = readJson('node_modules/.package-lock.json')?.packages;
  if (present === undefined) return false;
  if (JSON.stringify(readJson(SCRIPTS_RAN)) !== JSON.stringify(allowedScripts(wanted))) return false;
  return Object.entries(wanted).every(([path, { version, integrity, resolved, link, optional }]) => {
    if (!path.includes('node_modules/')) return true;
    if (link === true) return linkWorkspace(path, resolved);
    const found = present[path];
    if (found === undefined) return optional === true;
    return existsSync(join(ROOT, path)) && found.version === version && found.integrity === integrity;
  });
}

/** Links a new workspace itself, because npm would install all packages again. */
function linkWorkspace(path, workspace) {
  const link = join(ROOT, path);
  if (!existsSync(link)) {
    rmSync(link, { force: true });
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(relative(dirname(link), join(ROOT, workspace)), link, 'junction');
  }
  return existsSync(link);
}

function lockedPackages() {
  const packages = readJson('package-lock.json')?.packages;
  if (packages === undefined) throw new Error('package-lock.json is missing or broken: restore it from git.');
  return packages;
}

/** The packages whose install scripts package.json allows, with their locked versions. */
function allowedScripts(locked) {
  const allowed = Object.entries(readJson('package.json')?.allowScripts ?? {}).filter(
    ([, isAllowed]) => isAllowed,
  );
  return Object.fromEntries(allowed.map(([name]) => [name, locked[`node_modules/${name}`]?.version]));
}

function readJson(file) {
  try {
    return JSON.parse(readFileSync(join(ROOT, file), 'utf8'));
  } catch {
    return undefined;
  }
}

async function install() {
  const started = Date.now();
  const seconds = () => Math.round((Date.now() - started) / 1000);
  console.log('Installing the packages of package-lock.json (about a minute the first time) ...');
  const clock = setInterval(() => console.log(`  still installing, ${seconds()} s`), 20_000);
  try {
    await installPackages();
  } finally {
    clearInterval(clock);
  }
  console.log(`Installed in ${seconds()} s.\n`);
}

/**
 * npm before 11.16 ignores allowScripts and runs every install script. re2's script compiles for minutes. So npm first installs
 * without scripts, and then runs those that package.json allows.
 */
async function installPackages() {
  const locked = lockedPackages();
  const scripts = allowedScripts(locked);
  const path = await runtimePath(locked['node_modules/node']?.version);
  await npm({ cwd: ROOT, path }, 'ci', '--ignore-scripts', '--no-audit', '--no-fund');
  const names = Object.keys(scripts);
  if (names.length > 0) await npm({ cwd: ROOT, path }, 'rebuild', '--ignore-scripts=false', ...names);
  writeFileSync(join(ROOT, SCRIPTS_RAN), JSON.stringify(scripts));
  rmSync(RUNTIME, { recursive: true, force: true });
}

/**
 * A PATH with the Node version that the packages need. npm silently skips an optional package that its own Node is too old for.
 * On Node 18, that is the native part of the bundler.
 */
async function runtimePath(version) {
  const path = process.env.PATH ?? '';
  if (version === undefined || parseInt(process.versions.node, 10) >= parseInt(version, 10)) return path;
  mkdirSync(RUNTIME, { recursive: true });
  writeFileSync(join(RUNTIME, 'package.json'), '{ "private": true }');
  await npm({ cwd: RUNTIME, path }, 'install', '--no-save', '--ignore-scripts=false', `node@${version}`);
  return `${join(RUNTIME, 'node_modules/node/bin')}${delimiter}${path}`;
}

async function npm({ cwd, path }, command, ...args) {
  const child = spawn('npm', [command, '--prefer-offline', '--loglevel=error', ...args], {
    cwd,
    env: { ...process.env, PATH: path },
    shell: process.platform === 'win32',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (data) => (output += data));
  child.stderr.on('data', (data) => (output += data));
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code === 0) return;
  try {
    mkdirSync(dirname(LOG), { recursive: true });
    writeFileSync(LOG, output);
  } catch {
    // The disk is full. The output below still contains the cause.
  }
  // npm fails in many ways if the disk is full, and does not always report this cause.
  const full = diskIsFull() ? 'ENOSPC\n' : '';
  throw new Error(`${full}${output}\nnpm ${command} failed; its output is in .local/logs/setup.log.`);
}

function diskIsFull() {
  const { bavail, bsize } = statfsSync(ROOT);
  return bavail * bsize < 64 * 1024 * 1024;
}

/** If two scripts start after a fresh clone, the second waits for the first. */
async function holdingTheLock(work) {
  mkdirSync(dirname(LOCK), { recursive: true });
  for (let waited = 0; !takeLock(); waited += 1) {
    if (waited === 0) console.log('Another process is installing; waiting for it ...');
    await sleep(500);
  }
  try {
    await work();
  } finally {
    rmSync(LOCK, { force: true });
  }
}

function takeLock() {
  try {
    writeFileSync(LOCK, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    if (!holderLives()) rmSync(LOCK, { force: true });
    return false;
  }
}

function holderLives() {
  try {
    process.kill(Number(readFileSync(LOCK, 'utf8')), 0);
    return true;
  } catch {
    return false;
  }
}
