/// <reference lib="dom" />

/** What a page does while changes arrive. */
export interface BusyWatch {
  /** The longest task of the main thread since the last call, in milliseconds. Chromium reports tasks from 50 ms on. */
  readonly takeLongestTask: () => number;
  /** How many requests to the API the page has sent since the last call. */
  readonly takeApiCalls: () => number;
}

declare global {
  interface Window {
    readonly busyWatch: BusyWatch;
  }
}

/** Runs in each page before the app, so it can't use anything outside this function. */
export function installBusyWatch(): void {
  let longest = 0;
  let apiCalls = 0;
  const tasks = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
  });
  const requests = new PerformanceObserver((list) => {
    for (const { name } of list.getEntries()) if (new URL(name).pathname.startsWith('/api/')) apiCalls += 1;
  });
  tasks.observe({ type: 'longtask' });
  requests.observe({ type: 'resource' });
  Object.assign(window, {
    busyWatch: {
      takeLongestTask: () => {
        const taken = longest;
        longest = 0;
        return taken;
      },
      takeApiCalls: () => {
        const taken = apiCalls;
        apiCalls = 0;
        return taken;
      },
    } satisfies BusyWatch,
  });
}

/** The same as script text. */
export const BUSY_WATCH = `(${String(installBusyWatch)})();`;
