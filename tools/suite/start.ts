/** `npm start`, `npm run dev` and `npm run suite`: run the whole product on this machine until Ctrl+C. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';

import { readFlags } from '#tools/support/flags.ts';
import type { Child } from '#tools/suite/child.ts';
import { printError, say, step } from '#tools/suite/console.ts';
import { DEMO_ACCOUNT } from '#tools/suite/demo-account.ts';
import { startDevelopment } from '#tools/suite/development.ts';
import { INSPECTOR_PORTS } from '#tools/suite/inspector.ts';
import { placesIn, PROJECT_ROOT } from '#tools/suite/places.ts';
import { freePorts, HOST, occupiedPorts, portsOf, type Ports } from '#tools/suite/ports.ts';
import { withoutProxy } from '#tools/suite/proxy.ts';
import {
  endOrphans,
  isRunning,
  readRunRecord,
  removeRunRecord,
  writeRunRecord,
} from '#tools/suite/run-record.ts';
import { runSchedule } from '#tools/suite/schedule.ts';
import { startSuite } from '#tools/suite/suite.ts';

/** A reason not to start that the user can fix. It is printed without a stack trace or logs. */
class StartRefused extends Error {}

class ChildDied extends Error {
  readonly child: Child;

  constructor(child: Child, reason: string) {
    super(`${child.name} ${reason}; stopping the rest.`);
    this.child = child;
  }
}

const USAGE = `
npm start, npm run dev and npm run suite take these flags after "--":

  --fresh         delete the data of earlier starts
  --free-ports    take any free ports instead of those in firebase.json
  --inspect       let a debugger attach: functions ${INSPECTOR_PORTS.functions}, Firestore ${INSPECTOR_PORTS.firestore}, AWS ${INSPECTOR_PORTS.aws}
  --local DIR     keep data and logs in DIR instead of .local
`;
const DEBUGGERS = Object.fromEntries(
  Object.entries(INSPECTOR_PORTS).map(([service, port]) => [`the debugger of ${service}`, port]),
);
const flags = readFlags(USAGE, {
  dev: { type: 'boolean', default: false },
  official: { type: 'boolean', default: false },
  fresh: { type: 'boolean', default: false },
  'free-ports': { type: 'boolean', default: false },
  inspect: { type: 'boolean', default: false },
  local: { type: 'string' },
});
withoutProxy(process.env);
const command = flags.dev ? 'npm run dev' : flags.official ? 'npm run suite' : 'npm start';
const places = placesIn(
  resolve(flags.local ?? join(PROJECT_ROOT, flags.official ? '.local/official' : '.local')),
);
const children: Child[] = [];
const interrupt = interruptOnSignals();

try {
  await refuseSecondStart();
  const ports = await choosePorts();
  // The official Firestore does not persist data, so accounts of an earlier run would have no library.
  if (flags.fresh || flags.official) await rm(places.authData, { recursive: true, force: true });
  say('Foldmark on this machine\n');
  await build();
  await runUntilStopped(ports);
} catch (error) {
  if (!interrupt.aborted) {
    printError(error instanceof StartRefused ? error.message : explain(error));
    process.exitCode = 1;
  }
}
// An open connection to a killed service must not keep this process alive.
process.exit();

async function runUntilStopped(ports: Ports): Promise<void> {
  // The address of the app. `npm run dev` replaces it with Vite's.
  let url = `http://${HOST}:${ports.hosting}`;
  try {
    const suite = await startSuite({
      places,
      ports,
      seed: join(PROJECT_ROOT, 'emulator-data'),
      uploads: join(PROJECT_ROOT, 'emulator-data/uploads'),
      progress: step,
      onChild,
      onError: (error) => {
        printError(`The accounts could not be saved: ${String(error)}`);
      },
      onEmail: ({ to, path }) => {
        say(`  Email to ${to}: ${url}${path}`);
      },
      firestore: flags.official ? 'official' : 'ours',
      inspect: flags.inspect,
      signal: interrupt,
    });
    try {
      if (flags.dev) url = await startDevelopment({ places, suite, onChild, progress: step });
      record(url);
      printAddresses(url);
      runSchedule(suite.functionsUrl, interrupt, printFailure).catch(printFailure);
      await interruptedOrDeath();
    } finally {
      await suite.stop();
    }
  } finally {
    await Promise.all(children.map(async (child) => child.stop('SIGTERM')));
    removeRunRecord(places);
    await rm(places.config, { force: true });
  }
}

