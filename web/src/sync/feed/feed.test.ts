import { newLink } from '@foldmark/library/entities/new-link';
import { deleteApp, initializeApp } from 'firebase/app';
import { collection, getFirestore, query, Timestamp } from 'firebase/firestore';
import { afterAll, describe, expect, test } from 'vitest';

import { SETTLED_MS } from '#web/sync/feed/cursor.ts';
import { Feed } from '#web/sync/feed/feed.ts';
import type { ReadDocument } from '#web/sync/rest/rest-document.ts';
import { BEHIND_MS, type QuerySnapshot } from '#web/sync/feed/subscription.ts';
import { Library } from '@foldmark/library/memory/library';
import type { SyncState } from '#web/sync/replica/replica.ts';
import { NO_REPLICA } from '#web/sync/memory-server/no-replica.ts';
import { createManualTimers } from '#web/sync/testing/manual-timers.ts';

const app = initializeApp({ projectId: 'demo-feed' }, 'feed.test');
const NEWER = query(collection(getFirestore(app), 'newer'));
afterAll(async () => deleteApp(app));

const DAY_MS = 86_400_000;
const NOW = 1_700_000_000_000;
const MICROS = NOW * 1000;

/** A stored link, changed `secondsAgo`. */
function stored(link_id: number, secondsAgo = 3600): ReadDocument {
  const updated_at = Timestamp.fromMillis(NOW - secondsAgo * 1000);
  const link = newLink(link_id, `https://${link_id}.example`);
  return { id: String(link_id), data: { ...link, created_at: updated_at, updated_at, deleted: false } };
}

function snapshotOf(
  documents: readonly ReadDocument[],
  { type = 'added', fromCache = false }: { type?: 'added' | 'removed'; fromCache?: boolean } = {},
): QuerySnapshot {
  return {
    metadata: { fromCache },
    docChanges: () => documents.map(({ id, data }) => ({ type, doc: { id, data: () => data } })),
  };
}

/** A feed of links. The test can make the server unreachable. */
async function openFeed(
  state: SyncState | null = null,
  documents: readonly ReadDocument[] = [],
  isThere = true,
) {
  const library = new Library();
  const timers = createManualTimers(NOW);
  const asked: unknown[] = [];
  const listenings: {
    readonly next: (snapshot: QuerySnapshot) => void;
    readonly failed: (error: unknown) => void;
    isStopped: boolean;
  }[] = [];
  const server = { isThere, asked };
  const writes: unknown[] = [];
  const reports: string[] = [];
  const reads: string[] = [];
  const ask = <T>(question: object, answer: T): T => {
    asked.push(question);
    if (!server.isThere) throw new Error('The server is unreachable.');
    return answer;
  };
  const feed = new Feed('links', state, {
    uid: 'u1',
    cloud: {
      readAll: async (path) => ask({ all: path }, documents),
      newerThan: async (path, since) => {
        ask({ newer: path, since }, null);
        return {
          query: NEWER,
          listen: (next, failed) => {
            const listening = { next, failed, isStopped: false };
            listenings.push(listening);
            return () => {
              listening.isStopped = true;
            };
          },
        };
      },
    },
    library,
    replica: {
      ...NO_REPLICA,
      write: async (_collection, changes, next) => void writes.push({ written: changes.length, ...next }),
      replace: async (_collection, changes, next) => void writes.push({ replaced: changes.length, ...next }),
    },
    timers,
    onRead: ({ count, isWhole }) => void reads.push(isWhole ? `all ${count}` : `newer ${count}`),
    report: (message) => void reports.push(message),
  });
  await feed.start();
  return {
    feed,
    server,
    listenings,
    /** Delivers a snapshot of the latest subscription. The SDK delivers nothing after it was stopped. */
    deliver: (snapshot: QuerySnapshot): void => {
      const latest = listenings.at(-1);
      if (latest?.isStopped === false) latest.next(snapshot);
    },
    /** The server ends the latest subscription. */
    fail: (error: unknown): void => {
      listenings.at(-1)?.failed(error);
    },
    writes,
    reads,
    reports,
    timers,
    shown: () => library.links({ kind: 'all' }).get(),
    /** Advances the clock, and waits for the effects. */
    pass: async (ms: number): Promise<void> => {
      timers.pass(ms);
      await new Promise(setImmediate);
    },
  };
}

const PATH = 'users/u1/links';
const FRESH: SyncState = { newest: MICROS - 60_000_000, heardAt: NOW - 1000 };

