import { STATUS_TRASHED } from '@foldmark/library/entities/limits';
import { failure } from '@foldmark/web/sync/memory-server/library-calls';
import { Library } from '@foldmark/library/memory/library';
import { expect, test } from 'vitest';

import { writeConnection } from '#extension/connection/stored-connection.ts';
import { subjectText } from '#extension/copy/gesture.ts';
import { pull } from '#extension/copy/pull.ts';
import { type ConnectedWorld, connectedWorld } from '#extension/copy/testing/connected-world.ts';
import { pageState } from '#extension/pages/page-state.ts';
import { savePage } from '#extension/pages/save-pages.ts';
import { planTabs } from '#extension/pages/save-tabs.ts';
import { ORIGIN } from '#extension/platform/testing/test-server.ts';
import { perform } from '#extension/queue/perform.ts';
import { discard, retry, undo, waitingGestures } from '#extension/queue/queue.ts';
import { send, sendNow } from '#extension/queue/send.ts';

const URL = 'https://example.com/';
const DAY_MS = 86_400_000;

async function save(
  { env }: ConnectedWorld,
  url = URL,
): Promise<{ readonly id: string; readonly link: number }> {
  const { link, ...gesture } = savePage({ url, title: 'Example' }, env.newRef);
  return { id: await perform(gesture, env), link };
}

async function setNote({ env }: ConnectedWorld, link_id: number, note: string): Promise<string> {
  return perform({ label: 'Edited a link', changes: [{ kind: 'link.set', link_id, note }] }, env);
}

function favorite(object_id: number) {
  return { kind: 'favorite.set', object_type: 'link', object_id, on: true } as const;
}

/** A world whose library has a link. */
async function withLink() {
  const world = await connectedWorld();
  const link = world.addLink(URL, 'Example');
  await pull({}, world.env);
  return { ...world, link };
}

async function waiting({ env }: ConnectedWorld) {
  return (await waitingGestures(env)).map(({ label, state, messages }) => [label, state, ...messages]);
}

async function noteOf({ env }: ConnectedWorld): Promise<string | undefined> {
  return (await pageState(URL, env)).saved?.record.note;
}

test('a save shows at once, and the worker is told', async () => {
  const world = await connectedWorld();
  world.browser.told.length = 0;
  world.server.requests.length = 0;
  const { link } = await save(world);
  expect(await pageState(URL, world.env)).toMatchObject({
    saved: { link, record: { name: 'Example', url: URL }, isWaiting: true },
    waiting: 1,
    refused: 0,
  });
  expect(world.browser.told).toEqual([{ kind: 'send' }]);
  expect(world.browser.alarms.has('send')).toBe(true);
  expect(world.server.requests).toEqual([]);
});

test('a sent save leaves the queue with the alarm, and shows as the link of the server', async () => {
  const world = await connectedWorld();
  await save(world);
  await send(world.env);
  const { saved, waiting: left } = await pageState(URL, world.env);
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
  expect(world.server.created).toEqual([URL]);
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
  expect(await pageState(URL, world.env)).toMatchObject({ saved: null, trashed: null });
});

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
  expect((await pageState(URL, world.env)).saved).toBeNull();
  expect(await waiting(world)).toEqual([['Undo: Added a link', 'waiting']]);
  await send(world.env);
  expect([...world.server.links.all.keys()]).toEqual([]);
  expect((await pageState(URL, world.env)).saved).toBeNull();
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
  expect(await pageState(URL, world.env)).toMatchObject({
    saved: { record: { note: '' }, isFavorite: true },
  });
  expect((await waiting(world)).map(([label]) => label)).toEqual([
    'Edited a link',
    'Starred',
    'Undo: Edited a link',
  ]);
  await send(world.env);
  expect(world.server.link(world.link)?.note).toBe('');
  expect(await pageState(URL, world.env)).toMatchObject({
    saved: { record: { note: '' }, isFavorite: true },
  });
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
  expect(world.server.created).toEqual([URL]);
});

test('a gesture that was never tried is sent however old it is', async () => {
  const world = await connectedWorld();
  await save(world);
  world.browser.now += 400 * DAY_MS;
  await send(world.env);
  expect(world.server.created).toEqual([URL]);
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
  expect(await pageState(URL, world.env)).toMatchObject({ saved: null, refused: 2 });
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
  await perform({ label: 'Starred a link', changes: [favorite(world.link)] }, world.env);
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
  expect(world.server.created).toEqual([URL]);
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
  expect(world.server.created).toEqual([URL, 'https://late.example/']);
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
  expect(world.server.created).toEqual([URL]);
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
  expect(world.server.created).toEqual([URL, 'https://late.example/']);
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
  expect(await pageState(URL, world.env)).toMatchObject({ saved: { isWaiting: false } });
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
  expect(world.server.created).toEqual([URL]);
  await undo(id, world.env);
  world.browser.now += DAY_MS;
  await send(world.env);
  expect([...world.server.links.all.keys()]).toEqual([]);
  expect(world.server.created).toEqual([URL]);
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
  expect(world.server.created).toEqual([URL]);
  await send(world.env);
  expect(world.server.created).toEqual([URL, 'https://later.example/']);
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

test('a clock that was set back does not stop the queue', async () => {
  const world = await connectedWorld();
  await save(world);
  world.server.answer = (path) => (path === '/api/batch/' ? failure('busy', 60) : null);
  await send(world.env);
  world.server.answer = () => null;
  world.browser.now -= 365 * DAY_MS;
  await send(world.env);
  expect(world.server.created).toEqual([URL]);
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
  expect(world.server.created).toEqual([URL]);
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

test('a revoked connection keeps what waits, and a new one of the same account sends it', async () => {
  const world = await connectedWorld();
  const stored = world.browser.values.get('connection');
  await save(world);
  world.server.isRevoked = true;
  await send(world.env);
  expect(await pageState(URL, world.env)).toMatchObject({ waiting: 1, connection: { isEnded: true } });
  const asked = world.server.requests.length;
  await send(world.env);
  expect(world.server.requests).toHaveLength(asked);
  world.server.isRevoked = false;
  world.browser.values.set('connection', stored);
  await send(world.env);
  expect(world.server.created).toEqual([URL]);
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
  expect(await pageState(URL, world.env)).toMatchObject({ saved: null, waiting: 0, refused: 1 });
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
  const tabs = Array.from({ length: 300 }, (_, index) => ({ url: `${URL}${index}`, title: `Tab ${index}` }));
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
  expect(await pageState(`${URL}299`, world.env)).toMatchObject({ saved: { record: { name: 'Tab 299' } } });
  await undo(id, world.env);
  await send(world.env);
  expect([...world.server.links.all.keys(), ...world.server.folders.all.keys()]).toEqual([]);
});
