/**
 * Loaded into the official emulators before their own code (`node --import`). The functions emulator starts a process for each
 * request that arrives while another one runs. With 200 requests at once, it started more than 100 processes, and answered 11
 * requests. The cloud sends many requests to one process. So this file sends all requests of a function to one process.
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
