import { STATUS_TRASHED } from '@foldmark/library/entities/limits';
import { failure } from '@foldmark/web/sync/memory-server/library-calls';
import { Library } from '@foldmark/library/memory/library';
import { expect, test } from 'vitest';

import { writeConnection } from '#extension/connection/stored-connection.ts';
import { subjectText } from '#extension/copy/gesture.ts';
import { pull } from '#extension/copy/pull.ts';
import { connectedWorld } from '#extension/copy/testing/connected-world.ts';
import { pageState } from '#extension/pages/page-state.ts';
import { planTabs } from '#extension/pages/save-tabs.ts';
import { ORIGIN } from '#extension/platform/testing/test-server.ts';
import { perform } from '#extension/queue/perform.ts';
import { discard, retry, undo, waitingGestures } from '#extension/queue/queue.ts';
import { send } from '#extension/queue/send.ts';
import {
  DAY_MS,
  noteOf,
  save,
  setNote,
  PAGE,
  waiting,
  withLink,
} from '#extension/queue/testing/queue-world.ts';

test('a save shows at once, and the worker is told', async () => {
  const world = await connectedWorld();
  world.browser.told.length = 0;
  world.server.requests.length = 0;
  const { link } = await save(world);
  expect(await pageState(PAGE, world.env)).toMatchObject({
    saved: { link, record: { name: 'Example', url: PAGE }, isWaiting: true },
    waiting: 1,
    refused: 0,
  });
  expect(world.browser.told).toEqual([{ kind: 'send' }]);
  expect(world.browser.alarms.has('send')).toBe(true);
  expect(world.server.requests).toEqual([]);
});

test('without a gesture that waits, no page reads the queue again', async () => {
  const world = await connectedWorld();
  const before = world.browser.changes;
  await send(world.env);
  expect(world.browser.changes).toBe(before);
});

test('a sent save leaves the queue with the alarm, and shows as the link of the server', async () => {
  const world = await connectedWorld();
  await save(world);
  await send(world.env);
  const { saved, waiting: left } = await pageState(PAGE, world.env);
  expect(saved?.link).toBeGreaterThan(0);
  expect([saved?.isWaiting, left]).toEqual([false, 0]);
  expect(world.browser.alarms.has('send')).toBe(false);
  expect(await waiting(world)).toEqual([]);
});

test('a browser that is not connected, or whose disk is full, saves nothing and says so', async () => {
  const world = await connectedWorld();
  world.browser.store.isFull = true;
  await expect(save(world)).rejects.toThrow("There's no space left in your browser, so nothing was saved.");
  world.browser.store.isFull = false;
  world.browser.values.clear();
  await expect(save(world)).rejects.toThrow('Connect the extension to Foldmark first.');
  await expect(waitingGestures(world.env)).resolves.toEqual([]);
});

test('a gesture with a url that the server would refuse is refused at once', async () => {
  const world = await connectedWorld();
  await expect(save(world, ' ')).rejects.toThrow('Please enter a url.');
});

test('a gesture that changes nothing is not sent', async () => {
  const world = await withLink();
  await perform(
    { label: 'x', changes: [{ kind: 'link.set', link_id: world.link, name: 'Example' }] },
    world.env,
  );
  expect(await waiting(world)).toEqual([]);
});

test('later gestures name an object by its ref, before and after the server has created it', async () => {
  const world = await connectedWorld();
  const { link } = await save(world);
  await setNote(world, link, 'first');
  world.server.answer = (path, body) =>
    path === '/api/batch/' && body.includes('first') ? failure('busy', 60) : null;
  await send(world.env);
  expect(world.server.created).toEqual([PAGE]);
  world.server.answer = () => null;
  world.browser.now += DAY_MS;
  await send(world.env);
  expect([...world.server.links.all.values()].map(({ note }) => note)).toEqual(['first']);
  expect(await noteOf(world)).toBe('first');
});

