import type { Plugin } from 'vite';

/** Of deploy/environments.json, what the browser has no use for. */
const SERVER_ONLY: ReadonlySet<string> = new Set(['identityPoolId', 'roleArn']);

/** Lets only those values of the environments into the app that it reads. */
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
