import { join } from 'node:path';

import { defineConfig } from 'vite';

import environments from '../deploy/environments.json' with { type: 'json' };
import { packages } from './build/packages.ts';
import { reloadAfterBuilds } from './build/reload.ts';

/** `npm run dev` writes to another folder, so that it and a release build do not overwrite each other. */
const RELEASE = join(import.meta.dirname, 'dist');
const DEVELOPMENT = join(import.meta.dirname, '../.local/extension');

/** `deploy/README.md` says where the key comes from. Before that, there is only the product on this machine. */
const LOCAL = 'http://127.0.0.1:5080';
const { apiKey, hosts } = environments.prod;
const DEPLOYED = apiKey.startsWith('<') ? LOCAL : `https://${hosts[0] ?? ''}`;

export default defineConfig(({ mode }) => {
  const isRelease = mode !== 'development';
  const folder = isRelease ? (process.env['FOLDMARK_EXTENSION_FOLDER'] ?? RELEASE) : DEVELOPMENT;
  return {
    root: import.meta.dirname,
    plugins: [packages(folder), ...(isRelease ? [] : [reloadAfterBuilds(folder)])],
    // The address that the options suggest.
    define: { FOLDMARK_ORIGIN: JSON.stringify(isRelease ? DEPLOYED : LOCAL) },
    build: {
      // The oldest versions that the manifests accept.
      target: ['chrome121', 'firefox140'],
      outDir: join(folder, 'chrome'),
      emptyOutDir: true,
      modulePreload: false,
      assetsInlineLimit: 0,
      sourcemap: false,
      rolldownOptions: {
        input: {
          background: join(import.meta.dirname, 'src/background/background.ts'),
          popup: join(import.meta.dirname, 'popup.html'),
          panel: join(import.meta.dirname, 'panel.html'),
          options: join(import.meta.dirname, 'options.html'),
        },
        output: {
          // The manifests name the worker's file.
          entryFileNames: ({ name }) => (name === 'background' ? '[name].js' : 'assets/[name]-[hash].js'),
        },
      },
    },
  };
});