test('an edit does not overwrite what another device has changed meanwhile, and can be made again', async () => {
  const world = await withLink();
  await setNote(world, world.link, 'mine');
  world.server.execute({ kind: 'link.set', link_id: world.link, note: 'theirs' });
  await send(world.env);
  expect(await waiting(world)).toEqual([['Edited a link', 'refused', 'It was changed elsewhere meanwhile.']]);
  expect(await noteOf(world)).toBe('theirs');
  const [refused] = await waitingGestures(world.env);
  await retry(refused?.action_id ?? '', world.env);
  expect(await noteOf(world)).toBe('mine');
  await send(world.env);
  expect(world.server.link(world.link)?.note).toBe('mine');
  expect(await waiting(world)).toEqual([]);
});

test('moving a link to the trash that was deleted elsewhere needs no message', async () => {
  const world = await withLink();
  await perform(
    { label: 'x', changes: [{ kind: 'link.set', link_id: world.link, status_id: STATUS_TRASHED }] },
    world.env,
  );
  world.server.links.delete(String(world.link), world.server.nextVersion());
  await send(world.env);
  expect(await waiting(world)).toEqual([]);
  expect(await pageState(PAGE, world.env)).toMatchObject({ saved: null, trashed: null });
});

test('a gesture that was tried long ago is set aside, and a retry is a new action', async () => {
  const world = await connectedWorld();
  const { id } = await save(world);
  world.browser.isOnline = false;
  await send(world.env);
  world.browser.isOnline = true;
  world.browser.now += 26 * DAY_MS;
  await send(world.env);
  expect(await waiting(world)).toEqual([
    [
      'Added a link',
      'refused',
      "It waited too long. It's not certain whether it was saved, so check before you try again.",
    ],
  ]);
  await retry(id, world.env);
  expect((await waitingGestures(world.env)).map(({ action_id }) => action_id)).not.toContain(id);
  await send(world.env);
  expect(world.server.created).toEqual([PAGE]);
});

test('a gesture that was never tried is sent however old it is', async () => {
  const world = await connectedWorld();
  await save(world);
  world.browser.now += 400 * DAY_MS;
  await send(world.env);
  expect(world.server.created).toEqual([PAGE]);
});

test('what belongs to a refused creation is set aside too, and both can be retried', async () => {
  const world = await connectedWorld();
  const { id, link } = await save(world);
  const noteId = await setNote(world, link, 'a note');
  world.server.answer = (path) => (path === '/api/batch/' ? failure('tooLarge') : null);
  await send(world.env);
  expect(await waiting(world)).toEqual([
    ['Added a link', 'refused', 'The request is too large.'],
    ['Edited a link', 'refused', "Something that it belongs to wasn't saved."],
  ]);
  expect(await pageState(PAGE, world.env)).toMatchObject({ saved: null, refused: 2 });
  world.server.answer = () => null;
  await retry(id, world.env);
  await retry(noteId, world.env);
  await send(world.env);
  expect([...world.server.links.all.values()].map(({ note }) => note)).toEqual(['a note']);
});

test('a gesture that waits names its page or its text', async () => {
  const world = await withLink();
  await save(world, 'https://new.example/');
  await setNote(world, world.link, 'With less salt');
  const star = { kind: 'favorite.set', object_type: 'link', object_id: world.link, on: true } as const;
  await perform({ label: 'Starred a link', changes: [star] }, world.env);
  const gestures = await waitingGestures(world.env);
  expect(gestures.map(subjectText)).toEqual(['https://new.example/', 'With less salt', '']);
});

test('a discarded gesture is forgotten', async () => {
  const world = await connectedWorld();
  const { id } = await save(world);
  await discard(id, world.env);
  expect(await waiting(world)).toEqual([['Added a link', 'waiting']]);
  world.server.answer = (path) => (path === '/api/batch/' ? failure('tooLarge') : null);
  await send(world.env);
  await discard(id, world.env);
  expect(await waiting(world)).toEqual([]);
});

