import { mkdir } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

import { isAwsReady, startAws } from '#emulators/suite/aws.ts';
import { hasAuthExport, keepAccounts } from '#emulators/suite/auth-keeper.ts';
import type { Child } from '#emulators/suite/child.ts';
import { firestoreAnswers, startEmbeddedFirestore } from '#emulators/suite/embedded-firestore.ts';
import { isOfficialReady, startOfficialEmulators } from '#emulators/suite/official-emulators.ts';
import { PROJECT_ID, type Places } from '#emulators/suite/places.ts';
import { HOST, type Ports } from '#emulators/suite/ports.ts';
import { writeRunConfig } from '#emulators/suite/run-config.ts';

export interface SuiteOptions {
  readonly places: Places;
  readonly ports: Ports;
  /** An official export that a first start begins with: accounts and their libraries. */
  readonly seed: string | null;
  /** A folder of objects, at their keys, that a first start puts into the bucket of uploads. */
  readonly uploads: string | null;
  /** Told of each step as it begins; the function it answers is called when the step is done. */
  readonly progress: (step: string) => (detail: string) => void;
  /** Told of every child the moment it runs, so that nobody is forgotten when a later step fails. */
  readonly onChild: (child: Child) => void;
  readonly onError: (error: unknown) => void;
  /** Aborted, a start that is under way ends what it started and fails. */
  readonly signal?: AbortSignal;
}

export interface Suite {
  readonly appUrl: string;
  readonly authUrl: string;
  readonly firestoreHost: string;
  readonly awsUrl: string;
  readonly projectId: string;
  stop(): Promise<void>;
}

/** The whole product on this machine. It is built already; each service starts after those it needs. */
export async function startSuite(options: SuiteOptions): Promise<Suite> {
  const { places, ports, progress, onChild } = options;
  const running: (() => Promise<void>)[] = [];
  let stopped = Promise.resolve();
  // Whoever stops while another is at it waits for the same end: the accounts are saved before their emulator goes.
  const stop = async (): Promise<void> => {
    stopped = stopped.then(async () => {
      for (const end of running.splice(0).toReversed()) await end();
    });
    await stopped;
  };
  const run = (child: Child, signal: NodeJS.Signals): Child => {
    running.push(async () => child.stop(signal));
    onChild(child);
    return child;
  };

  options.signal?.addEventListener('abort', () => void stop(), { once: true });
  try {
    options.signal?.throwIfAborted();
    await mkdir(places.logs, { recursive: true });
    await writeRunConfig(places, ports);

    const firestoreUp = progress('Firestore');
    const firestore = run(startEmbeddedFirestore(places, ports, options.seed), 'SIGTERM');
    await until(async () => firestoreAnswers(ports), firestore);
    firestoreUp(`${HOST}:${ports.firestore}`);

    const awsUp = progress('S3, Cognito, STS');
    await run(startAws(places, ports, options.uploads), 'SIGTERM').ready(isAwsReady);
    awsUp(`${HOST}:${ports.aws}`);

    const officialUp = progress('Auth, Functions, Hosting, Tasks');
    const accounts = (await hasAuthExport(places.authData)) ? places.authData : options.seed;
    // SIGINT is what firebase-tools answers with a clean end.
    const official = run(startOfficialEmulators(places, ports, accounts), 'SIGINT');
    await official.ready(isOfficialReady);
    const keeper = keepAccounts(ports.auth, places.authData, options.onError);
    running.push(async () => keeper.stop());
    officialUp(`${HOST}:${ports.hosting}`);

    const apiUp = progress('API');
    await apiAnswers(ports);
    apiUp('/api/health/ answers through Hosting');
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    appUrl: `http://${HOST}:${ports.hosting}`,
    authUrl: `http://${HOST}:${ports.auth}`,
    firestoreHost: `${HOST}:${ports.firestore}`,
    awsUrl: `http://${HOST}:${ports.aws}`,
    projectId: PROJECT_ID,
    stop,
  };
}

async function until(isUp: () => Promise<boolean>, child: Child): Promise<void> {
  let end: string | null = null;
  void child.ended.then((reason) => {
    end = reason;
  });
  while (!(await isUp())) {
    if (end !== null) throw new Error(`${child.name} ${String(end)} before it was ready.`);
    await sleep(25);
  }
}

/** The first call also starts a function worker, so that the first page does not wait for it. */
async function apiAnswers(ports: Ports): Promise<void> {
  const answer = await fetch(`http://${HOST}:${ports.hosting}/api/health/`, {
    method: 'POST',
    signal: AbortSignal.timeout(60_000),
  });
  if (!answer.ok) throw new Error(`/api/health/ answered ${answer.status}: ${await answer.text()}`);
}
