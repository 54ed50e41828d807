import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';

import { placesIn, PROJECT_ROOT } from '@foldmark/tools/suite/places';
import { afterAll, afterEach, expect, test } from 'vitest';

const local = mkdtempSync(join(PROJECT_ROOT, '.local/test-start-'));
const running = new Set<ChildProcess>();
const JAVA = `#!/bin/sh
case "$*" in *-version*) echo 'openjdk version "21.0.1"' >&2; exit 0;; esac
echo "$@" >&2
while [ $# -gt 0 ]; do
  case "$1" in
    --port) port=$2;; --rules) rules=$2;; --seed_from_export) seed=$(dirname "$(dirname "$2")");;
  esac
  shift
done
exec "${process.execPath}" "${join(PROJECT_ROOT, 'packages/firestore-emulator/dist/cli.js')}" --host=127.0.0.1 --port=$port \\
  --project-id=demo-foldmark --rules=$rules --import=$seed
`;

// A test that failed must not keep the next from starting.
afterEach(async () => {
  for (const starter of running) {
    if (starter.exitCode !== null || starter.signalCode !== null) continue;
    starter.kill('SIGTERM');
    await new Promise((ended) => void starter.once('close', ended));
  }
  running.clear();
});

afterAll(() => {
  rmSync(placesIn(local).config, { force: true });
  rmSync(local, { recursive: true, force: true });
});