test('what the server answers during a round leaves the queue with the next one', async () => {
  const world = await connectedWorld();
  for (let index = 0; index < 20; index += 1) world.addLink(`https://example.com/${index}`);
  let pages = 0;
  world.server.answer = (path) => {
    pages += path === '/api/library/changes/' ? 1 : 0;
    return pages === 2 ? failure('unexpected') : null;
  };
  await pull({}, world.env);
  await save(world);
  // The last page of the open round does not have the new link yet.
  const none = { links: [], folders: [], folder_links: [], favorites: [] };
  const last = { restart: false, columns: none, rows: none, since: '0.0.0.0', more: false };
  world.server.answer = (path) => {
    pages += path === '/api/library/changes/' ? 1 : 0;
    return pages === 3 ? Response.json(last) : null;
  };
  await send(world.env);
  expect(pages).toBeGreaterThan(3);
  expect(await waiting(world)).toEqual([]);
  expect(await pageState(PAGE, world.env)).toMatchObject({ saved: { isWaiting: false } });
});

test('a revoked connection keeps what waits, and a new one of the same account sends it', async () => {
  const world = await connectedWorld();
  const stored = world.browser.values.get('connection');
  await save(world);
  world.server.isRevoked = true;
  await send(world.env);
  expect(await pageState(PAGE, world.env)).toMatchObject({ waiting: 1, connection: { isEnded: true } });
  const asked = world.server.requests.length;
  await send(world.env);
  expect(world.server.requests).toHaveLength(asked);
  world.server.isRevoked = false;
  world.browser.values.set('connection', stored);
  await send(world.env);
  expect(world.server.created).toEqual([PAGE]);
});

test('another account neither sends nor shows what waits, and can discard it', async () => {
  const world = await connectedWorld();
  const ada = { ...Object(world.browser.values.get('connection')), name: 'Ada' };
  world.browser.values.set('connection', ada);
  const { id } = await save(world);
  const other = { origin: ORIGIN, account: `${ORIGIN} other`, name: '', isEnded: false };
  await writeConnection(world.env, {
    ...other,
    access: 'access-1',
    accessUntil: Infinity,
    refresh: 'refresh-1',
  });
  await send(world.env);
  await retry(id, world.env);
  await send(world.env);
  expect(world.server.created).toEqual([]);
  expect(await waitingGestures(world.env)).toMatchObject([{ isOwn: false }]);
  expect(await pageState(PAGE, world.env)).toMatchObject({ saved: null, waiting: 0, refused: 1 });
  expect(await waiting(world)).toEqual([
    [
      'Added a link',
      'refused',
      'It was made for Ada at foldmark.example. Connect that account to send it, or discard it.',
    ],
  ]);
  await discard(id, world.env);
  expect(await waiting(world)).toEqual([]);
});

test('300 tabs are one gesture of several parts, with one undo, and are saved once after a failed part', async () => {
  const world = await connectedWorld();
  const tabs = Array.from({ length: 300 }, (_, index) => ({ url: `${PAGE}${index}`, title: `Tab ${index}` }));
  const state = { saved: null, trashed: null };
  const options = { tree: new Library().tree, day: new Date(world.browser.now), newRef: world.env.newRef };
  const id = await perform(
    planTabs(
      tabs.map((page) => ({ page, state })),
      options,
    ),
    world.env,
  );
  let batches = 0;
  world.server.answer = (path) => {
    if (path !== '/api/batch/') return null;
    batches += 1;
    return batches === 3 ? failure('unexpected') : null;
  };
  await send(world.env);
  expect(world.server.created.length).toBeLessThan(300);
  world.browser.now += DAY_MS;
  await send(world.env);
  expect(world.server.created).toEqual(tabs.map(({ url }) => url));
  expect(world.server.memberships.all.size).toBe(300);
  expect(await pageState(`${PAGE}299`, world.env)).toMatchObject({ saved: { record: { name: 'Tab 299' } } });
  await undo(id, world.env);
  await send(world.env);
  expect([...world.server.links.all.keys(), ...world.server.folders.all.keys()]).toEqual([]);
});
