import type { CDPSession, Page } from '@playwright/test';

/** What Chromium says of a page's main thread and memory. */
export interface Devtools {
  /** How long the main thread has been busy so far, in milliseconds. */
  readonly busyMs: () => Promise<number>;
  /** What is in use when everything that can go has gone, in megabytes. */
  readonly heapMb: () => Promise<number>;
  readonly elements: () => Promise<number>;
}

export async function devtoolsOf(page: Page): Promise<Devtools> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  await session.send('HeapProfiler.enable');
  return {
    busyMs: async () => 1000 * (await metric(session, 'TaskDuration')),
    heapMb: async () => {
      // What a first collection lets go of may hold more that a second one finds.
      await session.send('HeapProfiler.collectGarbage');
      await session.send('HeapProfiler.collectGarbage');
      const { usedSize } = await session.send('Runtime.getHeapUsage');
      return usedSize / 1e6;
    },
    elements: async () => page.evaluate('document.querySelectorAll("*").length'),
  };
}

async function metric(session: CDPSession, wanted: string): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  const found = metrics.find(({ name }) => name === wanted);
  if (found === undefined) throw new Error(`Chromium does not tell ${wanted}.`);
  return found.value;
}
