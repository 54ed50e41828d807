import { setImmediate as tick } from 'node:timers/promises';

import { expect, test } from 'vitest';

import { createApiClient, inputErrors } from '#web/api/api-client.ts';
import { openLibrary } from '#web/sync/live/open-library.ts';
import { prepareLibrary } from '#web/sync/live/prepared.ts';
import { UNKNOWN_OWNERS } from '#web/sync/outbox/owners.ts';
import { NO_REPLICA } from '#web/sync/replica/replica.ts';
import { createManualTimers } from '#web/sync/testing/manual-timers.ts';

function prepared(kept: string | null) {
  const events: string[] = [];
  const parts = {
    uid: kept,
    open: async (uid: string, isWanted: Promise<boolean>) =>
      openLibrary({
        uid,
        api: createApiClient({ baseUrl: '', fetch: async () => Response.error(), token: async () => null }),
        replica: Promise.resolve({ ...NO_REPLICA, close: () => events.push('closed') }),
        loadCloud: async () => {
          events.push((await isWanted) ? 'cloud' : 'no cloud');
          return null;
        },
        inputErrors,
        network: { isOnline: () => true, onChange: () => () => undefined },
        owners: UNKNOWN_OWNERS,
        newKey: () => 'key',
        firstKey: 0,
        onWake: () => () => undefined,
        onSeen: () => () => undefined,
        timers: createManualTimers(),
        dropImages: async () => undefined,
        onLoggedOut: () => undefined,
        report: (message) => events.push(message),
      }),
    report: (message: string) => events.push(message),
  };
  return { events, library: prepareLibrary(parts) };
}

test('whoever was here last and is here again gets what was prepared, once', async () => {
  const { events, library } = prepared('ann');
  await tick();
  expect(events).toEqual([]);
  expect(library.take('ann')?.uid).toBe('ann');
  await tick();
  expect(events).toEqual(['cloud']);
  expect(library.take('ann')).toBeNull();
});

test('nobody else gets it, and nothing is asked of the server for it', async () => {
  const { events, library } = prepared('ann');
  await tick();
  expect(library.take('bob')).toBeNull();
  await tick();
  expect(events).toEqual(['no cloud', 'closed']);
});

test('it goes when nobody is here', async () => {
  const { events, library } = prepared('ann');
  await tick();
  library.drop();
  await tick();
  expect(events).toEqual(['no cloud', 'closed']);
  expect(library.take('ann')).toBeNull();
});

test('what comes too late is closed', async () => {
  const { events, library } = prepared('ann');
  expect(library.take('ann')).toBeNull();
  await tick();
  expect(events.filter((event) => event === 'cloud')).toEqual([]);
});
