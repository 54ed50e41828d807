import { failure } from '@foldmark/web/sync/memory-server/library-calls';
import { expect, test } from 'vitest';

import { pull } from '#extension/copy/pull.ts';
import { connectedWorld } from '#extension/copy/testing/connected-world.ts';
import { pageState } from '#extension/pages/page-state.ts';
import { perform } from '#extension/queue/perform.ts';
import { undo } from '#extension/queue/queue.ts';
import { send } from '#extension/queue/send.ts';
import { DAY_MS, save, setNote, PAGE, waiting, withLink } from '#extension/queue/testing/queue-world.ts';

test('a save that was never sent is only removed by its undo', async () => {
  const world = await connectedWorld();
  const { id } = await save(world);
  await undo(id, world.env);
  expect(await waiting(world)).toEqual([]);
  world.server.requests.length = 0;
  await send(world.env);
  expect(world.server.requests).toEqual([]);
});

test('an undo of a sent save shows at once, and reaches the server', async () => {
  const world = await connectedWorld();
  const { id } = await save(world);
  await send(world.env);
  await undo(id, world.env);
  await undo(id, world.env);
  expect((await pageState(PAGE, world.env)).saved).toBeNull();
  expect(await waiting(world)).toEqual([['Undo: Added a link', 'waiting']]);
  await send(world.env);
  expect([...world.server.links.all.keys()]).toEqual([]);
  expect((await pageState(PAGE, world.env)).saved).toBeNull();
  expect(await waiting(world)).toEqual([]);
});

test('an undo of an edit that a later edit builds on is sent after both', async () => {
  const world = await withLink();
  const first = await setNote(world, world.link, 'first');
  await perform(
    {
      label: 'Starred',
      changes: [{ kind: 'favorite.set', object_type: 'link', object_id: world.link, on: true }],
    },
    world.env,
  );
  await undo(first, world.env);
  expect(await pageState(PAGE, world.env)).toMatchObject({
    saved: { record: { note: '' }, isFavorite: true },
  });
  expect((await waiting(world)).map(([label]) => label)).toEqual([
    'Edited a link',
    'Starred',
    'Undo: Edited a link',
  ]);
  await send(world.env);
  expect(world.server.link(world.link)?.note).toBe('');
  expect(await pageState(PAGE, world.env)).toMatchObject({
    saved: { record: { note: '' }, isFavorite: true },
  });
});

test('an undo of a save whose answer was lost is sent', async () => {
  const world = await connectedWorld();
  const { id } = await save(world);
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const answer = await world.server.fetch(input, init);
    if (typeof input === 'string' && input.endsWith('/batch/')) throw new TypeError('Failed to fetch');
    return answer;
  };
  await send({ ...world.env, fetch });
  expect(world.server.created).toEqual([PAGE]);
  await undo(id, world.env);
  world.browser.now += DAY_MS;
  await send(world.env);
  expect([...world.server.links.all.keys()]).toEqual([]);
  expect(world.server.created).toEqual([PAGE]);
});

test('an undo waits for an action that the server is busy with', async () => {
  const world = await connectedWorld();
  const { id } = await save(world);
  await send(world.env);
  await undo(id, world.env);
  world.server.answer = (path) => (path === '/api/actions/undo/' ? failure('actionBusy') : null);
  await send(world.env);
  expect(await waiting(world)).toEqual([['Undo: Added a link', 'waiting']]);
  world.server.answer = () => null;
  await send(world.env);
  expect([...world.server.links.all.keys()]).toEqual([]);
});

test('an undo that never ends does not stop the queue for ever', async () => {
  const world = await connectedWorld();
  const { id } = await save(world);
  await send(world.env);
  await undo(id, world.env);
  await save(world, 'https://later.example/');
  world.server.answer = (path) =>
    path === '/api/actions/undo/' ? Response.json({ state: 'undoing' }) : null;
  for (let count = 0; count < 4; count += 1) {
    await send(world.env);
    world.browser.now += DAY_MS;
  }
  expect(world.server.created).toEqual([PAGE]);
  await send(world.env);
  expect(world.server.created).toEqual([PAGE, 'https://later.example/']);
  expect(await waiting(world)).toEqual([]);
});

test('a save that waited for days can be undone for a day after it was sent', async () => {
  const world = await connectedWorld();
  const { id } = await save(world);
  world.browser.now += 10 * DAY_MS;
  await send(world.env);
  world.browser.now += DAY_MS - 1;
  await pull({}, world.env);
  await undo(id, world.env);
  await send(world.env);
  expect([...world.server.links.all.keys()]).toEqual([]);
});
