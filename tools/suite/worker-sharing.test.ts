import { setImmediate as tick } from 'node:timers/promises';

import { expect, test } from 'vitest';

import { shareWorkers, type Worker, type WorkerClasses } from './worker-sharing.ts';

/** Models the parts of firebase-tools: a worker is idle after each request, and each start creates another process. */
function sharing(mode = 'AUTO') {
  const workers: Worker[] = [];
  const requests: (() => void)[] = [];
  const starts: (() => void)[] = [];
  const classes: WorkerClasses = {
    worker: {
      request: async function () {
        this.state = 'BUSY';
        await new Promise<void>((resolve) => requests.push(resolve));
        if (this.state === 'BUSY') this.state = 'IDLE';
      },
    },
    pool: {
      getIdleWorker: () => workers.find(({ state }) => state === 'IDLE'),
      refresh: () => void workers.push(newWorker('refreshed as before')),
    },
    emulator: {
      startRuntime: async () => {
        await new Promise<void>((resolve) => starts.push(resolve));
        const worker = newWorker('IDLE');
        workers.push(worker);
        return worker;
      },
    },
  };
  shareWorkers(classes);
  const pool = {
    mode,
    workers: new Map([['api', workers]]),
    cleanUpWorkers: () => undefined,
    getTriggerWorkers: () => workers,
  };
  const emulator = { debugMode: mode === 'SEQUENTIAL' };
  return {
    workers,
    requests,
    starts,
    start: async () => classes.emulator.startRuntime.call(emulator, {}, { id: 'api' }),
    idle: () => classes.pool.getIdleWorker.call(pool, 'api', 'nodejs24'),
    refresh: () => classes.pool.refresh.call(pool),
    request: async (worker: Worker) => classes.worker.request.call(worker),
  };
}

function newWorker(state: string): Worker {
  const process = {
    killed: false,
    kill: () => {
      process.killed = true;
    },
  };
  return { state, runtime: { process } };
}

test('calls that arrive while the process starts wait for that one process', async () => {
  const { start, starts, workers } = sharing();
  const started = Promise.all([start(), start(), start()]);
  for (const go of starts) go();
  const [first, second] = await started;
  expect(second).toBe(first);
  expect(workers).toHaveLength(1);
});

test('a busy process gets further calls, and is busy until the last one has ended', async () => {
  const { idle, request, requests, workers } = sharing();
  const worker = newWorker('IDLE');
  workers.push(worker);
  const calls = [request(worker), request(worker)];
  expect(idle()).toBe(worker);
  requests[0]?.();
  await calls[0];
  expect(worker.state).toBe('BUSY');
  requests[1]?.();
  await calls[1];
  expect(worker.state).toBe('IDLE');
});

test('after a change of the code, an idle process ends, and a busy one after its last call', async () => {
  const { idle, refresh, request, requests, workers } = sharing();
  const [busy, free] = [newWorker('IDLE'), newWorker('IDLE')];
  workers.push(busy, free);
  const calls = [request(busy), request(busy)];
  refresh();
  expect(free.runtime.process.killed).toBe(true);
  expect(idle()).toBeUndefined();
  requests[0]?.();
  await calls[0];
  await tick();
  expect(busy.runtime.process.killed).toBe(false);
  requests[1]?.();
  await calls[1];
  expect(busy.runtime.process.killed).toBe(true);
});

test('a process that is being killed gets no call', () => {
  const { idle, workers } = sharing();
  const worker = newWorker('BUSY');
  workers.push(worker);
  worker.runtime.process.kill();
  expect(idle()).toBeUndefined();
});

test('with a debugger, everything is as before', async () => {
  const { idle, refresh, start, starts, workers } = sharing('SEQUENTIAL');
  workers.push(newWorker('BUSY'));
  expect(idle()).toBeUndefined();
  refresh();
  expect(workers.at(-1)?.state).toBe('refreshed as before');
  const started = [start(), start()];
  expect(starts).toHaveLength(2);
  for (const go of starts) go();
  await Promise.all(started);
});
