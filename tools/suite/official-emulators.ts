import { createRequire } from 'node:module';
import { join } from 'node:path';

import { startChild, type Child } from '#tools/suite/child.ts';
import { INSPECTOR_PORTS } from '#tools/suite/inspector.ts';
import { PROJECT_ID, type Places } from '#tools/suite/places.ts';
import { HOST, type Ports } from '#tools/suite/ports.ts';
import type { FirestoreKind } from '#tools/suite/run-config.ts';

const require = createRequire(import.meta.url);

interface OfficialEmulators {
  readonly places: Places;
  readonly ports: Ports;
  /** An export of accounts to import. */
  readonly accounts: string | null;
  readonly firestore: FirestoreKind;
  readonly inspect: boolean;
  readonly onLine: (line: string) => void;
}

/** Starts the official emulators of Auth, Functions, Hosting and Tasks, which need no Java and work offline. */
export function startOfficialEmulators(options: OfficialEmulators): Child {
  const { places, ports, accounts, firestore, inspect, onLine } = options;
  const services = [
    'auth',
    'functions',
    'hosting',
    'tasks',
    ...(firestore === 'official' ? ['firestore'] : []),
  ];
  return startChild({
    name: 'Firebase emulators',
    command: process.execPath,
    args: [
      ...[
        'lazy-validation.ts',
        'shared-workers.ts',
        'release-memory.ts',
        ...(accounts === places.authData ? ['keep-sessions.ts'] : []),
      ].map((file) => `--import=${new URL(file, import.meta.url).href}`),
      require.resolve('firebase-tools/lib/bin/firebase.js'),
      'emulators:start',
      `--project=${PROJECT_ID}`,
      `--config=${places.config}`,
      `--only=${services.join(',')}`,
      ...(inspect ? [`--inspect-functions=${INSPECTOR_PORTS.functions}`] : []),
      ...(accounts === null ? [] : [`--import=${accounts}`]),
    ],
    // firebase-tools writes its debug log to its working directory.
    cwd: places.logs,
    env: {
      // The functions inherit this environment.
      FIRESTORE_EMULATOR_HOST: `${HOST}:${ports.firestore}`,
      AWS_ENDPOINT_URL: `http://${HOST}:${ports.aws}`,
      LOCAL_APP_ORIGIN: `http://${HOST}:${ports.hosting}`,
      NO_UPDATE_NOTIFIER: '1',
      // Without this, firebase-tools asks npm for the newest firebase-functions, and waits ten seconds if offline.
      npm_config_offline: 'true',
      FORCE_COLOR: '0',
    },
    logFile: join(places.logs, 'firebase.log'),
    onLine,
  });
}

export function isOfficialReady(line: string): boolean {
  return line.includes('All emulators ready');
}
