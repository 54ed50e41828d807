import { basename, join } from 'node:path';

/** The folder of the whole project. */
export const PROJECT_ROOT = join(import.meta.dirname, '../..');

/** What `npm run build` makes that a suite cannot run without. */
export const BUILT = {
  web: 'web/dist/index.html',
  functions: 'functions/lib/index.js',
  firestore: 'packages/firestore-emulator/dist/cli.js',
  aws: 'packages/aws-emulator/dist/cli.js',
} as const;

/** `demo-` keeps the official emulators off the network. */
export const PROJECT_ID = 'demo-foldmark';

/** What a running suite writes: all below one folder of the project, but for its firebase.json. */
export interface Places {
  readonly root: string;
  /** firebase.json as this run uses it: firebase-tools takes its own folder for the project's root. */
  readonly config: string;
  /** The built web app as this run serves it. */
  readonly publicFolder: string;
  readonly logs: string;
  readonly authData: string;
  readonly firestoreData: string;
  readonly awsData: string;
  /** Who runs here: see run-record.ts. */
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
