import type { Plugin } from 'vite';

const ABSENT = '\0absent-firebase-service';

/**
 * reactfire is one module that imports every Firebase service. We use neither database, storage, functions nor remote
 * config, so what it imports of them is nothing; and a service's registration counts as a side effect only where the
 * service is used, so that Firestore stays out of the page of a visitor who is not signed in.
 */
export function leanFirebase(): Plugin {
  return {
    name: 'lean-firebase',
    apply: 'build',
    enforce: 'pre',
    resolveId: {
      filter: { id: /^firebase\/(?:database|functions|remote-config|storage)$/ },
      handler: (_id, importer) => (importer?.includes('/reactfire/') === true ? ABSENT : null),
    },
    load: {
      filter: { id: new RegExp(`^${ABSENT}$`) },
      handler: () => ABSENT_NAMES.replaceAll(/\w+/g, 'export const $& = undefined;'),
    },
    config: () => ({
      build: {
        rolldownOptions: {
          treeshake: {
            moduleSideEffects: [
              { test: /node_modules\/(?:@firebase|firebase|reactfire)\//, sideEffects: false },
            ],
          },
        },
      },
    }),
  };
}

const ABSENT_NAMES = `
  get off onChildAdded onChildChanged onChildMoved onChildRemoved onValue
  httpsCallable
  ensureInitialized getAll getBoolean getNumber getString getValue
  getDownloadURL ref
`;