describe('a feed', () => {
  test('reads the whole collection without a replica, and then listens to newer documents', async () => {
    const { feed, server, writes, reads, shown, deliver } = await openFeed(null, [
      stored(1, 20),
      stored(2, 60),
    ]);
    expect(server.asked).toEqual([{ all: PATH }, { newer: PATH, since: MICROS - 20_000_000 }]);
    expect(shown()).toEqual([1, 2]);
    expect(feed.isComplete.get()).toBe(true);
    expect(writes).toEqual([{ replaced: 2, newest: MICROS - 20_000_000, heardAt: NOW }]);
    expect(feed.subscription.get()?.query).toBe(NEWER);
    // The feed is live after the first snapshot.
    expect(feed.isLive.get()).toBe(false);
    deliver(snapshotOf([stored(3, 0)]));
    expect(reads).toEqual(['all 2', 'newer 1']);
  });

  test('listens at once if the replica is fresh, and replaces an old one by a full read', async () => {
    const fresh = await openFeed(FRESH);
    expect(fresh.server.asked).toEqual([{ newer: PATH, since: FRESH.newest }]);
    expect(fresh.feed.isComplete.get()).toBe(true);
    const old = await openFeed({ newest: 1, heardAt: NOW - 26 * DAY_MS });
    expect(old.server.asked).toEqual([{ all: PATH }, { newer: PATH, since: 0 }]);
  });

  test('skips and reports a document that it cannot read', async () => {
    const { shown, reports } = await openFeed(null, [stored(1), { id: '2', data: { url: 7 } }, stored(3)]);
    expect(shown()).toEqual([1, 3]);
    expect(reports).toEqual([`${PATH}/2 could not be read.`]);
  });

  test('shows received changes when the server confirms the snapshot', async () => {
    const { feed, deliver, shown, writes } = await openFeed(FRESH);
    deliver(snapshotOf([stored(1, 2)], { fromCache: true }));
    expect([shown(), feed.isLive.get(), feed.isBehind.get()]).toEqual([[], false, false]);
    deliver(snapshotOf([stored(2, 1)]));
    expect([shown(), feed.isLive.get(), feed.isBehind.get()]).toEqual([[1, 2], true, false]);
    expect(writes).toEqual([{ written: 2, newest: MICROS - 1_000_000, heardAt: NOW }]);
  });

  test('stores a commit only after all of it is in the library', async () => {
    const { shown, writes, timers, deliver } = await openFeed(FRESH);
    deliver(snapshotOf(Array.from({ length: 600 }, (_, index) => stored(index + 1, 1))));
    expect([shown().length, writes]).toEqual([0, []]);
    timers.pass(0);
    expect(shown()).toHaveLength(600);
    expect(writes).toEqual([{ written: 600, newest: MICROS - 1_000_000, heardAt: NOW }]);
  });

  test('keeps a link whose tombstone the server has purged', async () => {
    const { shown, deliver } = await openFeed(null, [stored(1)]);
    deliver(snapshotOf([stored(1)], { type: 'removed' }));
    expect(shown()).toEqual([1]);
  });

  test('does not move the cursor back after an older change', async () => {
    const { writes, deliver } = await openFeed(FRESH);
    deliver(snapshotOf([stored(1, 3600)]));
    expect(writes).toEqual([{ written: 1, newest: FRESH.newest, heardAt: NOW }]);
  });
});

describe('the status of a feed', () => {
  test('is live after the first confirmed snapshot', async () => {
    const { feed, deliver } = await openFeed(FRESH);
    const status = feed.subscription.get()?.status;
    expect(status?.get()).toEqual({ state: 'connecting', received: 0 });
    deliver(snapshotOf([stored(1, 2), stored(2, 1)]));
    expect(status?.get()).toEqual({ state: 'live', received: 2 });
    expect(feed.isLive.get()).toBe(true);
  });

  test('is behind if the server has not confirmed for two seconds, and no longer when it does', async () => {
    const { feed, deliver, pass } = await openFeed(FRESH);
    deliver(snapshotOf([]));
    deliver(snapshotOf([], { fromCache: true }));
    await pass(BEHIND_MS - 1);
    expect([feed.isLive.get(), feed.isBehind.get()]).toEqual([false, false]);
    // Further snapshots from the cache do not restart the delay.
    deliver(snapshotOf([], { fromCache: true }));
    await pass(1);
    expect([feed.isLive.get(), feed.isBehind.get()]).toEqual([false, true]);
    deliver(snapshotOf([]));
    expect([feed.isLive.get(), feed.isBehind.get()]).toEqual([true, false]);
    await pass(DAY_MS);
    expect(feed.isBehind.get()).toBe(false);
  });

  test('is not live after its subscription has failed, and the SDK delivers nothing more', async () => {
    const { feed, listenings, pass, deliver, fail } = await openFeed(FRESH);
    deliver(snapshotOf([]));
    fail(new Error('refused'));
    expect([feed.isLive.get(), listenings[0]?.isStopped]).toEqual([false, true]);
    await pass(0);
  });
});

