import { join } from 'node:path';

import { defineConfig } from 'vite';

import { packages } from './build/packages.ts';
import { reloadAfterBuilds } from './build/reload.ts';

/** `npm run dev` writes to another folder, so that it and a release build do not overwrite each other. */
const RELEASE = join(import.meta.dirname, 'dist');
const DEVELOPMENT = join(import.meta.dirname, '../.local/extension');

export default defineConfig(({ mode }) => {
  const isRelease = mode !== 'development';
  const folder = isRelease ? (process.env['FOLDMARK_EXTENSION_FOLDER'] ?? RELEASE) : DEVELOPMENT;
  return {
    root: import.meta.dirname,
    plugins: [packages(folder), ...(isRelease ? [] : [reloadAfterBuilds(folder)])],
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
