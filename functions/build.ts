import { rm } from 'node:fs/promises';
import { join } from 'node:path';

import { build } from 'rolldown';

const root = import.meta.dirname;
const lib = join(root, 'lib');

/**
 * A deploy uploads this folder alone, so the contract and every small library go into the bundle. The two Firebase
 * packages stay outside: the platform reads them, and they load in part and lazily.
 */
await rm(lib, { recursive: true, force: true });
await build({
  cwd: root,
  input: { index: 'src/index.ts' },
  platform: 'node',
  external: [/^firebase-(?:admin|functions)(?:\/|$)/, /^node:/],
  output: { dir: lib, format: 'esm', sourcemap: true, chunkFileNames: '[name].js', cleanDir: false },
  logLevel: 'warn',
});