describe('a feed that has received a change', () => {
  test('stores that it still listened, once no older write can be in flight', async () => {
    const { writes, pass, deliver } = await openFeed(FRESH);
    deliver(snapshotOf([stored(1, 1)]));
    await pass(SETTLED_MS);
    expect(writes.slice(1)).toEqual([{ written: 0, newest: MICROS - 1_000_000, heardAt: NOW + SETTLED_MS }]);
    await pass(DAY_MS);
    expect(writes).toHaveLength(2);
  });

  test('does not store that it listened while it was behind, but after it has caught up', async () => {
    const { writes, pass, deliver } = await openFeed(FRESH);
    deliver(snapshotOf([stored(1, 1)]));
    deliver(snapshotOf([], { fromCache: true }));
    await pass(DAY_MS);
    expect(writes).toHaveLength(1);
    deliver(snapshotOf([]));
    await pass(SETTLED_MS);
    expect(writes.slice(2)).toMatchObject([{ written: 0, heardAt: NOW + DAY_MS + SETTLED_MS }]);
  });

  test.each([
    [200, 1],
    [201, 2],
  ])('of %i documents has started %i subscriptions when they have settled', async (count, subscriptions) => {
    const { listenings, server, pass, deliver } = await openFeed(FRESH);
    deliver(snapshotOf(Array.from({ length: count }, (_, index) => stored(index + 1))));
    await pass(SETTLED_MS);
    expect(server.asked).toHaveLength(subscriptions);
    expect(listenings[0]?.isStopped).toBe(subscriptions > 1);
    // The new subscription has delivered no changes yet.
    deliver(snapshotOf([stored(1, 0)]));
    await pass(SETTLED_MS);
    expect(server.asked).toHaveLength(2);
  });

  test('subscribes again once, at the newest document, after the last of many commits', async () => {
    const { server, writes, pass, deliver } = await openFeed(FRESH);
    for (let link = 1; link <= 420; link += 1) {
      deliver(snapshotOf([stored(link, 420 - link)]));
      await pass(24);
    }
    await pass(SETTLED_MS - 25);
    expect(server.asked).toHaveLength(1);
    await pass(DAY_MS);
    expect(server.asked.slice(1)).toEqual([{ newer: PATH, since: MICROS }]);
    // The 420 changes are stored in batches, one for each tenth of a second.
    expect(writes.length).toBeLessThan(120);
  });

  test('subscribes again under load only when few changes would be read again, ten seconds before the newest', async () => {
    const { server, pass, deliver } = await openFeed(FRESH);
    let link = 0;
    const minutes = async (count: number): Promise<void> => {
      for (let second = 0; second < count * 60; second += 1) {
        link += 1;
        deliver(snapshotOf([stored(link, 0)]));
        await pass(1000);
      }
    };
    // Of 600 changes, the last 15 are more than a fiftieth.
    await minutes(10);
    expect(server.asked).toHaveLength(1);
    await minutes(4);
    expect(server.asked.slice(1)).toEqual([{ newer: PATH, since: MICROS - 10_000_000 }]);
  });
});

