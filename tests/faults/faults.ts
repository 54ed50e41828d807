/// <reference lib="dom" />
/**
 * `npm run faults`: three browsers work for five minutes, at times without a network, while Firestore, the functions, S3 or all
 * services are killed and restarted at random. Afterwards server, replicas and screens must agree, nothing may wait to be sent,
 * and no edit that the server acknowledged or the app showed may be lost or made twice.
 *
 *     npm run faults -- --time 60s --seed 7     a shorter run that repeats the choices of an earlier one
 */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { readFlags } from '@foldmark/tools/support/flags';
import { createRandom } from '@foldmark/firestore-emulator/torture/random.ts';
import { PROJECT_ROOT } from '@foldmark/tools/suite/places';
import type { Suite } from '@foldmark/tools/suite/suite';
import { type Browser, chromium } from '@playwright/test';
import { Firestore } from 'firebase-admin/firestore';

import { apiOf, newMember, uidOf, type Account } from '#tests/e2e/accounts.ts';
import { fillLogin } from '#tests/e2e/fixtures.ts';
import { unsentIn } from '#tests/e2e/without-network.ts';
import { logCalls } from '#tests/faults/call-log.ts';
import { FaultInjector } from '#tests/faults/fault-injector.ts';
import { Ledger } from '#tests/faults/ledger.ts';
import { FOLDERS, Person } from '#tests/faults/person.ts';
import { ShownEdits } from '#tests/faults/shown-edits.ts';
import {
  cellsOf,
  difference,
  libraryInReplica,
  libraryOnServer,
  imagesOf,
  expectedRows,
  visibleRows,
  urlsOf,
} from '#tests/faults/state.ts';
import { durationOf } from '#tests/support/duration.ts';
import { browserOptions, ensureBrowser } from '@foldmark/tools/support/browsers';
import { startTestSuite } from '#tests/support/test-suite.ts';

/** A feed retries a failed subscription after up to a minute. */
const AGREEMENT_TIMEOUT_MS = 150_000;
const PAGE_TIMEOUT_MS = 30_000;

interface Member extends Account {
  readonly uid: string;
  readonly ledger: Ledger;
  readonly shownEdits: ShownEdits;
}

interface Session {
  readonly name: string;
  readonly member: Member;
  readonly person: Person;
}

