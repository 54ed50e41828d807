import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';

import { publicEnvironments } from './public-environments.ts';

/**
 * Builds /sw.js with the list of what it keeps: all that opens the library and its popups. Not the AWS SDK, which nobody
 * can use without a network, nor the letters of other scripts, which come when they are needed.
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
      globIgnores: ['assets/{s3-store,loadCognitoIdentity}-*'],
      dontCacheBustURLsMatching: /^assets\//,
      manifestTransforms: [(manifest) => ({ manifest: manifest.map(withHeaders), warnings: [] })],
      target: 'chrome125',
      buildPlugins: { vite: [publicEnvironments(), ...plugins] },
    },
  });
}

const FIREBASE_JSON = readFileSync(join(import.meta.dirname, '../../firebase.json'));

/** The page is kept with its headers: where these change, it is another page. */
function withHeaders<Entry extends { readonly revision: string | null }>(entry: Entry): Entry {
  if (entry.revision === null) return entry;
  return { ...entry, revision: createHash('md5').update(entry.revision).update(FIREBASE_JSON).digest('hex') };
}
