import { join } from 'node:path';

import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

import environments from '../deploy/environments.json' with { type: 'json' };
import { englishOnly } from './build/english-only.ts';
import { extensionStores } from './build/extension-stores.ts';
import { equalPathSegments } from './build/equal-path-segments.ts';
import { quickLimboCheck } from './build/quick-limbo-check.ts';
import { inlineScripts } from './build/inline-scripts.ts';
import { lazyStylesheets } from './build/lazy-stylesheets.ts';
import { leanEndpoints } from './build/lean-endpoints.ts';
import { leanFirebase } from './build/lean-firebase.ts';
import { loadAhead } from './build/load-ahead.ts';
import { ownNetworkTest } from './build/own-network-test.ts';
import { preloadFont } from './build/preload-font.ts';
import { productionRouter } from './build/production-router.ts';
import { publicEnvironments } from './build/public-environments.ts';
import { serviceWorker } from './build/service-worker.ts';
import { siteOrigin } from './build/site-origin.ts';
import { thirdPartyNotices } from './build/third-party-notices.ts';

// The dev server proxies to the Hosting emulator, which serves the API, the local services and the sign-in pages.
const hosting = process.env['FOLDMARK_HOSTING_URL'] ?? 'http://127.0.0.1:5080';
const proxy = { target: hosting, changeOrigin: true };

/** The SDK of the identity provider. The landing page loads it when it is idle. */
const AUTH = /account\/auth-gateway/;
/** The modules of a signed-in user's first frame. */
const LIBRARY = [/member-routes/, /member-actions/, /open-in-browser/];
/** The modules that read a library which the browser has not stored yet. */
const FIRST_READ = [/sync\/feed\/cloud\.ts/, /sync\/feed\/feeds\.ts/, /src\/api\/api-client\.ts/];

const notices = thirdPartyNotices(join(import.meta.dirname, 'dist'));

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    leanFirebase(),
    leanEndpoints(),
    englishOnly(),
    equalPathSegments(),
    quickLimboCheck(),
    ownNetworkTest(),
    productionRouter(),
    lazyStylesheets(),
    publicEnvironments(),
    siteOrigin(),
    preloadFont(/inter-latin-wght-normal/),
    loadAhead(
      {
        'load-ahead': LIBRARY,
        'load-session': [AUTH],
        'load-first-reading': FIRST_READ,
      },
      'snapshot-worker',
      Object.values(environments),
    ),
    inlineScripts(),
    serviceWorker([notices]),
    notices,
  ],
  define: { 'import.meta.env.EXTENSION_STORES': extensionStores(Object.values(environments)) },
  worker: { plugins: () => [notices] },
  build: {
    // These browsers support light-dark() and oklch(), so that the build does not rewrite them.
    target: ['chrome125', 'firefox128', 'safari18'],
    modulePreload: { polyfill: false },
    // Inlined fonts and images would need `data:` in the Content-Security-Policy.
    assetsInlineLimit: 0,
    sourcemap: false,
    // tools/checks/route-bytes.ts reads the manifest to count the bytes of each route.
    manifest: true,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // By default the bundler creates a file per set of pages that share modules: a dozen small files for the first
          // page, which compress worse than one.
          groups: [
            { name: 'vendor', tags: ['$initial'], test: /node_modules.*\.[cm]?js$/ },
            { name: 'shell', tags: ['$initial'] },
            // Each of these includes its imports, because every further file delays the start by one or two milliseconds.
            { name: 'auth', test: AUTH },
            { name: 'controls', test: /login-screen/ },
            // Visitors' pages load it too: they remove the stored data of other users.
            { name: 'library', test: (id) => LIBRARY.some((module) => module.test(id)) },
            // Beside the overlays, because pages use some commands and icons too.
            { name: 'commands', test: /commands\/(?:entries|icons|more-commands)/ },
            {
              name: 'overlays',
              test: /ui\/(?:menus\/menu-popover|dialogs\/confirm-box)|listing\/(?:row\/row-overlays|selection\/selection-bar)/,
            },
          ],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    proxy: { '/api': proxy, '/oauth/': proxy, '/.well-known/': proxy, '/__local': proxy, '/__/': proxy },
  },
});
