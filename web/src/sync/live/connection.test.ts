import { setImmediate as tick } from 'node:timers/promises';

import { expect, test } from 'vitest';

import { ApiError } from '#web/api/api-error.ts';
import { createConnection } from '#web/sync/live/connection.ts';
import { createManualTimers } from '#web/sync/testing/manual-timers.ts';

function world() {
  const network = { isOnline: true, change: (): void => undefined };
  const server = { isUp: true, probes: 0 };
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
      if (!server.isUp) throw new Error('down');
    },
    timers,
  });
  return { network, server, timers, connection };
}

const OFFLINE = new ApiError('offline', ['No.']);
const REFUSED = new ApiError('refused', ['No.']);

test('a call that gets no answer means offline, until the server gives a sign of life', async () => {
  const { connection, server, timers } = world();
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

test('a server that refuses is one that answers', () => {
  const { connection } = world();
  connection.outcome(OFFLINE);
  connection.outcome(REFUSED);
  expect(connection.isOnline.get()).toBe(true);
});

test('the browser is believed at once when it has lost the network, and asked after when it has one again', async () => {
  const { connection, network, server } = world();
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

test('nothing is asked any more after the end, not even by a question that was under way', async () => {
  const { connection, network, server, timers } = world();
  server.isUp = false;
  connection.outcome(OFFLINE);
  timers.pass(10_000);
  connection.close();
  await tick();
  timers.pass(60_000);
  network.change();
  expect(server.probes).toBe(1);
});
