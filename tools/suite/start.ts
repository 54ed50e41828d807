/** `npm start`, `npm run dev` and `npm run suite`: the whole product on this machine, until Ctrl+C. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';

import { readFlags } from '#tools/support/flags.ts';
import type { Child } from '#tools/suite/child.ts';
import { complain, say, step } from '#tools/suite/console.ts';
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
import { keepSchedule } from '#tools/suite/schedule.ts';
import { startSuite } from '#tools/suite/suite.ts';

/** Something a person can put right: said as it is, without a stack or logs. */
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

  --fresh         forget what was saved by earlier starts
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
  // The official Firestore keeps nothing, so accounts of an earlier run would have no library.
  if (flags.fresh || flags.official) await rm(places.authData, { recursive: true, force: true });
  say('Foldmark on this machine\n');
  await build();
  await runUntilStopped(ports);
} catch (error) {
  if (!interrupt.aborted) {
    complain(error instanceof StartRefused ? error.message : explain(error));
    process.exitCode = 1;
  }
}
// A connection to a service that was killed must not keep the starter alive.
process.exit();

async function runUntilStopped(ports: Ports): Promise<void> {
  // Where a person has the app: with npm run dev at Vite, once that is up.
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
        complain(`The accounts could not be saved: ${String(error)}`);
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
      sayWhere(url);
      keepSchedule(suite.functionsUrl, interrupt, complainOf).catch(complainOf);
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

function complainOf(error: unknown): void {
  complain(error instanceof Error ? error.message : String(error));
}

function onChild(child: Child): void {
  children.push(child);
  record('');
}

/** Resolves when a person stops the suite; rejects when a child dies under it. */
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
      say('\nStopping. (Once more stops at once.)');
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
      `Foldmark runs already, as process ${earlier.starter.pid}. ${where}, or stop it with Ctrl+C where it was started.`,
    );
  }
  const ended = await endOrphans(earlier);
  removeRunRecord(places);
  if (ended.length > 0)
    say(`An earlier start was killed. Ended what it left running: ${ended.join(', ')}.\n`);
}

async function choosePorts(): Promise<Ports> {
  const ports = flags['free-ports'] ? await freePorts() : await portsOf(join(PROJECT_ROOT, 'firebase.json'));
  const wanted = flags['free-ports'] ? {} : ports;
  const complaints = await occupiedPorts({ ...wanted, ...(flags.inspect ? DEBUGGERS : {}) });
  if (complaints.length === 0) return ports;
  const help = flags['free-ports'] ? '' : `, or take any free ports: ${command} -- --free-ports`;
  throw new StartRefused(`${complaints.join('\n')}\nStop what uses it${help}`);
}

async function build(): Promise<void> {
  const done = step('Web app, functions, Firestore');
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

function sayWhere(url: string): void {
  say(`
  Open       ${url}
  Sign in    ${DEMO_ACCOUNT.email}, password ${DEMO_ACCOUNT.password}
  Logs       ${relative(process.cwd(), places.logs)}/
  Stop       Ctrl+C
`);
}

/** A failure in its own words, then what the child that died, or else each child, said last. */
function explain(error: unknown): string {
  const output = error instanceof Error && 'stderr' in error ? `\n${String(error.stderr)}` : '';
  const witnesses = error instanceof ChildDied ? [error.child] : children;
  const lastWords = witnesses.flatMap((child) => [
    `\n${child.name} said last:`,
    ...child.lastLines().map((line) => `  ${line}`),
  ]);
  return [`\n${error instanceof Error ? error.message : String(error)}${output}`, ...lastWords].join('\n');
}
