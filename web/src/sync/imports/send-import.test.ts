import { setImmediate as tick } from 'node:timers/promises';

import { failureAnswer, type FailureCode, FAILURES } from '@foldmark/contract/failures';
import type { ImportPart } from '@foldmark/contract/imports';
import { expect, test } from 'vitest';

import { createApiClient } from '#web/api/api-client.ts';
import type { ImportStore, StoredImport } from '#web/sync/imports/import-store.ts';
import { sendImport } from '#web/sync/imports/send-import.ts';
import { createStore } from '#web/sync/store.ts';
import { createManualTimers } from '#web/sync/testing/manual-timers.ts';

const STORED: StoredImport = {
  import_id: 'an-import',
  label: 'Imported 3 links from Test',
  device: 'Test',
  target_folder_id: 0,
  parts: 3,
  links: 3,
  folders: 0,
  continued: 0,
  memberships: 0,
  at: 1,
  skipped: 0,
  told: [],
  phase: 'stored',
  sentParts: 0,
  isStopping: false,
  failure: null,
};

function memoryStore() {
  const imports = new Map([[STORED.import_id, STORED]]);
  const parts = new Map<number, ImportPart>();
  for (let part = 0; part < STORED.parts; part += 1)
    parts.set(part, { folders: [], links: [{ url: `${part}`, name: 'x', note: '', folders: [] }] });
  const store: ImportStore = {
    list: async () => [...imports.values()],
    put: async (stored) => void imports.set(stored.import_id, stored),
    putPart: async (_, part, content) => void parts.set(part, content),
    part: async (_, part) => parts.get(part),
    update: async (id, change) => {
      const before = imports.get(id);
      if (before === undefined) return null;
      const after = { ...before, ...change };
      imports.set(id, after);
      return after;
    },
    removeParts: async () => {
      parts.clear();
    },
    remove: async (id) => {
      parts.clear();
      return imports.delete(id);
    },
    close: () => undefined,
  };
  return { store, parts, stored: () => imports.get(STORED.import_id) };
}

/** Returns the failure of a call, or null for success. */
type Fail = (call: string, count: number) => Response | Error | null;

/** A fake server with one import. */
function serverWith(fail: Fail) {
  const received = new Set<number>();
  const calls: string[] = [];
  let state: 'receiving' | 'importing' | 'done' = 'receiving';
  const fetch = async (url: string, part: number | undefined): Promise<Response> => {
    const path = url.slice('/api/imports/'.length, -1);
    const name = part === undefined ? path : `${path} ${part}`;
    calls.push(name);
    await tick();
    const failure = fail(name, calls.filter((one) => one === name).length);
    if (failure instanceof Error) throw failure;
    if (failure !== null) return failure;
    if (part !== undefined) received.add(part);
    if (path === 'run' && received.size < STORED.parts) return refusal('importIncomplete');
    if (path === 'run') state = 'importing';
    if (path === 'stop') state = 'done';
    return Response.json({ state, received: [...received] });
  };
  const api = createApiClient({
    baseUrl: '/api',
    fetch: async (url, init) => {
      const { part }: { part?: number } = JSON.parse(typeof init?.body === 'string' ? init.body : '{}');
      return fetch(typeof url === 'string' ? url : '', part);
    },
    token: async () => 'token',
  });
  return { api, calls, received };
}

function refusal(code: FailureCode, headers: Record<string, string> = {}): Response {
  const { status, body } = failureAnswer(code);
  return Response.json(body, { status, headers });
}

async function settle(): Promise<void> {
  for (let step = 0; step < 100; step += 1) await tick();
}

function sending(fail: Fail = () => null) {
  const memory = memoryStore();
  const server = serverWith(fail);
  const timers = createManualTimers();
  const ending = new AbortController();
  const isOnline = createStore(true);
  const parts = {
    api: server.api,
    store: memory.store,
    untilSent: async () => undefined,
    timers,
    signal: ending.signal,
    isOnline,
    onOutcome: () => undefined,
  };
  const send = async () => sendImport(memory.stored() ?? STORED, parts);
  return { ...memory, server, timers, ending, isOnline, send };
}

test('an import is sent as a start, each part once and a run, and then its parts are removed', async () => {
  const here = sending();
  await here.send();
  expect(here.server.calls).toEqual(['start', 'part 0', 'part 1', 'part 2', 'run']);
  expect(here.stored()).toMatchObject({ phase: 'sent', sentParts: 3, failure: null });
  expect(here.parts.size).toBe(0);
});

test('a later page sends only the parts that are missing', async () => {
  const here = sending();
  here.server.received.add(0).add(2);
  await here.send();
  expect(here.server.calls).toEqual(['start', 'part 1', 'run']);
});

test('sending waits as long as a 429 says, and for the network', async () => {
  const here = sending((call, count) => {
    if (call === 'part 1' && count === 1) return refusal('busy', { 'retry-after': '7' });
    if (call === 'part 2' && count < 3) return new TypeError('no network');
    return null;
  });
  here.isOnline.set(false);
  const sent = here.send();
  await settle();
  expect(here.server.calls).toEqual([]);
  here.isOnline.set(true);
  await settle();
  here.timers.pass(6900);
  await settle();
  const repeated = () => here.server.calls.filter((call) => call === 'part 1').length;
  expect(repeated()).toBe(1);
  for (const wait of [100, 1000, 4000]) {
    here.timers.pass(wait);
    await settle();
  }
  await sent;
  expect(repeated()).toBe(2);
  expect(here.server.received.size).toBe(3);
  expect(here.stored()?.phase).toBe('sent');
});

test('an import whose part the server can not store ends after twenty errors, and says so', async () => {
  const here = sending((call) => (call === 'part 1' ? refusal('unexpected') : null));
  const sent = here.send();
  for (let minute = 0; minute < 30; minute += 1) {
    await settle();
    here.timers.pass(60_000);
  }
  await sent;
  expect(here.server.calls.filter((call) => call === 'part 1')).toHaveLength(20);
  expect(here.stored()).toMatchObject({
    phase: 'sending',
    failure: [FAILURES.unexpected.primary_error, 'Please choose the file again later.'],
  });
});

test('an expired session keeps everything for the next page', async () => {
  const here = sending((call) => (call === 'part 1' ? refusal('notSignedIn') : null));
  const sent = here.send();
  await settle();
  here.ending.abort();
  await expect(sent).rejects.toThrow('Cancelled.');
  expect(here.stored()).toMatchObject({ phase: 'sending', failure: null });
  expect(here.parts.size).toBe(3);
});

test('a stop while sending ends on the server, and removes the stored parts', async () => {
  const here = sending();
  const sent = here.send();
  await tick();
  await here.store.update(STORED.import_id, { isStopping: true });
  await sent;
  expect(here.server.calls.at(-1)).toBe('stop');
  expect(here.server.calls).not.toContain('run');
  expect(here.stored()).toBeUndefined();
});

test('a refusal is stored with its reason, and so is the loss of a part in this browser', async () => {
  const refused = sending((call) => (call === 'start' ? refusal('noSuchFolder') : null));
  await refused.send();
  expect(refused.stored()).toMatchObject({
    failure: [FAILURES.noSuchFolder.primary_error],
    phase: 'sending',
  });
  const lost = sending();
  lost.parts.delete(1);
  await lost.send();
  expect(lost.stored()?.failure?.[0]).toContain('Please choose the file again.');
});
