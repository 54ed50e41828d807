import { setImmediate as tick } from 'node:timers/promises';

import { expect, test } from 'vitest';

import { ApiError } from '#web/api/api-error.ts';
import { createConnection } from '#web/sync/live/connection.ts';
import { createManualTimers } from '#web/sync/testing/manual-timers.ts';

function setUp() {
  const network = { isOnline: true, change: (): void => undefined };
  const server = { isUp: true, probes: 0, hung: Promise.withResolvers<never>(), isHanging: false };
  const timers = createManualTimers();
  const connection = createConnection({
    network: {
      isOnline: () => network.isOnline,
      onChange: (listener) => {
        network.change = listener;
        return () => {
          network.change = () => undefined;
        };
      },
    },
    probe: async () => {
      server.probes += 1;
      if (server.isHanging) await server.hung.promise;
      if (!server.isUp) throw new Error('down');
    },
    timers,
  });
  return { network, server, timers, connection };
}

const OFFLINE = new ApiError('offline', ['No.']);
const REFUSED = new ApiError('refused', ['No.']);

test('a call without an answer means offline, until the server answers a probe', async () => {
  const { connection, server, timers } = setUp();
  server.isUp = false;
  connection.outcome(OFFLINE);
  expect(connection.isOnline.get()).toBe(false);
  timers.pass(10_000);
  await tick();
  expect(connection.isOnline.get()).toBe(false);
  server.isUp = true;
  timers.pass(10_000);
  await tick();
  expect(connection.isOnline.get()).toBe(true);
  timers.pass(60_000);
  expect(server.probes).toBe(2);
});

test('a probe that hangs delays no other one, and its late failure means nothing', async () => {
  const { connection, server, timers } = setUp();
  server.isHanging = true;
  connection.outcome(OFFLINE);
  timers.pass(10_000);
  server.isHanging = false;
  timers.pass(10_000);
  await tick();
  expect(connection.isOnline.get()).toBe(true);
  server.hung.reject(new Error('The probe timed out.'));
  await tick();
  expect(connection.isOnline.get()).toBe(true);
  timers.pass(60_000);
  expect(server.probes).toBe(2);
});

test('a refused call means online', () => {
  const { connection } = setUp();
  connection.outcome(OFFLINE);
  connection.outcome(REFUSED);
  expect(connection.isOnline.get()).toBe(true);
});

test('the offline event means offline at once, the online event only after a successful probe', async () => {
  const { connection, network, server } = setUp();
  network.isOnline = false;
  network.change();
  expect(connection.isOnline.get()).toBe(false);
  server.isUp = false;
  network.isOnline = true;
  network.change();
  await tick();
  expect(connection.isOnline.get()).toBe(false);
  server.isUp = true;
  network.change();
  await tick();
  expect(connection.isOnline.get()).toBe(true);
});

test('a closed connection sends no probes, not even after a pending one fails', async () => {
  const { connection, network, server, timers } = setUp();
  server.isUp = false;
  connection.outcome(OFFLINE);
  timers.pass(10_000);
  connection.close();
  await tick();
  timers.pass(60_000);
  network.change();
  expect(server.probes).toBe(1);
});

test('a request without an answer for four seconds makes the connection slow until it ends', () => {
  const { connection, timers } = setUp();
  const [first, second] = [connection.waiting(), connection.waiting()];
  timers.pass(3999);
  expect(connection.isSlow.get()).toBe(false);
  timers.pass(1);
  expect(connection.isSlow.get()).toBe(true);
  first();
  expect(connection.isSlow.get()).toBe(true);
  second();
  expect(connection.isSlow.get()).toBe(false);
  connection.waiting()();
  timers.pass(4000);
  expect(connection.isSlow.get()).toBe(false);
});
