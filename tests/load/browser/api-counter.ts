/// <reference lib="dom" />

declare global {
  interface Window {
    /** How many requests to the API the page has sent since the last call. */
    readonly takeApiCalls: () => number;
  }
}

/** Runs in each page before the app, so it can't use anything outside this function. */
export function installApiCounter(): void {
  let calls = 0;
  const requests = new PerformanceObserver((list) => {
    for (const { name } of list.getEntries()) if (new URL(name).pathname.startsWith('/api/')) calls += 1;
  });
  requests.observe({ type: 'resource' });
  Object.assign(window, {
    takeApiCalls: () => {
      const taken = calls;
      calls = 0;
      return taken;
    },
  });
}
