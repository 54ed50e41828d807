import { failure } from '@foldmark/web/sync/memory-server/library-calls';
import { expect, test } from 'vitest';

import { connectedWorld } from '#extension/copy/testing/connected-world.ts';
import { send, sendNow } from '#extension/queue/send.ts';
import { DAY_MS, save, PAGE, waiting } from '#extension/queue/testing/queue-world.ts';

test('gestures wait longer after each failure, and at least as long as the server says', async () => {
  const world = await connectedWorld();
  await save(world);
  world.browser.isOnline = false;
  const delays: number[] = [];
  for (let count = 0; count < 8; count += 1) {
    await send(world.env);
    delays.push((world.browser.alarms.get('send') ?? 0) - world.browser.now);
  }
  expect(delays.map((ms) => ms / 1000)).toEqual([30, 60, 120, 240, 480, 960, 1800, 1800]);
  world.browser.isOnline = true;
  world.server.answer = (path) => (path === '/api/batch/' ? failure('tooManyCalls', 90) : null);
  await send(world.env);
  const asked = world.server.requests.length;
  world.browser.now += 89_000;
  await send(world.env);
  expect(world.server.requests).toHaveLength(asked);
  world.browser.now += 2000;
  world.server.answer = () => null;
  await send(world.env);
  expect(world.server.created).toEqual([PAGE]);
});

test('a gesture that comes while the server may not be asked is sent after that time', async () => {
  const world = await connectedWorld();
  await save(world);
  world.server.answer = (path) => (path === '/api/batch/' ? failure('tooManyCalls', 90) : null);
  await send(world.env);
  world.server.answer = () => null;
  await save(world, 'https://late.example/');
  for (let count = 0; count < 3; count += 1) {
    const at = world.browser.alarms.get('send');
    if (at === undefined) break;
    // The browser removes an alarm that it has told.
    world.browser.alarms.delete('send');
    world.browser.now = at;
    await send(world.env);
  }
  expect(world.server.created).toEqual([PAGE, 'https://late.example/']);
});

test('the person can send again at once after a failure of the server', async () => {
  const world = await connectedWorld();
  await save(world);
  world.server.answer = (path) => (path === '/api/batch/' ? failure('unexpected') : null);
  await send(world.env);
  world.server.answer = () => null;
  await send(world.env);
  expect(world.server.created).toEqual([]);
  await sendNow(world.env);
  expect(world.server.created).toEqual([PAGE]);
});

test('after an answer, the next failure waits as shortly as the first one', async () => {
  const world = await connectedWorld();
  const delays: number[] = [];
  for (const isOnline of [false, false, true, false]) {
    await save(world);
    world.browser.isOnline = isOnline;
    await send(world.env);
    delays.push((world.browser.alarms.get('send') ?? world.browser.now) - world.browser.now);
  }
  expect(delays).toEqual([30_000, 60_000, 0, 30_000]);
});

test('a gesture that comes while the worker ends is sent, or an alarm is left for it', async () => {
  const world = await connectedWorld();
  await save(world);
  let isLate = true;
  const setAlarm: typeof world.env.setAlarm = async (name, delayMs) => {
    if (delayMs === null && isLate) {
      isLate = false;
      await save(world, 'https://late.example/');
    }
    await world.env.setAlarm(name, delayMs);
  };
  await send({ ...world.env, setAlarm });
  expect(world.server.created).toEqual([PAGE, 'https://late.example/']);
});

test('a clock that was set back does not stop the queue', async () => {
  const world = await connectedWorld();
  await save(world);
  world.server.answer = (path) => (path === '/api/batch/' ? failure('busy', 60) : null);
  await send(world.env);
  world.server.answer = () => null;
  world.browser.now -= 365 * DAY_MS;
  await send(world.env);
  expect(world.server.created).toEqual([PAGE]);
});

test('a gesture on which only the server fails is set aside, so that the others go on', async () => {
  const world = await connectedWorld();
  await save(world, 'https://poison.example/');
  await save(world);
  world.server.answer = (path, body) =>
    path === '/api/batch/' && body.includes('poison') ? failure('unexpected') : null;
  for (let count = 0; count < 5; count += 1) {
    world.browser.now += DAY_MS;
    await send(world.env);
  }
  expect(world.server.created).toEqual([PAGE]);
  expect(await waiting(world)).toEqual([
    ['Added a link', 'refused', 'Something went wrong on our side. Please try again.'],
  ]);
});

test('a server that fails on everything sets nothing aside', async () => {
  const world = await connectedWorld();
  await save(world);
  world.server.answer = () => failure('unexpected');
  for (let count = 0; count < 20; count += 1) {
    world.browser.now += DAY_MS;
    await send(world.env);
  }
  expect(await waiting(world)).toEqual([['Added a link', 'waiting']]);
});
