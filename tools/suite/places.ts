import { basename, join } from 'node:path';

/** The folder of the whole project. */
export const PROJECT_ROOT = join(import.meta.dirname, '../..');

/** The build outputs that a suite needs. */
export const BUILT = {
  web: 'web/dist/index.html',
  functions: 'functions/lib/index.js',
  firestore: 'packages/firestore-emulator/dist/cli.js',
  aws: 'packages/aws-emulator/dist/cli.js',
} as const;

/** The prefix `demo-` keeps the official emulators off the network. */
export const PROJECT_ID = 'demo-foldmark';

/** The paths that a running suite writes. All are in one folder, except for its firebase.json. */
export interface Places {
  readonly root: string;
  /** The firebase.json of this run. firebase-tools resolves paths from its folder, so it is in the project's root. */
  readonly config: string;
  /** This run's copy of the built web app. */
  readonly publicFolder: string;
  readonly logs: string;
  readonly authData: string;
  readonly firestoreData: string;
  readonly awsData: string;
  /** The processes of this run (run-record.ts). */
  readonly runRecord: string;
}

export function placesIn(root: string): Places {
  return {
    root,
    config: join(PROJECT_ROOT, `.firebase.${basename(root).replace(/^\./, '')}.json`),
    publicFolder: join(root, 'public'),
    logs: join(root, 'logs'),
    authData: join(root, 'data'),
    firestoreData: join(root, 'data/firestore'),
    awsData: join(root, 'data/aws'),
    runRecord: join(root, 'run.json'),
  };
}
