import { execFileSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Random } from '@foldmark/firestore-emulator/torture/random.ts';
import type { Services } from '@foldmark/tools/suite/suite';

const MAX_INTERVAL_MS = 8000;
const MAX_DOWNTIME_MS = 2000;

/** Kills one service or all of them without warning, and restarts them after a random time. */
export class FaultInjector {
  readonly kills = new Map<string, number>();
  readonly #services: Services;
  readonly #random: Random;
  readonly #say: (line: string) => void;

  constructor(services: Services, random: Random, say: (line: string) => void) {
    this.#services = services;
    this.#random = random;
    this.#say = say;
  }

  async work(isOver: () => boolean): Promise<void> {
    const { firestore, aws, official } = this.#services;
    const faults = [
      ['Firestore', [firestore]],
      ['Firestore', [firestore]],
      ['the functions', []],
      ['the functions', []],
      ['S3', [aws]],
      ['the official emulators', [official]],
      ['everything', [firestore, aws, official]],
    ] as const;
    for (;;) {
      await sleep(1000 + this.#random.below(MAX_INTERVAL_MS));
      if (isOver()) return;
      const [name, services] = faults[this.#random.below(faults.length)] ?? faults[0];
      this.kills.set(name, (this.kills.get(name) ?? 0) + 1);
      if (services.length === 0) this.#killFunctions();
      await Promise.all(services.map(async (service) => service.kill()));
      const started = performance.now();
      await sleep(this.#random.below(MAX_DOWNTIME_MS));
      for (const service of services) await service.start();
      this.#say(`killed ${name}, down for ${((performance.now() - started) / 1000).toFixed(1)} s`);
    }
  }

  /** Kills the processes that run functions. The emulator starts new ones at the next call. */
  #killFunctions(): void {
    const leader = this.#services.official.child()?.identity.pid;
    const processes = execFileSync('ps', ['-eo', 'pid=,pgid=,args='], { encoding: 'utf8' }).split('\n');
    for (const line of processes) {
      const [, pid, group, command = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
      if (Number(group) === leader && command.includes('functionsEmulatorRuntime'))
        process.kill(Number(pid), 'SIGKILL');
    }
  }
}
