import type { Browser } from '@playwright/test';

import type { DevtoolsSocket } from '#tests/load/browser/devtools-socket.ts';

/** An event of Chromium's trace. Durations are in microseconds. */
interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly dur?: number;
  /** The processor time of the thread. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

export interface LongestTask {
  /** By the clock, which also runs while other programs use the processor. */
  readonly clockMs: number;
  readonly processorMs: number;
}

const CATEGORIES = ['toplevel', '__metadata'];

/** The longest task of any page's main thread while `run` runs. */
export async function longestTask(browser: Browser, run: () => Promise<void>): Promise<LongestTask> {
  await browser.startTracing(undefined, { categories: CATEGORIES });
  await run();
  const { traceEvents }: { traceEvents: readonly TraceEvent[] } = JSON.parse(
    String(await browser.stopTracing()),
  );
  return longestIn(traceEvents);
}

/** The same without Playwright. */
export async function longestTaskByDevtools(
  devtools: DevtoolsSocket,
  run: () => Promise<void>,
): Promise<LongestTask> {
  const events: TraceEvent[] = [];
  const complete = Promise.withResolvers<undefined>();
  const stop = devtools.onEvent((method, { value }) => {
    if (method === 'Tracing.dataCollected' && Array.isArray(value)) events.push(...value);
    if (method === 'Tracing.tracingComplete') complete.resolve(undefined);
  });
  const traceConfig = { includedCategories: CATEGORIES, excludedCategories: ['*'] };
  await devtools.send('Tracing.start', { traceConfig, transferMode: 'ReportEvents' });
  await run();
  await devtools.send('Tracing.end', {});
  await complete.promise;
  stop();
  return longestIn(events);
}

function longestIn(traceEvents: readonly TraceEvent[]): LongestTask {
  const mainThreads = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(threadOf),
  );
  const tasks = traceEvents.filter((event) => event.ph === 'X' && mainThreads.has(threadOf(event)));
  if (tasks.length === 0) throw new Error('Chromium traced no task.');
  return {
    clockMs: tasks.reduce((most, { dur = 0 }) => Math.max(most, dur), 0) / 1000,
    processorMs: tasks.reduce((most, { tdur = 0 }) => Math.max(most, tdur), 0) / 1000,
  };
}

function threadOf({ pid, tid }: TraceEvent): string {
  return `${pid}/${tid}`;
}
