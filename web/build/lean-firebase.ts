import type { Plugin } from 'vite';

const ABSENT = '\0absent-firebase-service';

/**
 * Drops unused Firebase code. reactfire imports every Firebase service, so its imports of database, storage, functions and
 * remote config become undefined. A service's registration counts as a side effect only if the service is used, which
 * keeps Firestore out of the visitor's first page.
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
