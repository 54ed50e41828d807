/**
 * `npm run build --workspace extension` writes a release to `dist`. With --watch, builds for development after each change, to
 * another folder, so that the two do not overwrite each other.
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';

import { thirdPartyNotices } from '@foldmark/web/build/third-party-notices';
import { build, type InlineConfig } from 'vite';

import environments from '../deploy/environments.json' with { type: 'json' };
import { writePackages } from './build/packages.ts';
import { reloadAfterBuilds, writeStamps } from './build/reload.ts';

/**
 * Each entry is built alone and has all its modules in one file. The files come from the disk, so entries that share a file load what
 * only others need, and save nothing.
 */
const ENTRIES = {
  background: 'src/background/background.ts',
  popup: 'popup.html',
  panel: 'panel.html',
  options: 'options.html',
} as const;

/** `deploy/README.md` says where the key comes from. Before that, there is only the product on this machine. */
const LOCAL = 'http://127.0.0.1:5080';
const { apiKey, hosts } = environments.prod;
const DEPLOYED = apiKey.startsWith('<') ? LOCAL : `https://${hosts[0] ?? ''}`;

const isWatching = process.argv.includes('--watch');
const release = process.env['FOLDMARK_EXTENSION_FOLDER'] ?? join(import.meta.dirname, 'dist');
const folder = isWatching ? join(import.meta.dirname, '../.local/extension') : release;
const output = join(folder, 'chrome');
const notices = thirdPartyNotices(output);
let packing = Promise.resolve();

await rm(folder, { recursive: true, force: true });
for (const [name, entry] of Object.entries(ENTRIES)) {
  const watcher = await build(configOf(name, entry));
  if ('on' in watcher)
    watcher.on('event', ({ code }) => {
      if (code === 'END') packing = packing.then(pack);
    });
}
if (!isWatching) await pack();

function configOf(name: string, entry: string): InlineConfig {
  return {
    configFile: false,
    root: import.meta.dirname,
    mode: isWatching ? 'development' : 'production',
    logLevel: 'warn',
    plugins: [notices, ...(isWatching ? [reloadAfterBuilds()] : [])],
    // The address that the options suggest.
    define: { FOLDMARK_ORIGIN: JSON.stringify(isWatching ? LOCAL : DEPLOYED) },
    build: {
      // The oldest versions that the manifests accept.
      target: ['chrome121', 'firefox140'],
      outDir: output,
      emptyOutDir: false,
      copyPublicDir: name === 'background',
      modulePreload: false,
      assetsInlineLimit: 0,
      sourcemap: false,
      watch: isWatching ? {} : null,
      rolldownOptions: {
        input: { [name]: join(import.meta.dirname, entry) },
        output: {
          // The manifests name the worker's file.
          entryFileNames: name === 'background' ? '[name].js' : 'assets/[name].js',
          assetFileNames: 'assets/[name][extname]',
          codeSplitting: false,
        },
      },
    },
  };
}

async function pack(): Promise<void> {
  await writePackages(folder);
  if (isWatching) await writeStamps(folder);
}