test('a start prints where the app is; a second one says so; a killed one is cleaned up after, with everybody still signed in; SIGTERM ends all', async () => {
  const first = start();
  const url = await first.said(/Open\s+(http:\S+)/);
  expect(await (await fetch(url)).text()).toContain('<div id="root">');
  expect(await (await fetch(`${url}/api/health/`, { method: 'POST' })).json()).toMatchObject({ ok: true });
  expect(first.output()).toMatch(/Sign in\s+demo@foldmark\.test, password \S+/);
  expect(first.output()).toMatch(/Logs\s+\S+\/logs\//);

  const [, password = ''] = /password (\S+)/.exec(first.output()) ?? [];
  const account = { email: 'demo@foldmark.test', password, returnSecureToken: true };
  const { idToken } = await askAuth('signInWithPassword', account);

  const second = start();
  expect(await second.exitCode).toBe(1);
  expect(second.output()).toContain(`Foldmark runs already, as process ${String(first.process.pid)}`);
  expect(second.output()).toContain(url);

  const orphans = childrenOf(local);
  first.process.kill('SIGKILL');
  await first.exitCode;
  const third = start();
  await third.said(/Open\s+(http:\S+)/);
  expect(third.output()).toContain('An earlier start was killed.');
  expect(orphans.filter(isAlive)).toEqual([]);
  expect(await askAuth('lookup', { idToken })).toMatchObject({ users: [{ localId: 'demo' }] });

  const children = childrenOf(local);
  const ports = portsIn(local);
  third.process.kill('SIGTERM');
  expect(await third.exitCode).toBe(0);
  expect(third.output()).not.toContain('could not be saved');
  expect(children.filter(isAlive)).toEqual([]);
  expect(await listeners(ports)).toEqual([]);
}, 180_000);

test('a child that dies takes the suite down with its last lines', async () => {
  const starter = start();
  await starter.said(/Open\s+(http:\S+)/);
  const [firestore] = childrenOf(local);
  process.kill(firestore ?? 0, 'SIGKILL');

  expect(await starter.exitCode).toBe(1);
  expect(starter.output()).toContain('Firestore was ended by SIGKILL; stopping the rest.');
  expect(starter.output()).toContain('Firestore said last:');
  expect(childrenOf(local)).toEqual([]);
}, 120_000);

test('behind a proxy it starts, and prints the link of an email, which opens our own page', async () => {
  const dead = 'http://127.0.0.1:9';
  const starter = start(['--free-ports'], {
    HTTP_PROXY: dead,
    HTTPS_PROXY: dead,
    ALL_PROXY: dead,
    http_proxy: dead,
    https_proxy: dead,
    NODE_USE_ENV_PROXY: '1',
  });
  const url = await starter.said(/Open\s+(http:\S+)/);

  await askAuth('sendOobCode', { requestType: 'PASSWORD_RESET', email: 'demo@foldmark.test' });
  const link = await starter.said(/Email to demo@foldmark\.test: (http:\S+)/);
  expect(link).toMatch(new RegExp(`^${url}/email-action\\?mode=resetPassword&.*oobCode=`));
  expect(await (await fetch(link)).text()).toContain('<div id="root">');

  starter.process.kill('SIGTERM');
  expect(await starter.exitCode).toBe(0);
}, 120_000);

test('in development the link of an email opens the page of Vite', async () => {
  const starter = start(['--free-ports', '--dev']);
  const url = await starter.said(/Open\s+(http:\S+)/);

  await askAuth('sendOobCode', { requestType: 'PASSWORD_RESET', email: 'demo@foldmark.test' });
  const link = await starter.said(/Email to demo@foldmark\.test: (http:\S+)/);
  expect(link).toMatch(new RegExp(`^${url}/email-action\\?mode=resetPassword&`));
  expect(await (await fetch(link)).text()).toContain('/@vite/client');

  starter.process.kill('SIGTERM');
  expect(await starter.exitCode).toBe(0);
}, 120_000);

test('the official Firestore runs beside the stand-in for AWS, with the demo library', async () => {
  // Java and its download are not everywhere: this one hands what it is told to our own server.
  const folder = mkdtempSync(join(local, 'java-'));
  writeFileSync(join(folder, 'java'), JAVA, { mode: 0o755 });
  writeFileSync(join(folder, 'firestore.jar'), '');
  const starter = start(['--free-ports', '--official'], {
    PATH: `${folder}:${process.env['PATH'] ?? ''}`,
    FIRESTORE_EMULATOR_BINARY_PATH: join(folder, 'firestore.jar'),
  });
  await starter.said(/Open\s+(http:\S+)/);

  expect(starter.output()).toContain('S3, Cognito, STS');
  const { firestore, aws } = servicesOf(local);
  expect((await fetch(`http://127.0.0.1:${aws}/foldmark-local/`)).status).toBe(403);
  const library = await fetch(
    `http://127.0.0.1:${firestore}/v1/projects/demo-foldmark/databases/(default)/documents/users/demo/links?pageSize=1`,
    { headers: { Authorization: 'Bearer owner' } },
  );
  expect(await library.json()).toMatchObject({ documents: [{}] });

  starter.process.kill('SIGTERM');
  expect(await starter.exitCode).toBe(0);
}, 120_000);

test('a mistyped flag is answered with the flags that there are', async () => {
  const starter = start(['--fre']);
  expect(await starter.exitCode).toBe(2);
  expect(starter.output()).toContain("Unknown option '--fre'");
  expect(starter.output()).toContain('--free-ports    take any free ports');
  expect(starter.output()).not.toContain('    at ');
});

test('a port in use is named with the flag that takes others', async () => {
  const { emulators } = JSON.parse(readFileSync(join(PROJECT_ROOT, 'firebase.json'), 'utf8'));
  const squatter = createServer().listen(emulators.tasks.port, '127.0.0.1');
  // Where the port is taken already (by an `npm start` beside this test) that serves as well.
  await new Promise((done) => void squatter.once('listening', done).once('error', done));

  const starter = start([]);
  expect(await starter.exitCode).toBe(1);
  expect(starter.output()).toContain(`Port ${emulators.tasks.port} is in use`);
  expect(starter.output()).toContain('npm start -- --free-ports');
  squatter.close();
}, 60_000);

interface Starter {
  readonly process: ChildProcess;
  readonly exitCode: Promise<number | null>;
  output(): string;
  /** The first group of the pattern, as soon as the starter has printed it. */
  said(pattern: RegExp): Promise<string>;
}

function start(flags = ['--free-ports'], env: Record<string, string> = {}): Starter {
  const starter = spawn(process.execPath, ['tools/suite/start.ts', `--local=${local}`, ...flags], {
    cwd: PROJECT_ROOT,
    // As a person's shell has it: without what the test runner adds.
    env: { ...process.env, NODE_ENV: undefined, VITEST: undefined, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(starter);
  let output = '';
  const exitCode = new Promise<number | null>((resolve) => void starter.once('close', resolve));
  const said = async (pattern: RegExp): Promise<string> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        const found = pattern.exec(output)?.[1];
        if (found !== undefined) resolve(found);
      };
      look();
      starter.stdout.on('data', look);
      void exitCode.then(() => {
        reject(new Error(`It ended without saying ${String(pattern)}:\n${output}`));
      });
    });
  for (const stream of [starter.stdout, starter.stderr]) {
    stream.on('data', (data: Buffer) => (output += data.toString()));
  }
  return { process: starter, exitCode, output: () => output, said };
}

interface Run {
  readonly children: readonly { readonly pid: number }[];
}

function childrenOf(folder: string): number[] {
  try {
    const run: Run = JSON.parse(readFileSync(placesIn(folder).runRecord, 'utf8'));
    return run.children.map(({ pid }) => pid);
  } catch {
    return [];
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** The ports of our own services, as the app learns them. */
function servicesOf(folder: string): { firestore: number; aws: number } {
  const { firestore, aws }: Record<'firestore' | 'aws', { port: number }> = JSON.parse(
    readFileSync(join(placesIn(folder).publicFolder, '__local/emulators.json'), 'utf8'),
  );
  return { firestore: firestore.port, aws: aws.port };
}

function portsIn(folder: string): number[] {
  const config: { emulators: Record<string, { port?: number }> } = JSON.parse(
    readFileSync(placesIn(folder).config, 'utf8'),
  );
  return Object.values(config.emulators).flatMap(({ port }) => port ?? []);
}

/** As a browser would, of the start that runs. */
async function askAuth(call: string, body: object): Promise<{ idToken?: string }> {
  const { emulators } = JSON.parse(readFileSync(placesIn(local).config, 'utf8'));
  const url = `http://127.0.0.1:${emulators.auth.port}/identitytoolkit.googleapis.com/v1/accounts:${call}?key=any`;
  const headers = { 'Content-Type': 'application/json' };
  return (await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })).json();
}

async function listeners(ports: readonly number[]): Promise<number[]> {
  const answers = await Promise.all(
    ports.map(
      async (port) =>
        new Promise<number[]>((resolve) => {
          const socket = connect(port, '127.0.0.1');
          socket.once('connect', () => {
            socket.destroy();
            resolve([port]);
          });
          socket.once('error', () => {
            resolve([]);
          });
        }),
    ),
  );
  return answers.flat();
}
