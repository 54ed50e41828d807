import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';

import environments from '../../deploy/environments.json' with { type: 'json' };
import { publicEnvironments } from './public-environments.ts';

/**
 * Builds /sw.js with the list of files to precache: all that the library and its popups need. Excludes the AWS SDK, which needs
 * a network, fonts of non-Latin scripts, which load on demand, and App Check if no deployment uses it.
 */
export function serviceWorker(plugins: readonly Plugin[]): Plugin[] {
  return VitePWA({
    strategies: 'injectManifest',
    srcDir: 'service-worker',
    filename: 'sw.ts',
    // The app registers the worker itself, when it is idle. The web app manifest is a file of public/.
    injectRegister: false,
    manifest: false,
    injectManifest: {
      globPatterns: ['index.html', 'favicon.ico', 'assets/*.{js,css}', 'assets/inter-latin-wght-*'],
      globIgnores: notPrecached(Object.values(environments)),
      dontCacheBustURLsMatching: /^assets\//,
      manifestTransforms: [(manifest) => ({ manifest: manifest.map(withHeaders), warnings: [] })],
      target: 'chrome125',
      buildPlugins: { vite: [publicEnvironments(), ...plugins] },
    },
  });
}

interface WithAppCheck {
  readonly appCheck: { readonly siteKey: string };
}

/** All deployments share one build. If one of them has App Check on, the app cannot start without its file. */
export function notPrecached(deployments: readonly WithAppCheck[]): string[] {
  const globs = ['assets/{s3-store,loadCognitoIdentity}-*'];
  return deployments.every(({ appCheck }) => appCheck.siteKey === '')
    ? [...globs, 'assets/app-check-*']
    : globs;
}

const FIREBASE_JSON = readFileSync(join(import.meta.dirname, '../../firebase.json'));

/** The cache stores the page with its headers, so a change of firebase.json must change its revision too. */
function withHeaders<Entry extends { readonly revision: string | null }>(entry: Entry): Entry {
  if (entry.revision === null) return entry;
  return { ...entry, revision: createHash('md5').update(entry.revision).update(FIREBASE_JSON).digest('hex') };
}
