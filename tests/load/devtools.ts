import type { Page } from '@playwright/test';

/** What Chromium says of a page's memory. */
export interface Devtools {
  /** What is in use when everything that can go has gone, in megabytes. */
  readonly heapMb: () => Promise<number>;
  readonly elements: () => Promise<number>;
}

export async function devtoolsOf(page: Page): Promise<Devtools> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.enable');
  return {
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
