import { STATUS_ACTIVE } from '@foldmark/library/entities/limits';
import type { LinkRecord } from '@foldmark/library/entities/records';
import { failure } from '@foldmark/web/sync/memory-server/library-calls';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { connect } from '#extension/connection/connection.ts';
import { openLibrary } from '#extension/copy/open-library.ts';
import { pull } from '#extension/copy/pull.ts';
import { savePage } from '#extension/pages/save-pages.ts';
import type { Environment } from '#extension/platform/environment.ts';
import { MemoryBrowser } from '#extension/platform/testing/memory-browser.ts';
import { ORIGIN, TestServer } from '#extension/platform/testing/test-server.ts';
import { perform } from '#extension/queue/perform.ts';
import { discard, undo, waitingGestures } from '#extension/queue/queue.ts';
import { send } from '#extension/queue/send.ts';

const HOUR_MS = 3_600_000;
/** Enough for the backoff of a queue. */
const ALARMS_MAX = 20;

interface Saved {
  readonly url: string;
  readonly action_id: string;
  readonly savedAt: number;
  isUndone: boolean;
  isStarred: boolean;
}

/** A browser whose worker is killed at any time, and a server that can fail. */
class World {
  readonly browser: MemoryBrowser;
  readonly server: TestServer;
  readonly saved: Saved[] = [];
  readonly page: Environment;

  constructor() {
    this.server = new TestServer({ now: () => this.browser.now * 1000 });
    this.browser = new MemoryBrowser(this.server.fetch);
    this.browser.authorize = this.server.consent;
    this.page = this.browser.open();
  }

  async save(): Promise<void> {
    this.browser.now += 1000;
    const url = `https://example.com/${this.saved.length}`;
    const { link: _, ...gesture } = savePage({ url, title: `Page ${this.saved.length}` }, this.page.newRef);
    this.saved.push({
      url,
      action_id: await perform(gesture, this.page),
      savedAt: this.browser.now,
      isUndone: false,
      isStarred: false,
    });
  }

  /** Stars a saved page, by its ref or its id, as the browser knows it. */
  async star(pick: number): Promise<void> {
    const one = this.saved[pick % Math.max(1, this.saved.length)];
    const library = await openLibrary(this.page);
    const link = [...library.tables.links.entries()].find(([, { url }]) => url === one?.url)?.[0];
    if (link === undefined || one === undefined) return;
    one.isStarred = true;
    const change = { kind: 'favorite.set', object_type: 'link', object_id: link, on: true } as const;
    await perform({ label: 'Starred a link', changes: [change] }, this.page);
  }

  async undo(pick: number): Promise<void> {
    const one = this.saved[pick % Math.max(1, this.saved.length)];
    // A save that was sent more than a day ago can't be undone here.
    if (one === undefined || this.browser.now - one.savedAt > 20 * HOUR_MS) return;
    one.isUndone = true;
    await undo(one.action_id, this.page);
  }

  /** Runs the worker until it is done, or until it is killed. */
  async run(steps: number): Promise<void> {
    const state = { isOver: false };
    void send(this.browser.open(steps)).then(() => {
      state.isOver = true;
    });
    // A killed worker awaits for ever, so wait until nothing happens any more.
    for (let ticks = 0, before = -1; !state.isOver && ticks < 100;) {
      const now = this.server.requests.length;
      ticks = now === before ? ticks + 1 : 0;
      before = now;
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
    }
  }

  /** The next alarm wakes the worker. The browser removes an alarm that it has told. */
  async ring(steps: number): Promise<void> {
    const [next] = [...this.browser.alarms].sort(([, one], [, other]) => one - other);
    if (next === undefined) return;
    this.browser.alarms.delete(next[0]);
    this.browser.now = Math.max(this.browser.now, next[1]);
    if (next[0] === 'send') await this.run(steps);
    else await pull({}, this.browser.open());
  }

  /** Online, with a server that answers, the alarms alone bring everything to rest. */
  async rest(): Promise<void> {
    this.browser.isOnline = true;
    this.server.answer = () => null;
    for (let count = 0; count < ALARMS_MAX; count += 1) await this.ring(Infinity);
    await pull({}, this.browser.open());
  }
}

async function connected(): Promise<World> {
  const world = new World();
  await connect(ORIGIN, world.page);
  await pull({}, world.page);
  return world;
}

