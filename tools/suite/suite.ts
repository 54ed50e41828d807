import { mkdir } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

import { isAwsReady, startAws } from '#tools/suite/aws.ts';
import { hasAuthExport, persistAccounts } from '#tools/suite/account-persistence.ts';
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
  /** An official export that the first start imports: accounts and their libraries. */
  readonly seed: string | null;
  /** A folder of objects that the first start puts into the uploads bucket. Each file's path is its key. */
  readonly uploads: string | null;
  /** Called when a step begins. The returned function is called when the step is done. */
  readonly progress: (step: string) => (detail: string) => void;
  /** Called as soon as a child process runs, so that the caller can stop it if a later step fails. */
  readonly onChild: (child: Child) => void;
  readonly onError: (error: unknown) => void;
  /** Called for each email that the real service would send. */
  readonly onEmail?: (email: LocalEmail) => void;
  /** `official` runs Firestore with the other official emulators. It needs Java and a download. */
  readonly firestore?: FirestoreKind;
  /** Opens INSPECTOR_PORTS for debuggers. */
  readonly inspect?: boolean;
  /** If it aborts during the start, the suite stops the running services and the start fails. */
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

/** The services stop in reverse order, because each may need those before it. */
export interface Services {
  /** Our emulator. It does not start if the official Firestore runs. */
  readonly firestore: Service;
  readonly aws: Service;
  /** Auth, Functions, Hosting and Tasks. */
  readonly official: Service;
}

/**
 * Starts the whole product on this machine. The services start at the same time, because they need each other only when they
 * are called. The caller has built the product before.
 */
export async function startSuite(options: SuiteOptions): Promise<Suite> {
  const { places, ports, progress, firestore = 'ours' } = options;
  const services = servicesOf(options);
  const running: Service[] = [];
  let stopped = Promise.resolve();
  // A second call waits for the first, so that the accounts are saved before the Auth emulator ends.
  const stop = async (): Promise<void> => {
    stopped = stopped.then(async () => {
      for (const service of running.toReversed()) await service.stop();
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
    const starts = [
      ...(firestore === 'ours' ? [run(services.firestore, ports.firestore)] : []),
      run(services.aws, ports.aws),
      run(services.official, ports.hosting),
    ];
    await Promise.all(starts).catch(async (error: unknown) => {
      await stop();
      // A service that had no process yet ends with the stop below.
      await Promise.allSettled(starts);
      throw error;
    });

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
      ready: async (child) => child.ready(isOfficialReady),
      // firebase-tools shuts down cleanly on SIGINT.
      signal: 'SIGINT',
      onChild,
      startSideTask: () => {
        const persistence = persistAccounts(ports.auth, places.authData, onError);
        return async (isSaving) => (isSaving ? persistence.stop() : persistence.abandon());
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

/** Calls the API once. This also starts a function worker, so that the first page does not wait for it. */
async function apiAnswers(ports: Ports): Promise<void> {
  const answer = await fetch(`http://${HOST}:${ports.hosting}/api/health/`, {
    method: 'POST',
    signal: AbortSignal.timeout(60_000),
  });
  if (!answer.ok) throw new Error(`/api/health/ answered ${answer.status}: ${await answer.text()}`);
}
