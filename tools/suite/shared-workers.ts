/**
 * Loaded into the official emulators before their own code (`node --import`). The functions emulator starts a process for each
 * request that arrives while another runs: 200 requests at once started more than 100 processes, and 11 were answered. The
 * cloud sends many requests to one process. So this sends all requests of a function to its one process.
 */
import { createRequire } from 'node:module';

import { shareWorkers } from './worker-sharing.ts';

const require = createRequire(createRequire(import.meta.url).resolve('firebase-tools/package.json'));
const { RuntimeWorker, RuntimeWorkerPool } = require('./lib/emulator/functionsRuntimeWorker.js');
const { FunctionsEmulator } = require('./lib/emulator/functionsEmulator.js');

shareWorkers({
  worker: RuntimeWorker.prototype,
  pool: RuntimeWorkerPool.prototype,
  emulator: FunctionsEmulator.prototype,
});
