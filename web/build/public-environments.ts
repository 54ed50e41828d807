import type { Plugin } from 'vite';

/** The fields of deploy/environments.json that the app does not read. */
const SERVER_ONLY: ReadonlySet<string> = new Set(['identityPoolId', 'roleArn']);

/** Removes the server's fields from the environments in the app's bundle. */
export function publicEnvironments(): Plugin {
  return {
    name: 'public-environments',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/deploy\/environments\.json$/ },
      handler: (code) =>
        JSON.stringify(JSON.parse(code), (key, value: unknown) => (SERVER_ONLY.has(key) ? undefined : value)),
    },
  };
}
