import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { build, watch, type BuildOptions } from 'rolldown';

const root = import.meta.dirname;
const lib = join(root, 'lib');
const HOUR = 3_600_000;

/**
 * A deploy uploads only this folder, so the bundle contains the contract and every small library. The two Firebase packages
 * stay external, because the platform reads them. A worker is a second entry. Heavy parts are chunks that load on first use. Chunk names contain a hash,
 * because an instance that started before a new build still loads the chunks of the earlier build.
 */
const options: BuildOptions = {
  cwd: root,
  input: { index: 'src/index.ts', 'picture-worker': 'src/page-details/picture-worker.ts' },
  platform: 'node',
  // The codecs stay outside too, because their WebAssembly files are beside their scripts.
  external: [/^firebase-(?:admin|functions)(?:\/|$)/, /^@jsquash\//, /^node:/],
  output: { dir: lib, format: 'esm', sourcemap: true, chunkFileNames: '[name]-[hash].js', cleanDir: false },
  logLevel: 'warn',
};

if (process.argv.includes('--watch')) {
  // The functions emulator reloads the bundle when it changes.
  watch(options).on('event', (event) => {
    if (event.code === 'ERROR') console.error(event.error);
    if (event.code === 'BUNDLE_END') console.log(`built in ${event.duration} ms`);
  });
} else {
  const { output } = await build(options);
  await removeOutdated(new Set(output.map(({ fileName }) => fileName)));
}

/** Removes chunks of earlier builds after an hour, when none of their instances can still run. */
async function removeOutdated(current: ReadonlySet<string>): Promise<void> {
  for (const name of await readdir(lib)) {
    const file = join(lib, name);
    const { mtimeMs } = await stat(file);
    if (!current.has(name) && mtimeMs < Date.now() - HOUR) await rm(file);
  }
}