describe('a feed that fails', () => {
  test('retries after 1, 2, 4... seconds and at most a minute, and is behind from the second failure', async () => {
    const { feed, server, reports, deliver, pass, fail } = await openFeed(FRESH);
    server.isThere = false;
    fail(new Error('refused'));
    expect([feed.subscription.get(), feed.isBehind.get(), reports]).toEqual([null, false, []]);
    for (const seconds of [1, 2, 4, 8, 16, 32, 60, 60]) {
      server.asked.length = 0;
      await pass(seconds * 1000 - 1);
      expect(server.asked).toEqual([]);
      await pass(1);
      expect(server.asked).toHaveLength(1);
      expect(feed.isBehind.get()).toBe(true);
    }
    expect(reports).toEqual(['The feed of links fails.']);
    server.isThere = true;
    await pass(60_000);
    deliver(snapshotOf([]));
    expect([feed.isLive.get(), feed.isBehind.get()]).toEqual([true, false]);
    // The delay starts at one second again.
    fail(new Error('refused'));
    expect(feed.isLive.get()).toBe(false);
    await pass(1000);
    expect(feed.subscription.get()).not.toBeNull();
  });

  test('is no longer behind after the first read has succeeded', async () => {
    const { feed, server, shown, pass, fail } = await openFeed(null, [stored(1)], false);
    expect(feed.isComplete.get()).toBe(false);
    await pass(1000);
    expect([feed.isBehind.get(), shown()]).toEqual([true, []]);
    server.isThere = true;
    await pass(2000);
    expect([feed.isBehind.get(), shown()]).toEqual([false, [1]]);
    server.asked.length = 0;
    fail(new Error('refused'));
    await pass(1000);
    expect(server.asked).toEqual([{ newer: PATH, since: MICROS - 3_600_000_000 }]);
  });

  test('retries once at once on request', async () => {
    const { feed, server, pass, fail } = await openFeed(FRESH);
    feed.retry();
    expect(server.asked).toHaveLength(1);
    fail(new Error('refused'));
    feed.retry();
    feed.retry();
    await pass(DAY_MS);
    expect(server.asked).toHaveLength(2);
    expect(feed.subscription.get()).not.toBeNull();
  });
});

test('a closed feed does not listen, show, store or retry', async () => {
  const { feed, listenings, server, writes, shown, deliver, pass, fail } = await openFeed(FRESH);
  deliver(snapshotOf([stored(1, 1)]));
  feed.close();
  expect([feed.subscription.get(), feed.isLive.get()]).toEqual([null, false]);
  expect(listenings[0]?.isStopped).toBe(true);
  deliver(snapshotOf([stored(2, 1)]));
  fail(new Error('refused'));
  await pass(DAY_MS);
  expect(shown()).toEqual([1]);
  expect(writes).toHaveLength(1);
  expect(server.asked).toHaveLength(1);
});

/** A feed that last heard the server long ago. It has two links, and the server has purged the second one since. */
async function openOld() {
  const documents = [stored(1), stored(2)];
  const opened = await openFeed(null, documents);
  opened.deliver(snapshotOf([]));
  documents.pop();
  opened.server.asked.length = 0;
  return opened;
}

describe('a feed that has not heard the server for 26 days', () => {
  const AGE = 26 * DAY_MS;

  test('reads everything again when the page wakes, and once', async () => {
    const { feed, listenings, server, shown, timers, deliver, writes } = await openOld();
    timers.sleep(AGE);
    expect([feed.checkAge(), feed.checkAge()]).toEqual([true, false]);
    await new Promise(setImmediate);
    expect(server.asked).toEqual([{ all: PATH }, { newer: PATH, since: MICROS - 3600_000_000 }]);
    expect(shown()).toEqual([1]);
    expect([listenings[0]?.isStopped, feed.isComplete.get()]).toEqual([true, true]);
    deliver(snapshotOf([]));
    expect(feed.checkAge()).toBe(false);
    expect(writes.at(-1)).toMatchObject({ heardAt: NOW + AGE });
  });

  test('reads everything again if a snapshot comes before the page has noticed that it slept', async () => {
    const { server, shown, timers, deliver, writes } = await openOld();
    const storedBefore = writes.length;
    timers.sleep(AGE);
    deliver(snapshotOf([stored(3)]));
    expect(writes).toHaveLength(storedBefore);
    await new Promise(setImmediate);
    expect(server.asked[0]).toEqual({ all: PATH });
    expect(shown()).toEqual([1]);
  });

  test('reads everything again when it retries', async () => {
    const { server, shown, pass, fail } = await openOld();
    server.isThere = false;
    fail(new Error('unreachable'));
    await pass(AGE);
    server.isThere = true;
    await pass(60_000);
    expect(server.asked.at(-2)).toEqual({ all: PATH });
    expect(shown()).toEqual([1]);
  });

  test('does not store a late contact when a timer from before the sleep runs', async () => {
    const { deliver, timers, writes, pass } = await openOld();
    deliver(snapshotOf([stored(4, 0)]));
    timers.sleep(20 * DAY_MS);
    await pass(0);
    expect(writes.at(-1)).toMatchObject({ heardAt: NOW + SETTLED_MS });
  });

  test('continues if it heard the server within 25 days', async () => {
    const { feed, server, timers } = await openOld();
    timers.sleep(24 * DAY_MS);
    expect(feed.checkAge()).toBe(false);
    expect(server.asked).toEqual([]);
  });
});