function printFailure(error: unknown): void {
  printError(error instanceof Error ? error.message : String(error));
}

function onChild(child: Child): void {
  children.push(child);
  record('');
}

/** Resolves when the user stops the suite. Rejects when a child process ends by itself. */
async function interruptedOrDeath(): Promise<void> {
  const interrupted = once(interrupt, 'abort');
  if (interrupt.aborted) return;
  const deaths = children.map(async (child) => {
    const reason = await child.ended;
    if (!interrupt.aborted) throw new ChildDied(child, reason);
  });
  await Promise.race([interrupted, ...deaths]);
}

function interruptOnSignals(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (controller.signal.aborted) {
        for (const child of children) child.kill();
        removeRunRecord(places);
        process.exit(130);
      }
      say('\nStopping. (Press Ctrl+C again to kill all processes.)');
      controller.abort();
    });
  }
  return controller.signal;
}

async function refuseSecondStart(): Promise<void> {
  const earlier = readRunRecord(places);
  if (earlier === null) return;
  if (isRunning(earlier)) {
    const where = earlier.url === '' ? 'It is still starting' : `Open ${earlier.url}`;
    throw new StartRefused(
      `Foldmark is already running as process ${earlier.starter.pid}. ${where}, or press Ctrl+C in its terminal.`,
    );
  }
  const ended = await endOrphans(earlier);
  removeRunRecord(places);
  if (ended.length > 0)
    say(`An earlier start was killed. Ended the processes that it left running: ${ended.join(', ')}.\n`);
}

async function choosePorts(): Promise<Ports> {
  const ports = flags['free-ports'] ? await freePorts() : await portsOf(join(PROJECT_ROOT, 'firebase.json'));
  const fixedPorts = flags['free-ports'] ? {} : ports;
  const complaints = await occupiedPorts({ ...fixedPorts, ...(flags.inspect ? DEBUGGERS : {}) });
  if (complaints.length === 0) return ports;
  const help = flags['free-ports'] ? '' : `, or use free ports: ${command} -- --free-ports`;
  throw new StartRefused(`${complaints.join('\n')}\nStop the program that uses it${help}`);
}

async function build(): Promise<void> {
  const done = step('Web app, extension, functions, emulators');
  const script = join(PROJECT_ROOT, 'tools/build.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [script, '--if-stale'], {
    signal: interrupt,
  });
  done(stdout.trim());
}

function record(url: string): void {
  writeRunRecord(
    places,
    url,
    children.map(({ name, identity }) => ({ name, ...identity })),
  );
}

function printAddresses(url: string): void {
  say(`
  Open       ${url}
  Sign in    ${DEMO_ACCOUNT.email}, password ${DEMO_ACCOUNT.password}
  Logs       ${relative(process.cwd(), places.logs)}/
  Stop       Ctrl+C
`);
}

/** The error message, followed by the last output of the child that died, or else of all children. */
function explain(error: unknown): string {
  const output = error instanceof Error && 'stderr' in error ? `\n${String(error.stderr)}` : '';
  const suspects = error instanceof ChildDied ? [error.child] : children;
  const lastLines = suspects.flatMap((child) => [
    `\nLast output of ${child.name}:`,
    ...child.lastLines().map((line) => `  ${line}`),
  ]);
  return [`\n${error instanceof Error ? error.message : String(error)}${output}`, ...lastLines].join('\n');
}
