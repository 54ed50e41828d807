import type { AlarmName, Environment, ToWorker } from '#extension/platform/environment.ts';
import type { Store } from '#extension/platform/store.ts';
import { Locks } from '#extension/platform/testing/locks.ts';
import { MemoryStore } from '#extension/platform/testing/memory-store.ts';

/** The time at which tests begin. */
const START_MS = Date.UTC(2026, 10, 27);

/** What outlives a worker: its browser, in memory. */
export class MemoryBrowser {
  readonly store = new MemoryStore();
  readonly values = new Map<string, unknown>();
  readonly alarms = new Map<AlarmName, number>();
  /** What the worker was told. */
  readonly told: ToWorker[] = [];
  /** How often the pages were told of changes. */
  changes = 0;
  /** The errors that the console would show. */
  readonly reported: unknown[] = [];
  now = START_MS;
  isOnline = true;
  /** Answers the consent page of a server with the address to which it sends the browser back. */
  authorize: (url: string) => string = () => {
    throw new Error('No window is expected.');
  };
  readonly #fetch: typeof globalThis.fetch;
  readonly #locks = new Locks();
  #lastRef = 0;
  #lastId = 0;

  constructor(fetch: typeof globalThis.fetch) {
    this.#fetch = fetch;
  }

  /**
   * A worker or page. With `steps`, the browser kills it before this step: a step is the begin or the end of a request or a write.
   * What a killed context awaits never ends.
   */
  open(steps = Infinity): Environment {
    const life = {};
    let left = steps;
    const step = async (): Promise<void> => {
      left -= 1;
      if (left === 0) this.#locks.release(life);
      if (left <= 0) await new Promise<never>(() => undefined);
    };
    const around = async <T>(run: () => Promise<T>): Promise<T> => {
      await step();
      try {
        return await run();
      } finally {
        await step();
      }
    };
    const write: Store['write'] = async (task) => around(async () => this.store.write(task));
    return {
      store: { read: this.store.read, write },
      values: {
        get: async (name) => structuredClone(this.values.get(name)),
        set: async (name, value) =>
          around(async () => {
            this.values.set(name, structuredClone(value));
          }),
        remove: async (name) =>
          around(async () => {
            this.values.delete(name);
          }),
      },
      fetch: async (input, init) =>
        around(async () => {
          if (!this.isOnline) throw new TypeError('Failed to fetch');
          return this.#fetch(input, init);
        }),
      now: () => this.now,
      sleep: async (ms) => {
        this.now += ms;
      },
      newId: () => {
        this.#lastId += 1;
        return `action-${String(this.#lastId).padStart(6, '0')}`;
      },
      newRef: () => {
        this.#lastRef -= 1;
        return this.#lastRef;
      },
      withLock: async (name, task) => this.#locks.run(name, life, task),
      setAlarm: async (name, delayMs) => {
        if (left <= 0) return;
        if (delayMs === null) this.alarms.delete(name);
        else this.alarms.set(name, this.now + delayMs);
      },
      tellWorker: (message) => {
        this.told.push(message);
      },
      tellChanged: () => {
        this.changes += 1;
      },
      report: (error) => {
        this.reported.push(error);
      },
      authorize: async (url) => this.authorize(url),
      redirectUri: () => 'https://abcdefghijklmnopabcdefghijklmnop.chromiumapp.org/',
    };
  }
}
