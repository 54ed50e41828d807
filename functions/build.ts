import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { build, watch, type BuildOptions } from 'rolldown';

const root = import.meta.dirname;
const lib = join(root, 'lib');
const HOUR = 3_600_000;

/**
 * A deploy uploads this folder alone, so the contract and every small library go into the bundle. The two Firebase
 * packages stay outside: the platform reads them. What is heavy is a chunk that loads when it is first needed; its
 * name tells its content, since an instance that started before a new build still asks for the old one.
 */
const options: BuildOptions = {
  cwd: root,
  input: { index: 'src/index.ts' },
  platform: 'node',
  external: [/^firebase-(?:admin|functions)(?:\/|$)/, /^node:/],
  output: { dir: lib, format: 'esm', sourcemap: true, chunkFileNames: '[name]-[hash].js', cleanDir: false },
  logLevel: 'warn',
};

if (process.argv.includes('--watch')) {
  // The functions emulator loads the bundle anew when it changes.
  watch(options).on('event', (event) => {
    if (event.code === 'ERROR') console.error(event.error);
    if (event.code === 'BUNDLE_END') console.log(`built in ${event.duration} ms`);
  });
} else {
  const { output } = await build(options);
  await removeOutdated(new Set(output.map(({ fileName }) => fileName)));
}

/** Chunks of earlier builds, once no instance of theirs can be running any more. */
async function removeOutdated(current: ReadonlySet<string>): Promise<void> {
  for (const name of await readdir(lib)) {
    const file = join(lib, name);
    const { mtimeMs } = await stat(file);
    if (!current.has(name) && mtimeMs < Date.now() - HOUR) await rm(file);
  }
}
