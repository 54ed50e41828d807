/**
 * Loaded into the official emulators before their own code (`node --import`). Their start leaves 140 MB of garbage and empty
 * pages, which V8 frees only under memory pressure. An idle process causes no pressure, so this file frees them when the process
 * is idle.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { atRest } from './rest.ts';

const CHECK_MS = 5_000;

setFlagsFromString('--expose-gc');
const collect: (options: object) => void = runInNewContext('gc');
setFlagsFromString('--no-expose-gc');

let before = process.cpuUsage();
const check = atRest(() => {
  // "Last resort" also gives the freed pages back to the system.
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  before = process.cpuUsage();
});
setInterval(() => {
  const { user, system } = process.cpuUsage(before);
  before = process.cpuUsage();
  check((user + system) / 1000);
}, CHECK_MS).unref();
