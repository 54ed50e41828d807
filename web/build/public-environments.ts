import type { Plugin } from 'vite';

/** The fields of deploy/environments.json that the app does not read there: the server does, or `extensionStores`. */
const OTHERS: ReadonlySet<string> = new Set(['identityPoolId', 'roleArn', 'extension']);

/** Removes other fields from the environments in the app's bundle. */
export function publicEnvironments(): Plugin {
  return {
    name: 'public-environments',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/deploy\/environments\.json$/ },
      handler: (code) =>
        JSON.stringify(JSON.parse(code), (key, value: unknown) => (OTHERS.has(key) ? undefined : value)),
    },
  };
}
