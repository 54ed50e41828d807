import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';

import environments from '../../deploy/environments.json' with { type: 'json' };
import { publicEnvironments } from './public-environments.ts';

/**
 * Builds /sw.js with the list of what it keeps: all that opens the library and its popups. Not the AWS SDK, which nobody
 * can use without a network, nor the letters of other scripts, which come when they are needed, nor App Check where it is off.
 */
export function serviceWorker(plugins: readonly Plugin[]): Plugin[] {
  return VitePWA({
    strategies: 'injectManifest',
    srcDir: 'service-worker',
    filename: 'sw.ts',
    // The app registers it by itself, when it is at rest; and the manifest is a file of public/.
    injectRegister: false,
    manifest: false,
    injectManifest: {
      globPatterns: [
        'index.html',
        'ahead.js',
        'first-screen.js',
        'theme.js',
        'favicon.svg',
        'assets/*.{js,css}',
        'assets/inter-latin-wght-*',
      ],
      globIgnores: neverKept(Object.values(environments)),
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

/** A deployment that has App Check on does not start without its file. One build is for all of them. */
export function neverKept(deployments: readonly WithAppCheck[]): string[] {
  const never = ['assets/{s3-store,loadCognitoIdentity}-*'];
  return deployments.every(({ appCheck }) => appCheck.siteKey === '')
    ? [...never, 'assets/app-check-*']
    : never;
}

const FIREBASE_JSON = readFileSync(join(import.meta.dirname, '../../firebase.json'));

/** The page is kept with its headers: where these change, it is another page. */
function withHeaders<Entry extends { readonly revision: string | null }>(entry: Entry): Entry {
  if (entry.revision === null) return entry;
  return { ...entry, revision: createHash('md5').update(entry.revision).update(FIREBASE_JSON).digest('hex') };
}