const step = fc.oneof(
  { weight: 5, arbitrary: fc.constant({ do: 'save' } as const) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('star' as const), pick: fc.nat(20) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('undo' as const), pick: fc.nat(20) }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('run' as const), steps: fc.integer({ min: 1, max: 40 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('ring' as const), steps: fc.integer({ min: 1, max: 40 }) }),
  },
  { weight: 1, arbitrary: fc.constantFrom({ do: 'offline' }, { do: 'online' }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('fail' as const),
      how: fc.constantFrom('down', 'busy', 'expire'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('sleep' as const), hours: fc.integer({ min: 1, max: 200 }) }),
  },
);

test('after any history, each page that was saved is saved once and in order, and no undone one', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      const world = await connected();
      for (const one of steps) {
        if (one.do === 'save') await world.save();
        else if (one.do === 'star' && 'pick' in one) await world.star(one.pick);
        else if (one.do === 'undo' && 'pick' in one) await world.undo(one.pick);
        else if (one.do === 'run' && 'steps' in one) await world.run(one.steps);
        else if (one.do === 'ring' && 'steps' in one) await world.ring(one.steps);
        else if (one.do === 'offline' || one.do === 'online') world.browser.isOnline = one.do === 'online';
        else if (one.do === 'sleep' && 'hours' in one) world.browser.now += one.hours * HOUR_MS;
        else if ('how' in one && one.how === 'expire') world.server.expire();
        else if ('how' in one) fail(world, one.how);
      }
      await world.rest();
      await expectSaved(world);
    }),
    { numRuns: 200 },
  );
});

/** Makes the next call fail. */
function fail({ server }: World, how: string): void {
  let isDone = false;
  server.answer = (path) => {
    if (isDone || !path.startsWith('/api/')) return null;
    isDone = true;
    return how === 'busy' ? failure('busy', 90) : failure('unexpected');
  };
}

async function expectSaved({ browser, server, saved, page }: World): Promise<void> {
  expect(browser.reported).toEqual([]);
  expect(await waitingGestures(page)).toEqual([]);
  // An undone page may never have been sent.
  const sent = saved.filter(({ url }) => server.created.includes(url)).map(({ url }) => url);
  expect(server.created).toEqual(sent);
  const live = new Set([...server.links.all.values()].map(({ url }) => url));
  expect(saved.filter(({ isUndone }) => !isUndone).every(({ url }) => live.has(url))).toBe(true);
  // A star keeps a link that an undo would delete.
  const undone = saved.filter(({ isUndone, isStarred }) => isUndone && !isStarred);
  expect(undone.filter(({ url }) => live.has(url))).toEqual([]);
  const library = await openLibrary(page);
  const shown = [...library.tables.links.entries()].map(([, record]) => textOf(record));
  expect(new Set(shown)).toEqual(new Set([...server.links.all.values()].map(textOf)));
}

function textOf({ url, name, status_id }: LinkRecord): string {
  return `${url} ${name} ${status_id}`;
}

test('500 pages that were saved offline arrive once and in order, however often the worker is killed', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 120 }), { minLength: 20, maxLength: 60 }),
      async (kills) => {
        const world = await connected();
        world.browser.isOnline = false;
        for (let index = 0; index < 500; index += 1) await world.save();
        await world.undo(499);
        await world.run(10);
        world.browser.isOnline = true;
        for (const steps of kills) await world.run(steps);
        await world.rest();
        await expectSaved(world);
        expect(world.server.created).toEqual(world.saved.slice(0, 499).map(({ url }) => url));
      },
    ),
    { numRuns: 1 },
  );
});

test('pages that the server refuses are set aside, and the others are saved', async () => {
  const world = await connected();
  world.server.answer = (path, body) =>
    path === '/api/batch/' && /"url":"[^"]*[37]"/.test(body)
      ? Response.json({ code: 'invalid', errors: ['Please enter a url.'] }, { status: 400 })
      : null;
  for (let index = 0; index < 20; index += 1) await world.save();
  await send(world.page);
  expect(world.server.created).toEqual(world.saved.map(({ url }) => url).filter((url) => !/[37]$/.test(url)));
  const waiting = await waitingGestures(world.page);
  expect(waiting.map(({ state, messages }) => [state, messages])).toEqual(
    Array.from({ length: 4 }, () => ['refused', ['Please enter a url.']]),
  );
  for (const { action_id } of waiting) await discard(action_id, world.page);
  expect(await waitingGestures(world.page)).toEqual([]);
  const library = await openLibrary(world.page);
  const statuses = [...library.tables.links.entries()].map(([, { status_id }]) => status_id);
  expect(statuses).toEqual(Array.from({ length: 16 }, () => STATUS_ACTIVE));
});
