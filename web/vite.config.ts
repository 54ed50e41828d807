import { join } from 'node:path';

import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

import { leanFirebase } from './build/lean-firebase.ts';
import { loadAhead } from './build/load-ahead.ts';
import { minifyPublic } from './build/minify-public.ts';
import { preloadFont } from './build/preload-font.ts';
import { productionRouter } from './build/production-router.ts';
import { publicEnvironments } from './build/public-environments.ts';
import { serviceWorker } from './build/service-worker.ts';
import { siteOrigin } from './build/site-origin.ts';
import { thirdPartyNotices } from './build/third-party-notices.ts';

// The dev server stands in front of the Hosting emulator, which knows the API, the local services and the sign-in pages.
const hosting = process.env['FOLDMARK_HOSTING_URL'] ?? 'http://127.0.0.1:5080';
const proxy = { target: hosting, changeOrigin: true };

/** The modules of a member's first frame. */
const LIBRARY = [/member-routes/, /member-actions/, /open-in-browser/];
/** The modules that read a library which the browser has not stored yet. */
const FIRST_READING = [
  /sync\/feed\/cloud\.ts/,
  /sync\/feed\/feeds\.ts/,
  /sync\/feed\/reader\.ts/,
  /src\/api\/api-client\.ts/,
  /firebase\/firestore\/lite/,
];

const notices = thirdPartyNotices(join(import.meta.dirname, 'dist'));

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    leanFirebase(),
    productionRouter(),
    publicEnvironments(),
    siteOrigin(),
    preloadFont(/inter-latin-wght-normal/),
    loadAhead({ 'load-ahead': LIBRARY, 'load-first-reading': FIRST_READING }),
    minifyPublic(),
    serviceWorker([notices]),
    notices,
  ],
  worker: { plugins: () => [notices] },
  build: {
    // light-dark() and oklch() as they are written, not rewritten for browsers that lack them.
    target: ['chrome125', 'firefox128', 'safari18'],
    modulePreload: { polyfill: false },
    // A font or image inlined as data: would need a hole in the Content-Security-Policy.
    assetsInlineLimit: 0,
    sourcemap: false,
    // Which file needs which, for the bytes of each route (tools/checks/route-bytes.ts).
    manifest: true,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // By itself the bundler makes a file of each set of pages that share something: a dozen small ones for the
          // first page, each compressed worse than one would be.
          groups: [
            { name: 'vendor', tags: ['$initial'], test: /node_modules/ },
            { name: 'shell', tags: ['$initial'] },
            // With all that these import: each file more costs a start a millisecond or two, on every thread.
            { name: 'controls', test: /login-screen/ },
            // Visitors' pages load it too: they remove the stored data of other users.
            { name: 'library', test: (id) => LIBRARY.some((module) => module.test(id)) },
          ],
        },
      },
    },
  },
  server: { host: '127.0.0.1', proxy: { '/api': proxy, '/__local': proxy, '/__/': proxy } },
});
