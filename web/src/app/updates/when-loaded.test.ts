import { setImmediate as tick } from 'node:timers/promises';

import { expect, test } from 'vitest';

import type { Loading } from '#web/sync/live/open-library.ts';
import { createStore } from '#web/sync/store.ts';
import { createManualTimers } from '#web/sync/testing/manual-timers.ts';

import { whenLoaded } from './when-loaded.ts';

const LOADING: Loading = { links: true, folders: false, folder_links: false, favorites: false };

function waiting(isOpen = true) {
  const loading = createStore(LOADING);
  const timers = createManualTimers();
  const done = { is: false };
  const library = createStore(isOpen ? { loading } : null);
  void whenLoaded(library, timers, new AbortController().signal).then(() => (done.is = true));
  return { loading, timers, done };
}

test('the wait is for all collections of the library, and for none without a library', async () => {
  const { loading, done } = waiting();
  await tick();
  expect(done.is).toBe(false);
  loading.set({ ...LOADING, links: false });
  await tick();
  expect(done.is).toBe(true);
  const visitor = waiting(false);
  await tick();
  expect(visitor.done.is).toBe(true);
});

test('the wait for a library that does not load ends after half a minute', async () => {
  const { timers, done } = waiting();
  await tick();
  timers.pass(29_999);
  await tick();
  expect(done.is).toBe(false);
  timers.pass(1);
  await tick();
  expect(done.is).toBe(true);
});
