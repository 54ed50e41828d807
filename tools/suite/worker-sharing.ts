/** A process of the functions emulator that runs one function. */
export interface Worker {
  state: string;
  readonly runtime: { readonly process: { readonly killed: boolean; kill(): unknown } };
}

/** The parts of firebase-tools that decide which process gets a request. */
export interface WorkerClasses {
  readonly worker: { request: (this: Worker, ...request: unknown[]) => Promise<void> };
  readonly pool: {
    getIdleWorker: (this: Pool, trigger: string, runtime: unknown) => Worker | undefined;
    refresh: (this: Pool) => void;
  };
  readonly emulator: {
    startRuntime: (this: Emulator, backend: unknown, trigger?: Trigger) => Promise<Worker>;
  };
}

interface Pool {
  /** `SEQUENTIAL` while a debugger is attached. Then a message before each request names its function. */
  readonly mode: string;
  readonly workers: ReadonlyMap<string, readonly Worker[]>;
  readonly cleanUpWorkers: () => void;
  readonly getTriggerWorkers: (trigger: string, runtime: unknown) => readonly Worker[];
}

interface Trigger {
  readonly id: string;
}

interface Emulator {
  readonly debugMode: boolean;
}

const ONE_BY_ONE = 'SEQUENTIAL';
const USABLE: ReadonlySet<string> = new Set(['IDLE', 'BUSY']);

/** Lets one process of each function serve all of its requests. Throws if firebase-tools has changed. */
export function shareWorkers({ worker, pool, emulator }: WorkerClasses): void {
  const { request } = worker;
  const { getIdleWorker, refresh } = pool;
  const { startRuntime } = emulator;
  for (const method of [request, getIdleWorker, refresh, startRuntime]) {
    if (typeof method !== 'function') throw new Error('The functions emulator has other workers now.');
  }
  const running = new Map<Worker, number>();
  /** Workers that run older code. Each ends after its last request. */
  const retired = new WeakSet<Worker>();
  const starts = new Map<string, Promise<Worker>>();

  worker.request = async function (...parameters) {
    running.set(this, (running.get(this) ?? 0) + 1);
    try {
      await request.apply(this, parameters);
    } finally {
      const left = (running.get(this) ?? 1) - 1;
      if (left > 0) {
        running.set(this, left);
        // The emulator marks the worker as idle after its first request, and would end it at a reload.
        if (this.state === 'IDLE') this.state = 'BUSY';
      } else {
        running.delete(this);
        if (retired.has(this)) end(this);
      }
    }
  };

  pool.getIdleWorker = function (trigger, runtime) {
    if (this.mode === ONE_BY_ONE) return getIdleWorker.call(this, trigger, runtime);
    this.cleanUpWorkers();
    return this.getTriggerWorkers(trigger, runtime).find(
      (one) => USABLE.has(one.state) && !retired.has(one) && !one.runtime.process.killed,
    );
  };

  // The emulator calls this when the code has changed.
  pool.refresh = function () {
    if (this.mode === ONE_BY_ONE) {
      refresh.call(this);
      return;
    }
    // Skips a process that is just starting, because it loads the new code.
    for (const one of [...this.workers.values()].flat().filter(({ state }) => USABLE.has(state))) {
      if (running.has(one)) retired.add(one);
      else end(one);
    }
  };

  emulator.startRuntime = async function (backend, trigger) {
    if (trigger === undefined || this.debugMode) return startRuntime.call(this, backend, trigger);
    const start =
      starts.get(trigger.id) ??
      startRuntime.call(this, backend, trigger).finally(() => {
        starts.delete(trigger.id);
      });
    starts.set(trigger.id, start);
    return start;
  };
}

function end(worker: Worker): void {
  worker.state = 'FINISHING';
  worker.runtime.process.kill();
}
