import { afterEach, expect, test, vi } from 'vitest';

import { tellImportsChanged } from '#web/sync/imports/imports-channel.ts';
import { watchImports } from '#web/sync/imports/watch-imports.ts';
import { createStore } from '#web/sync/store.ts';
import { createManualTimers } from '#web/sync/testing/manual-timers.ts';

let ending = new AbortController();

afterEach(() => {
  vi.unstubAllGlobals();
  ending.abort();
  ending = new AbortController();
});

/** Watches the imports of the user `u`, in a browser with the databases of these imports. */
function watch(databases: readonly string[] = [], failures = 0) {
  vi.stubGlobal('indexedDB', { databases: async () => databases.map((name) => ({ name })) });
  const timers = createManualTimers();
  const runImports = vi.fn(async () => undefined);
  const { promise: ready, resolve: getReady } = Promise.withResolvers<void>();
  const reports: string[] = [];
  let loads = 0;
  const hasAny = watchImports({
    uid: 'u',
    api: { call: async () => Promise.reject(new Error('No call is expected.')) },
    timers,
    signal: ending.signal,
    isOnline: createStore(true),
    onOutcome: () => undefined,
    untilSent: async () => undefined,
    locks: undefined,
    report: (message) => reports.push(message),
    ready,
    loadRunner: async () => {
      loads += 1;
      if (loads <= failures) throw new Error('The file could not be loaded.');
      return { runImports };
    },
  });
  return { hasAny, timers, runImports, getReady, reports };
}

test('an import of an earlier visit is sent when requests may be sent', async () => {
  const { hasAny, timers, runImports, getReady } = watch(['foldmark-imports-u']);
  expect(hasAny.get()).toBe(false);
  timers.pass(1500);
  await vi.waitFor(() => {
    expect(hasAny.get()).toBe(true);
  });
  expect(runImports).not.toHaveBeenCalled();
  getReady();
  await vi.waitFor(() => {
    expect(runImports).toHaveBeenCalledTimes(1);
  });
});

test('an import that a tab stores now is sent, and the runner is loaded once', async () => {
  const { hasAny, runImports, getReady } = watch();
  getReady();
  tellImportsChanged();
  tellImportsChanged();
  await vi.waitFor(() => {
    expect(runImports).toHaveBeenCalledTimes(1);
  });
  expect(hasAny.get()).toBe(true);
});

test('the runner is loaded again until it could be loaded', async () => {
  const { timers, runImports, getReady, reports } = watch([], 2);
  getReady();
  tellImportsChanged();
  for (const count of [1, 2]) {
    await vi.waitFor(() => {
      expect(reports).toHaveLength(count);
    });
    timers.pass(60_000);
  }
  await vi.waitFor(() => {
    expect(runImports).toHaveBeenCalledTimes(1);
  });
});

test('without an import of this user nothing is loaded', async () => {
  const { hasAny, timers, runImports, getReady } = watch(['foldmark-imports-other']);
  getReady();
  timers.pass(1500);
  await new Promise((resolve) => {
    setTimeout(resolve);
  });
  expect(hasAny.get()).toBe(false);
  expect(runImports).not.toHaveBeenCalled();
});

test('a library that has closed sends no import', async () => {
  const { timers, runImports, getReady } = watch(['foldmark-imports-u']);
  timers.pass(1500);
  ending.abort();
  getReady();
  tellImportsChanged();
  await new Promise((resolve) => {
    setTimeout(resolve);
  });
  expect(runImports).not.toHaveBeenCalled();
});
