import { setImmediate as tick } from 'node:timers/promises';

import { expect, test } from 'vitest';

import { createStore } from '#web/sync/store.ts';
import { createApiClient } from '#web/api/api-client.ts';
import { openLibrary } from '#web/sync/live/open-library.ts';
import { openEarlyLibrary } from '#web/sync/live/early-library.ts';
import { UNKNOWN_OWNERS } from '#web/sync/changes/outbox/owners.ts';
import { NO_REPLICA } from '#web/sync/memory-server/no-replica.ts';
import { createManualTimers } from '#web/sync/testing/manual-timers.ts';

function openedEarly(storedUid: string | null) {
  const events: string[] = [];
  const parts = {
    uid: Promise.resolve(storedUid),
    open: async (uid: string, isTaken: Promise<boolean>) =>
      openLibrary({
        bucket: () => '',
        uid,
        api: createApiClient({ baseUrl: '', fetch: async () => Response.error(), token: async () => null }),
        replica: { ...NO_REPLICA, close: () => events.push('closed') },
        loadCloud: async () => {
          events.push((await isTaken) ? 'cloud' : 'no cloud');
          return null;
        },
        readSnapshot: async () => null,
        afterPaint: async () => undefined,
        device: 'A test',
        network: { isOnline: () => true, onChange: () => () => undefined },
        owners: UNKNOWN_OWNERS,
        newKey: () => 'key',
        firstKey: 0,
        onWake: () => () => undefined,
        onSeen: () => () => undefined,
        onLeave: () => () => undefined,
        askBeforeLeaving: () => undefined,
        timers: createManualTimers(),
        removeUnusedImages: async () => undefined,
        watchImports: () => createStore(false),
        onLoggedOut: () => undefined,
        report: (message) => events.push(message),
      }),
    report: (message: string) => events.push(message),
  };
  return { events, library: openEarlyLibrary(parts) };
}

test('the stored user can take the library only once', async () => {
  const { events, library } = openedEarly('ann');
  await tick();
  expect(events).toEqual([]);
  expect(library.take('ann')?.uid).toBe('ann');
  await tick();
  expect(events).toEqual(['cloud']);
  expect(library.take('ann')).toBeNull();
});

test('another user does not get the library, which then sends no requests', async () => {
  const { events, library } = openedEarly('ann');
  await tick();
  expect(library.take('bob')).toBeNull();
  await tick();
  expect(events).toEqual(['no cloud', 'closed']);
});

test('the library closes if the user is signed out', async () => {
  const { events, library } = openedEarly('ann');
  await tick();
  library.drop();
  await tick();
  expect(events).toEqual(['no cloud', 'closed']);
  expect(library.take('ann')).toBeNull();
});

test('the library closes if it opens too late', async () => {
  const { events, library } = openedEarly('ann');
  expect(library.take('ann')).toBeNull();
  await tick();
  expect(events.filter((event) => event === 'cloud')).toEqual([]);
});
