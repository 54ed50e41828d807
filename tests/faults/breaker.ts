import { execFileSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Random } from '@foldmark/firestore-emulator/torture/random';
import type { Services } from '@foldmark/tools/suite/suite';

const MOST_BETWEEN_MS = 8000;
const MOST_DOWN_MS = 2000;

/** Kills what runs, one thing or all of it, without a word before, and starts it again after a moment. */
export class Breaker {
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
      await sleep(1000 + this.#random.below(MOST_BETWEEN_MS));
      if (isOver()) return;
      const [name, services] = faults[this.#random.below(faults.length)] ?? faults[0];
      this.kills.set(name, (this.kills.get(name) ?? 0) + 1);
      if (services.length === 0) this.#killFunctions();
      await Promise.all(services.map(async (service) => service.kill()));
      const started = performance.now();
      await sleep(this.#random.below(MOST_DOWN_MS));
      for (const service of services) await service.start();
      this.#say(`killed ${name}, away for ${((performance.now() - started) / 1000).toFixed(1)} s`);
    }
  }

  /** The processes that run functions: the emulator starts others at the next call. */
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
