import { join } from 'node:path';

import { build, watch, type BuildOptions } from 'rolldown';

const root = import.meta.dirname;

/**
 * A deploy uploads this folder alone, so the contract and every small library go into the bundle. The two Firebase
 * packages stay outside: the platform reads them, and they load in part and lazily. One file, replaced in place: an
 * instance that runs while a new build comes keeps what it has loaded, and the emulator notices the change.
 */
const options: BuildOptions = {
  cwd: root,
  input: { index: 'src/index.ts' },
  platform: 'node',
  external: [/^firebase-(?:admin|functions)(?:\/|$)/, /^node:/],
  output: { dir: join(root, 'lib'), format: 'esm', sourcemap: true, codeSplitting: false },
  logLevel: 'warn',
};

if (process.argv.includes('--watch')) {
  // The functions emulator loads the bundle anew when it changes.
  watch(options).on('event', (event) => {
    if (event.code === 'ERROR') console.error(event.error);
    if (event.code === 'BUNDLE_END') console.log(`built in ${event.duration} ms`);
  });
} else {
  await build(options);
}
