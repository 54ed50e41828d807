import { cpus, release, totalmem, type } from 'node:os';

/** What the numbers were taken on. */
export interface Machine {
  readonly date: string;
  readonly processor: string;
  readonly cores: number;
  readonly memoryGb: number;
  readonly system: string;
  readonly node: string;
  readonly chromium: string;
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
  };
}
