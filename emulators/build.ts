import { join } from 'node:path';

import { build } from 'rolldown';

/**
 * Firestore as `npm start` and the tests run it: with all that it imports, ours and others', in a bundle. Of a start from the
 * sources more than half is Node finding and reading some 300 of them.
 */
await build({
  cwd: import.meta.dirname,
  input: { firestore: 'firestore/cli.ts' },
  platform: 'node',
  output: { dir: join(import.meta.dirname, 'lib'), format: 'esm', sourcemap: true, cleanDir: true },
  logLevel: 'warn',
});
