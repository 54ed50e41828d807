import { createRequire } from 'node:module';
import { join } from 'node:path';

import { buildPackage } from '../build-package.ts';

const firestore = createRequire(import.meta.url).resolve('@google-cloud/firestore');
await buildPackage({
  root: import.meta.dirname,
  input: { cli: 'src/cli.ts', index: 'src/index.ts' },
  files: { 'protos.json': join(firestore, '../../protos/v1.json') },
});
