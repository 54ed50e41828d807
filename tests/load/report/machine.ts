import { cpus, release, totalmem, type } from 'node:os';

import { summaryOf } from '#tests/load/report/statistics.ts';

/** The machine that the numbers come from. */
export interface Machine {
  readonly date: string;
  readonly processor: string;
  readonly cores: number;
  readonly memoryGb: number;
  readonly system: string;
  readonly node: string;
  readonly chromium: string;
  /** The duration of a fixed task in milliseconds, since the speed of one machine varies. */
  readonly workMs: number;
}

export function machineWith(chromium: string): Machine {
  const all = cpus();
  return {
    date: new Date().toISOString().slice(0, 16).replace('T', ' '),
    processor: all[0]?.model.trim() ?? 'unknown',
    cores: all.length,
    memoryGb: Math.round(totalmem() / 2 ** 30),
    system: `${type()} ${release()}`,
    node: process.versions.node,
    chromium,
    workMs: Math.round(summaryOf(Array.from({ length: 9 }, workMs))?.median ?? 0),
  };
}

/** Creates, serializes, parses and sorts a list. */
function workMs(): number {
  const started = performance.now();
  const list = Array.from({ length: 100_000 }, (_, id) => ({ id, name: `name ${(id * 7919) % 100_003}` }));
  const read: typeof list = JSON.parse(JSON.stringify(list));
  read.sort((left, right) => (left.name < right.name ? -1 : 1));
  return performance.now() - started;
}
