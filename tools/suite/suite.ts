import { mkdir } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

import { isAwsReady, startAws } from '#tools/suite/aws.ts';
import { hasAuthExport, keepAccounts, keepSignedIn } from '#tools/suite/auth-keeper.ts';
import type { Child } from '#tools/suite/child.ts';
import { firestoreAnswers, startEmbeddedFirestore } from '#tools/suite/embedded-firestore.ts';
import { localEmailIn, type LocalEmail } from '#tools/suite/local-email.ts';
import { isOfficialReady, startOfficialEmulators } from '#tools/suite/official-emulators.ts';
import { PROJECT_ID, type Places } from '#tools/suite/places.ts';
import { HOST, type Ports } from '#tools/suite/ports.ts';
import { writeRunConfig, type FirestoreKind } from '#tools/suite/run-config.ts';
import { createService, type Service } from '#tools/suite/service.ts';

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
  /** Told of each email that the Auth emulator would have sent. */
  readonly onEmail?: (email: LocalEmail) => void;
  /** The official Firestore runs with the other official emulators, and needs Java and a download. */
  readonly firestore?: FirestoreKind;
  /** Lets debuggers attach at INSPECTOR_PORTS. */
  readonly inspect?: boolean;
  /** Aborted, a start that is under way ends what it started and fails. */
  readonly signal?: AbortSignal;
}

export interface Suite {
  readonly appUrl: string;
  readonly authUrl: string;
  readonly firestoreHost: string;
  readonly functionsUrl: string;
  readonly awsUrl: string;
  readonly projectId: string;
  readonly services: Services;
  stop(): Promise<void>;
}

/** In the order in which they start: each needs those before it. */
export interface Services {
  /** Ours; it does not start where the official one runs. */
  readonly firestore: Service;
  readonly aws: Service;
  /** Auth, Functions, Hosting and Tasks. */
  readonly official: Service;
}

/** The whole product on this machine. It is built already; each service starts after those it needs. */
export async function startSuite(options: SuiteOptions): Promise<Suite> {
  const { places, ports, progress, firestore = 'ours' } = options;
  const services = servicesOf(options);
  const running: Service[] = [];
  let stopped = Promise.resolve();
  // Whoever stops while another is at it waits for the same end: the accounts are saved before their emulator goes.
  const stop = async (): Promise<void> => {
    stopped = stopped.then(async () => {
      for (const service of running.splice(0).toReversed()) await service.stop();
    });
    await stopped;
  };
  const run = async (service: Service, port: number): Promise<void> => {
    const up = progress(service.name);
    running.push(service);
    await service.start();
    up(`${HOST}:${port}`);
  };

  options.signal?.addEventListener('abort', () => void stop(), { once: true });
  try {
    options.signal?.throwIfAborted();
    await mkdir(places.logs, { recursive: true });
    await writeRunConfig(places, ports, firestore);
    if (firestore === 'ours') await run(services.firestore, ports.firestore);
    await run(services.aws, ports.aws);
    await run(services.official, ports.hosting);

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
    functionsUrl: `http://${HOST}:${ports.functions}`,
    awsUrl: `http://${HOST}:${ports.aws}`,
    projectId: PROJECT_ID,
    services,
    stop,
  };
}

function servicesOf(options: SuiteOptions): Services {
  const { places, ports, seed, uploads, onChild, onError, onEmail, inspect = false } = options;
  return {
    firestore: createService({
      name: 'Firestore',
      launch: () => startEmbeddedFirestore(places, ports, seed, inspect),
      ready: async (child) => until(async () => firestoreAnswers(ports), child),
      signal: 'SIGTERM',
      onChild,
    }),
    aws: createService({
      name: 'S3, Cognito, STS',
      launch: () => startAws(places, ports, uploads, inspect),
      ready: async (child) => child.ready(isAwsReady),
      signal: 'SIGTERM',
      onChild,
    }),
    official: createService({
      name: 'Auth, Functions, Hosting, Tasks',
      launch: async () => {
        const accounts = (await hasAuthExport(places.authData)) ? places.authData : seed;
        return startOfficialEmulators({
          places,
          ports,
          accounts,
          firestore: options.firestore ?? 'ours',
          inspect,
          onLine: (line) => {
            const email = localEmailIn(line);
            if (email !== null) onEmail?.(email);
          },
        });
      },
      ready: async (child) => {
        let isUp = false;
        const up = child.ready(isOfficialReady).then(() => {
          isUp = true;
        });
        // Pages are there before all is up, and ask. An account that has not come back by then keeps nobody waiting.
        const signedIn = until(async () => (await keepSignedIn(ports.auth, places.authData)) || isUp, child);
        await Promise.all([up, signedIn]);
      },
      // SIGINT is what firebase-tools answers with a clean end.
      signal: 'SIGINT',
      onChild,
      accompany: () => {
        const keeper = keepAccounts(ports.auth, places.authData, onError);
        return async (isSaving) => (isSaving ? keeper.stop() : keeper.abandon());
      },
    }),
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
