import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';

import { placesIn, PROJECT_ROOT } from '@foldmark/tools/suite/places';
import { afterAll, afterEach, expect, test } from 'vitest';

const local = mkdtempSync(join(PROJECT_ROOT, '.local/test-start-'));
const execute = promisify(execFile);
const JSON_TYPE = { 'Content-Type': 'application/json' };
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
  --project-id=demo-foldmark --rules=$rules --memory --import=$seed
`;

// Stops the product of a failed test, which would block the next one.
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

test('a start prints the address, a second start repeats it, a start after a kill cleans up and keeps users signed in, and SIGTERM ends all processes', async () => {
  const first = start();
  const url = await first.printed(/Open\s+(http:\S+)/);
  expect(await (await fetch(url)).text()).toContain('<div id="root">');
  expect(await (await fetch(`${url}/api/health/`, { method: 'POST' })).json()).toMatchObject({ ok: true });
  expect(first.output()).toMatch(/Sign in\s+demo@foldmark\.test, password \S+/);
  expect(first.output()).toMatch(/Logs\s+\S+\/logs\//);

  const [, password = ''] = /password (\S+)/.exec(first.output()) ?? [];
  const account = { email: 'demo@foldmark.test', password, returnSecureToken: true };
  const { idToken } = await callAuth('signInWithPassword', account);

  expect(await issuerOf(url)).toBe(url);
  const token = await printedToken('--scopes', 'read');
  const authorization = `Bearer ${token}`;
  const called = async (path: string, body: string) =>
    (await fetch(url + path, { method: 'POST', headers: { authorization, ...JSON_TYPE }, body })).status;
  expect(await called('/api/links/list/', '{}')).toBe(200);
  expect(await called('/api/links/create/', '{"url":"https://app.invalid/"}')).toBe(403);

  const second = start();
  expect(await second.exitCode).toBe(1);
  expect(second.output()).toContain(`Foldmark is already running as process ${String(first.process.pid)}`);
  expect(second.output()).toContain(url);

  const orphans = childrenOf(local);
  first.process.kill('SIGKILL');
  await first.exitCode;
  const third = start();
  const isUp = third.printed(/Open\s+(http:\S+)/).then(() => true);
  const answers: unknown[] = [];
  // An open page asks as soon as the emulator listens. Any other answer would end its session.
  while (!(await Promise.race([isUp, pause(5, false)])))
    answers.push(
      ...(await callAuth('lookup', { idToken }).then(
        (answer) => [answer],
        () => [],
      )),
    );
  expect(answers.length).toBeGreaterThan(0);
  for (const answer of answers) expect(answer).toMatchObject({ users: [{ localId: 'demo' }] });
  expect(third.output()).toContain('An earlier start was killed.');
  expect(orphans.filter(isAlive)).toEqual([]);

  const children = childrenOf(local);
  const ports = portsIn(local);
  third.process.kill('SIGTERM');
  expect(await third.exitCode).toBe(0);
  expect(third.output()).not.toContain('could not be saved');
  expect(children.filter(isAlive)).toEqual([]);
  expect(await listeners(ports)).toEqual([]);
});

test('if a child dies, the suite prints its last lines and stops', async () => {
  const starter = start();
  await starter.printed(/Open\s+(http:\S+)/);
  const [firestore] = childrenOf(local);
  process.kill(firestore ?? 0, 'SIGKILL');

  expect(await starter.exitCode).toBe(1);
  expect(starter.output()).toContain('Firestore was ended by SIGKILL; stopping the rest.');
  expect(starter.output()).toContain('Last output of Firestore:');
  expect(childrenOf(local)).toEqual([]);
});

test('a start behind a proxy works and prints the link of an email, which opens our own page', async () => {
  const dead = 'http://127.0.0.1:9';
  const starter = start(['--free-ports'], {
    HTTP_PROXY: dead,
    HTTPS_PROXY: dead,
    ALL_PROXY: dead,
    http_proxy: dead,
    https_proxy: dead,
    NODE_USE_ENV_PROXY: '1',
  });
  const url = await starter.printed(/Open\s+(http:\S+)/);

  await callAuth('sendOobCode', { requestType: 'PASSWORD_RESET', email: 'demo@foldmark.test' });
  const link = await starter.printed(/Email to demo@foldmark\.test: (http:\S+)/);
  expect(link).toMatch(new RegExp(`^${url}/email-action\\?mode=resetPassword&.*oobCode=`));
  expect(await (await fetch(link)).text()).toContain('<div id="root">');

  starter.process.kill('SIGTERM');
  expect(await starter.exitCode).toBe(0);
});

test('in development the link of an email opens the page that Vite serves', async () => {
  const starter = start(['--free-ports', '--dev']);
  const url = await starter.printed(/Open\s+(http:\S+)/);

  await callAuth('sendOobCode', { requestType: 'PASSWORD_RESET', email: 'demo@foldmark.test' });
  const link = await starter.printed(/Email to demo@foldmark\.test: (http:\S+)/);
  expect(link).toMatch(new RegExp(`^${url}/email-action\\?mode=resetPassword&`));
  expect(await (await fetch(link)).text()).toContain('/@vite/client');

  starter.process.kill('SIGTERM');
  expect(await starter.exitCode).toBe(0);
});

test('the official Firestore runs beside the AWS emulator, with the demo library', async () => {
  // Many machines lack Java. This fake `java` passes its arguments to our own server.
  const folder = mkdtempSync(join(local, 'java-'));
  writeFileSync(join(folder, 'java'), JAVA, { mode: 0o755 });
  writeFileSync(join(folder, 'firestore.jar'), '');
  const starter = start(['--free-ports', '--official'], {
    PATH: `${folder}:${process.env['PATH'] ?? ''}`,
    FIRESTORE_EMULATOR_BINARY_PATH: join(folder, 'firestore.jar'),
  });
  await starter.printed(/Open\s+(http:\S+)/);

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
});

test('a mistyped flag prints the usage', async () => {
  const starter = start(['--fre']);
  expect(await starter.exitCode).toBe(2);
  expect(starter.output()).toContain("Unknown option '--fre'");
  expect(starter.output()).toContain('--free-ports    take any free ports');
  expect(starter.output()).not.toContain('    at ');
});

test('if a port is in use, the error names it and suggests --free-ports', async () => {
  const { emulators } = JSON.parse(readFileSync(join(PROJECT_ROOT, 'firebase.json'), 'utf8'));
  const squatter = createServer().listen(emulators.tasks.port, '127.0.0.1');
  // If another process, such as `npm start`, already uses the port, the test works too.
  await new Promise((done) => void squatter.once('listening', done).once('error', done));

  const starter = start([]);
  expect(await starter.exitCode).toBe(1);
  expect(starter.output()).toContain(`Port ${emulators.tasks.port} is in use`);
  expect(starter.output()).toContain('npm start -- --free-ports');
  squatter.close();
});

interface Starter {
  readonly process: ChildProcess;
  readonly exitCode: Promise<number | null>;
  output(): string;
  /** Waits until the output matches, and returns the first group of the pattern. */
  printed(pattern: RegExp): Promise<string>;
}

function start(flags = ['--free-ports'], env: Record<string, string> = {}): Starter {
  const starter = spawn(process.execPath, ['tools/suite/start.ts', `--local=${local}`, ...flags], {
    cwd: PROJECT_ROOT,
    // A user's shell has no variables of the test runner.
    env: { ...process.env, NODE_ENV: undefined, VITEST: undefined, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(starter);
  let output = '';
  const exitCode = new Promise<number | null>((resolve) => void starter.once('close', resolve));
  const printed = async (pattern: RegExp): Promise<string> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        const found = pattern.exec(output)?.[1];
        if (found !== undefined) resolve(found);
      };
      look();
      starter.stdout.on('data', look);
      void exitCode.then(() => {
        reject(new Error(`The process ended without printing ${String(pattern)}:\n${output}`));
      });
    });
  for (const stream of [starter.stdout, starter.stderr]) {
    stream.on('data', (data: Buffer) => (output += data.toString()));
  }
  return { process: starter, exitCode, output: () => output, printed };
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

/** The ports of our own services, from the file that the app reads. */
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

/** What `npm run token` prints. */
async function printedToken(...flags: string[]): Promise<string> {
  const { stdout } = await execute(process.execPath, ['tools/token.ts', `--local=${local}`, ...flags], {
    cwd: PROJECT_ROOT,
  });
  return stdout.trim();
}

/** The address for which the running product gives tokens to apps. */
async function issuerOf(url: string): Promise<unknown> {
  const { issuer } = await (await fetch(`${url}/.well-known/oauth-authorization-server`)).json();
  return issuer;
}

/** Calls the Auth emulator of the running product, like a browser. */
async function callAuth(call: string, body: object): Promise<{ idToken?: string }> {
  const { emulators } = JSON.parse(readFileSync(placesIn(local).config, 'utf8'));
  const url = `http://127.0.0.1:${emulators.auth.port}/identitytoolkit.googleapis.com/v1/accounts:${call}?key=any`;
  return (await fetch(url, { method: 'POST', headers: JSON_TYPE, body: JSON.stringify(body) })).json();
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