const flags = readFlags(
  'npm run faults -- [--time 5m] [--seed 7]    --seed repeats the choices of an earlier run',
  {
    time: { type: 'string', default: '5m' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
);
// The services end with the exit of this process, so a signal leaves none behind.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
const started = performance.now();
const seed = Number(flags.seed);
await ensureBrowser();
say(`Seed ${seed}. Starting the product`);
const suite = await startTestSuite('faults');
process.env['FOLDMARK_APP_URL'] = suite.appUrl;
process.env['FOLDMARK_AUTH_URL'] = suite.authUrl;
process.env['FOLDMARK_FIRESTORE_HOST'] = suite.firestoreHost;
process.env['FIRESTORE_EMULATOR_HOST'] = suite.firestoreHost;
process.env['METADATA_SERVER_DETECTION'] = 'none';
const firestore = new Firestore({ projectId: suite.projectId });
const browser = await chromium.launch(browserOptions());

let problems: readonly string[];
try {
  problems = await run(suite, browser);
} catch (error) {
  problems = [error instanceof Error ? (error.stack ?? error.message) : String(error)];
}
await browser.close();
await suite.stop();
for (const problem of problems) process.stderr.write(`${problem}\n`);
if (problems.length > 0)
  process.stderr.write(
    `--seed ${seed} repeats the choices of this run. Its calls are in .local/faults/calls.jsonl.\n`,
  );
// The SDK keeps retrying interrupted requests, which would keep the process alive.
process.exit(problems.length === 0 ? 0 : 1);

async function run({ appUrl, awsUrl, services }: Suite, chrome: Browser): Promise<readonly string[]> {
  const [ada, bob] = [await newAccount(), await newAccount()];
  const sessions = [
    await openSession(chrome, appUrl, 'ada-1', ada, seed + 1),
    await openSession(chrome, appUrl, 'ada-2', ada, seed + 2),
    await openSession(chrome, appUrl, 'bob', bob, seed + 3),
  ];
  const end = Date.now() + durationOf(flags.time);
  const isOver = (): boolean => Date.now() > end;
  const injector = new FaultInjector(services, createRandom(seed), say);
  say(`Three browsers work for ${flags.time}`);
  await Promise.all([injector.work(isOver), ...sessions.map(async ({ person }) => person.work(isOver))]);
  say([...injector.kills].map(([name, times]) => `${name} ${times}`).join(', ') || 'Nothing was killed');
  for (const { name, person } of sessions) say(`${name}: ${person.describeWork()}`);
  for (const { name, person } of sessions) {
    await person.close();
    if ((await person.page.getByRole('banner').count()) === 0) await person.page.goto('/');
    say(`${name} shows the app again`);
  }
  const found = [...(await disagreements(sessions, false)), ...(await losses([ada, bob], awsUrl))];
  if (found.length > 0) return found;
  for (const { name, person } of sessions) {
    await person.page.reload();
    say(`${name} has reloaded the page`);
  }
  return disagreements(sessions, true);
}

/** Waits until all sessions show the state of the server. Reports those that differ. */
async function disagreements(sessions: readonly Session[], withImages: boolean): Promise<string[]> {
  const end = Date.now() + AGREEMENT_TIMEOUT_MS;
  let before = '';
  for (;;) {
    const found: string[] = [];
    for (const session of sessions) {
      // `page.evaluate` has no timeout.
      const problem = await Promise.race([
        disagreement(session, withImages),
        sleep(PAGE_TIMEOUT_MS, 'the page does not respond'),
      ]);
      if (problem !== null) found.push(`${session.name}: ${problem}`);
    }
    if (found.length === 0) {
      say('Server, replicas and screens agree');
      return [];
    }
    if (Date.now() > end) {
      for (const { name, person } of sessions) await person.page.screenshot({ path: screenshotPath(name) });
      return [...found, `The screenshots are ${screenshotPath('*')}`];
    }
    const [first = ''] = found;
    if (first !== before) say(`Not yet: ${first}`);
    before = first;
    await sleep(1000);
  }
}

async function disagreement(
  { member, person: { page } }: Session,
  withImages: boolean,
): Promise<string | null> {
  const unsent = await unsentIn(page);
  if (unsent > 0) return `${unsent} gestures are not sent`;
  const server = await libraryOnServer(firestore, member.uid);
  const screen = await visibleRows(page, withImages);
  const expected = expectedRows(server, withImages);
  const rows = Math.max(screen.length, expected.length);
  for (let row = 0; row < rows; row += 1) {
    if (screen[row] !== expected[row])
      return `row ${row + 1} is '${screen[row]}' on the screen and '${expected[row]}' on the server`;
  }
  const replica = difference(server, await libraryInReplica(page, member.uid));
  return replica === null ? null : `server and replica differ: ${replica}`;
}

async function losses(members: readonly Member[], awsUrl: string): Promise<string[]> {
  const lost: string[] = [];
  for (const { uid, ledger, shownEdits } of members) {
    const library = await libraryOnServer(firestore, uid);
    lost.push(...(await ledger.problems(cellsOf(library), urlsOf(library))));
    lost.push(...shownEdits.problems(library));
    const images = imagesOf(library);
    for (const key of images) {
      const { status } = await fetch(`${awsUrl}/foldmark-local/${key}`);
      if (status !== 200) lost.push(`S3 responds ${status} for the stored image ${key}`);
    }
    say(`${images.length} images`);
    say(`${ledger.acknowledged} changes acknowledged, ${ledger.unanswered} calls without a response`);
    say(`${shownEdits.count} edits shown`);
  }
  return lost;
}

async function newAccount(): Promise<Member> {
  const account = await newMember();
  const call = await apiOf(account);
  for (const name of FOLDERS) await call('/folders/create/', { name });
  return { ...account, uid: await uidOf(account), ledger: new Ledger(), shownEdits: new ShownEdits() };
}

async function openSession(
  chrome: Browser,
  baseURL: string,
  name: string,
  member: Member,
  randomSeed: number,
): Promise<Session> {
  const context = await chrome.newContext({ baseURL, viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  await page.goto('/login');
  await fillLogin(page, member);
  await page.getByRole('button', { name: 'Log out' }).waitFor();
  await page.goto('/');
  // Without a network it serves the parts of the app that were not loaded yet.
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  member.ledger.watch(page);
  logCalls(page, name);
  return { name, member, person: new Person(name, page, member.shownEdits, createRandom(randomSeed)) };
}

function screenshotPath(name: string): string {
  return join(PROJECT_ROOT, `.local/faults/${name}.png`);
}

function say(line: string): void {
  const seconds = Math.round((performance.now() - started) / 1000);
  process.stdout.write(`${String(seconds).padStart(5)} s  ${line}\n`);
}
