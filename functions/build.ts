import { rm } from 'node:fs/promises';
import { join } from 'node:path';

import { build, watch, type BuildOptions } from 'rolldown';

const root = import.meta.dirname;
const lib = join(root, 'lib');

/**
 * A deploy uploads this folder alone, so the contract and every small library go into the bundle. The two Firebase
 * packages stay outside: the platform reads them, and they load in part and lazily.
 */
const options: BuildOptions = {
  cwd: root,
  input: { index: 'src/index.ts' },
  platform: 'node',
  external: [/^firebase-(?:admin|functions)(?:\/|$)/, /^node:/],
  output: { dir: lib, format: 'esm', sourcemap: true, chunkFileNames: '[name].js', cleanDir: false },
  logLevel: 'warn',
};

await rm(lib, { recursive: true, force: true });
if (process.argv.includes('--watch')) {
  // The functions emulator loads the bundle anew when it changes.
  watch(options).on('event', (event) => {
    if (event.code === 'ERROR') console.error(event.error);
    if (event.code === 'BUNDLE_END') console.log(`built in ${event.duration} ms`);
  });
} else {
  await build(options);
}
