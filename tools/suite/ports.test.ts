import { createServer } from 'node:net';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { PROJECT_ROOT } from '#tools/suite/places.ts';
import { freePorts, HOST, occupiedPorts, portsOf } from '#tools/suite/ports.ts';

test('free ports are all different and unused', async () => {
  const ports = await freePorts();

  expect(new Set(Object.values(ports)).size).toBe(Object.keys(ports).length);
  expect(await occupiedPorts(ports)).toEqual([]);
});

test('runs that start at the same moment get different ports', async () => {
  const runs = await Promise.all(Array.from({ length: 20 }, freePorts));

  const all = runs.flatMap((ports) => Object.values(ports));
  expect(new Set(all).size).toBe(all.length);
});

test('reports a port in use with the service that needs it', async () => {
  const ports = await freePorts();
  const squatter = createServer().listen(ports.auth, HOST);
  onTestFinished(() => void squatter.close());
  await new Promise((listening) => void squatter.once('listening', listening));

  const complaints = await occupiedPorts(ports);

  expect(complaints).toEqual([`Port ${ports.auth} is in use, and auth needs it.`]);
});

test('reads the ports of firebase.json', async () => {
  const ports = await portsOf(join(PROJECT_ROOT, 'firebase.json'));

  expect(ports.firestore).toBeGreaterThan(0);
  expect(new Set(Object.values(ports)).size).toBe(Object.keys(ports).length);
});
