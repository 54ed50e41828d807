import { setImmediate as tick } from 'node:timers/promises';

import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { itemsOf } from '@foldmark/library/memory/items';
import type { Key } from '@foldmark/library/memory/keys';
import { readChanges } from '#web/sync/changes/outbox/read-outbox-entry.ts';
import { Outbox } from '#web/sync/changes/outbox/outbox.ts';
import { UNKNOWN_OWNERS } from '#web/sync/changes/outbox/owners.ts';
import { LibraryServer } from '#web/sync/testing/library-server.ts';
import { createManualTimers } from '#web/sync/testing/manual-timers.ts';
import { MemoryOutbox } from '#web/sync/testing/memory-outbox.ts';
import { type OpenPage, openPage } from '#web/sync/testing/open-page.ts';

async function after(page: OpenPage): Promise<OpenPage> {
  page.kill();
  const next = openPage(page.server, page.store, createManualTimers(page.timers.now()), page.replica);
  await next.start();
  return next;
}

describe('a change whose page closes before the answer', () => {
  test('shows in the next page, is sent there, and then leaves the outbox', async () => {
    const before = openPage();
    before.actions.createLink({ url: 'example.com' });
    await tick();
    const page = await after(before);
    expect(page.urls()).toEqual(['https://example.com']);
    expect(page.changes.unsent.get()).toBe(1);
    await page.comeToRest();
    expect(page.server.links.all.size).toBe(1);
    expect(page.urls()).toEqual(['https://example.com']);
    expect(page.changes.unsent.get()).toBe(0);
    expect(await page.changes.countUnsent()).toBe(0);
    // The next page removes the entry with the id of the created link.
    expect((await after(page)).store.entries.size).toBe(0);
  });

  test('is executed once if the server had executed it before', async () => {
    const before = openPage();
    before.actions.createLink({ url: 'example.com', folder: 7 });
    await tick();
    before.server.work(0);
    const page = await after(before);
    await page.comeToRest();
    expect(page.server.links.all.size).toBe(1);
    expect(page.urls()).toEqual(['https://example.com']);
    expect(page.library.count(7)).toBe(1);
  });

  test('creates a second link if an older link has the same url', async () => {
    const first = openPage();
    first.actions.createLink({ url: 'example.com' });
    await first.comeToRest();
    const before = await after(first);
    before.timers.pass(10 * 60_000);
    before.actions.createLink({ url: 'example.com' });
    await tick();
    const page = await after(before);
    expect(page.urls()).toEqual(['https://example.com', 'https://example.com']);
    await page.comeToRest();
    expect(page.server.links.all.size).toBe(2);
    expect(page.urls()).toEqual(['https://example.com', 'https://example.com']);
  });

  test('is resumed if the link that it edits was created before the page closed', async () => {
    const before = openPage();
    const { key } = before.actions.createLink({ url: 'example.com', folder: 7 });
    before.actions.updateLink(key, { name: 'Named' });
    await tick();
    before.server.work(0);
    before.server.answer(0);
    await tick();
    const page = await after(before);
    const [shown = 0] = page.library.links({ kind: 'folder', folder: 7 }).get();
    expect(page.library.link(shown)?.name).toBe('Named');
    await page.comeToRest();
    expect([...page.server.links.all.values()]).toMatchObject([{ name: 'Named' }]);
    expect(page.server.memberships.all.size).toBe(1);
    expect(page.changes.unsent.get()).toBe(0);
  });

  test('shows if another tab made it, which knew the link by its id', async () => {
    const here = openPage();
    here.actions.createLink({ url: 'example.com' });
    await here.comeToRest();
    const there = openPage(here.server, here.store);
    await there.start();
    there.goOffline();
    const [id = 0] = there.library.links({ kind: 'all' }).get();
    there.actions.updateLink(id, { name: 'Named' });
    await tick();
    there.kill();
    const page = await after(here);
    expect(page.library.link(page.library.keyOf('link', id))?.name).toBe('Named');
    await page.comeToRest();
    expect([...page.server.links.all.values()]).toMatchObject([{ name: 'Named' }]);
  });

  test('is not taken over from a page that is still open', async () => {
    const here = openPage();
    here.actions.createLink({ url: 'example.com' });
    await tick();
    const there = openPage(here.server, here.store);
    await there.start();
    expect(there.urls()).toEqual([]);
    await here.comeToRest();
    expect(here.server.links.all.size).toBe(1);
  });

  test('is taken over when the page that was open closes', async () => {
    const here = openPage();
    here.actions.createLink({ url: 'example.com' });
    await tick();
    const there = openPage(here.server, here.store);
    await there.start();
    expect(there.urls()).toEqual([]);
    here.kill();
    await expect.poll(() => there.urls()).toEqual(['https://example.com']);
    await there.comeToRest();
    expect(here.server.links.all.size).toBe(1);
    expect(await there.changes.countUnsent()).toBe(0);
  });

  test('stays with a tab that reloads, although another tab waited for it', async () => {
    const timers = createManualTimers();
    const before = openPage(new LibraryServer(), new MemoryOutbox(), timers);
    before.goOffline();
    before.actions.createLink({ url: 'example.com' });
    await tick();
    const other = openPage(before.server, before.store, timers);
    other.goOffline();
    await other.start();
    timers.pass(10_000);
    before.kill();
    await tick();
    expect(other.urls()).toEqual([]);
    const reloaded = openPage(before.server, before.store, timers);
    reloaded.goOffline();
    await reloaded.start();
    timers.pass(10_000);
    await tick();
    expect([reloaded.urls(), other.urls()]).toEqual([['https://example.com'], []]);

    // If that tab opens no next page, the other tab takes the change over.
    reloaded.kill();
    await tick();
    timers.pass(10_000);
    await expect.poll(() => other.urls()).toEqual(['https://example.com']);
  });

  test('is taken over after a minute if the browser cannot tell which pages are open', async () => {
    const before = openPage();
    before.actions.createLink({ url: 'example.com' });
    await tick();
    const store = Object.assign(before.store, UNKNOWN_OWNERS);
    const early = openPage(before.server, store);
    await early.start();
    expect(early.urls()).toEqual([]);
    early.timers.pass(61_000);
    await early.start();
    expect(early.urls()).toEqual(['https://example.com']);
  });

  test('is not taken over by the page that is still sending it', async () => {
    const store = Object.assign(new MemoryOutbox(), UNKNOWN_OWNERS);
    const page = openPage(new LibraryServer(), store);
    page.actions.createLink({ url: 'example.com' });
    await tick();
    page.timers.pass(61_000);
    expect(await page.changes.takeOver()).toEqual([]);
    expect(page.changes.unsent.get()).toBe(1);
  });

  test('is taken over by exactly one of two later pages', async () => {
    const before = openPage();
    before.actions.createLink({ url: 'example.com' });
    await tick();
    before.kill();
    const pages = [openPage(before.server, before.store), openPage(before.server, before.store)];
    await Promise.all(pages.map(async (page) => page.start()));
    const unsent = pages.map(({ changes }) => changes.unsent.get());
    expect(unsent).toHaveLength(2);
    expect(unsent[0] === 1).not.toBe(unsent[1] === 1);
  });

  test('waits for the network, as does a new change', async () => {
    const before = openPage();
    before.actions.createLink({ url: 'example.com' });
    await tick();
    const page = await after(before);
    // The API client retries once by itself.
    for (let turn = 0; turn < 2; turn += 1) {
      page.server.lose(0);
      await tick();
    }
    page.actions.createLink({ url: 'other.example' });
    await tick();
    expect(page.server.work(0)).toBe(false);
    expect(page.failures.get()).toEqual([]);
    expect(page.urls()).toEqual(['https://example.com', 'https://other.example']);
    expect(page.changes.unsent.get()).toBe(2);
    page.goOnline();
    await page.comeToRest();
    expect(page.server.links.all.size).toBe(2);
    expect(page.changes.unsent.get()).toBe(0);
  });

  test('becomes a failure if the server refuses it', async () => {
    const before = openPage();
    before.actions.createLink({ url: 'example.com' });
    await tick();
    const page = await after(before);
    page.server.work(0, true);
    page.server.answer(0);
    await tick();
    expect(page.urls()).toEqual([]);
    expect(page.failures.get()).toMatchObject([{ title: "Couldn't save the link." }]);
    expect(page.store.entries.size).toBe(0);
  });
});

test('the next library takes over the changes of a closed one', async () => {
  const before = openPage();
  before.actions.createLink({ url: 'example.com' });
  await tick();
  before.end();
  await tick();
  const page = await after(before);
  await page.comeToRest();
  expect(page.server.links.all.size).toBe(1);
});

test('changes of the same millisecond are taken over in their order', async () => {
  const before = openPage();
  const urls = Array.from({ length: 12 }, (_, index) => `https://${index}.example`);
  for (const url of urls) before.actions.createLink({ url });
  await tick();
  before.kill();
  const page = openPage(before.server, before.store);
  const taken = await page.changes.takeOver();
  expect(taken.map((entry) => ('changes' in entry ? readChanges(entry.changes)?.[0] : null))).toMatchObject(
    urls.map((url) => ({ url })),
  );
});

test('a closed library takes nothing over', async () => {
  const before = openPage();
  before.actions.createLink({ url: 'example.com' });
  await tick();
  before.kill();
  const closed = openPage(before.server, before.store);
  closed.end();
  expect(await closed.changes.takeOver()).toEqual([]);
  expect((await after(before)).urls()).toEqual(['https://example.com']);
});

test('an unreadable store is reported, and nothing is taken over', async () => {
  const reports: string[] = [];
  const store = new MemoryOutbox();
  const outbox = new Outbox({
    owner: 'page',
    owners: store,
    store: {
      canStore: store.canStore,
      write: store.write,
      reassign: store.reassign,
      list: async () => {
        throw new Error('broken');
      },
    },
    timers: createManualTimers(),
    onAbandoned: () => undefined,
    report: (message) => void reports.push(message),
  });
  expect(await outbox.takeOver()).toEqual([]);
  expect(reports).toEqual(['Changes of earlier visits could not be resumed.']);
});

test('the count of unsent changes does not wait for a store that never answers', async () => {
  const timers = createManualTimers();
  const store = new MemoryOutbox();
  const outbox = new Outbox({
    owner: 'page',
    owners: store,
    store: {
      canStore: store.canStore,
      write: store.write,
      reassign: store.reassign,
      list: async () => new Promise(() => undefined),
    },
    timers,
    onAbandoned: () => undefined,
    report: () => undefined,
  });
  const edit = { kind: 'link.set', link_id: 1, name: 'new' } as const;
  outbox.add({ request: 'one', at: 1, label: 'Edited', changes: [edit, edit] });
  const counted = outbox.count();
  timers.pass(3000);
  expect(await counted).toBe(2);
});

test('the changes of one click are one write', async () => {
  const store = new MemoryOutbox();
  let writes = 0;
  const { write } = store;
  const page = openPage(
    new LibraryServer(),
    Object.assign(store, {
      write: async (...input: Parameters<typeof write>) => {
        writes += 1;
        await write(...input);
      },
    }),
  );
  await tick();
  page.actions.createLink({ url: 'example.com', folder: 7 });
  await tick();
  expect([store.entries.size, writes]).toEqual([2, 1]);
});

test('an awaited change whose answer is lost is kept, and repeated with the same key', async () => {
  const page = openPage();
  const { outcome } = page.actions.createLink({ url: 'example.com' }, { isAwaited: true });
  for (let turn = 0; turn < 2; turn += 1) {
    await tick();
    page.server.work(0);
    page.server.loseAnswer();
  }
  expect(await outcome).toEqual({ ok: true, answer: null });
  expect(page.urls()).toEqual(['https://example.com']);
  page.goOnline();
  await page.comeToRest();
  expect(page.server.creations.get('https://example.com')).toBe(1);
});

test('a new gesture does not reuse the key of one in doubt', async () => {
  const page = openPage();
  page.actions.createFolder({ name: 'Recipes' });
  for (let turn = 0; turn < 2; turn += 1) {
    await tick();
    page.server.work(0);
    page.server.loseAnswer();
  }
  page.actions.createFolder({ name: 'Recipes' });
  page.goOnline();
  await page.comeToRest();
  expect(page.server.creations.get('Recipes')).toBe(2);
  expect(page.library.tree.visible).toHaveLength(2);
});

test('a change that the server has made shows in the next page before the feed delivers it, and is not sent again', async () => {
  const before = openPage();
  const { key } = before.actions.createLink({ url: 'example.com', folder: 7 });
  before.actions.updateLink(key, { name: 'Named' });
  do await tick();
  while (before.server.work(0) || before.server.answer(0));
  expect(before.changes.unsent.get()).toBe(0);
  const page = await after(before);
  const [shown = 0] = page.library.links({ kind: 'folder', folder: 7 }).get();
  expect(page.library.link(shown)?.name).toBe('Named');
  expect([page.changes.unsent.get(), await page.changes.countUnsent()]).toEqual([0, 0]);
  page.actions.updateLink(shown, { name: 'Named again' });
  const sent = page.server.calls.length;
  await page.comeToRest();
  expect(page.server.calls.length).toBe(sent + 1);
  expect([...page.server.links.all.values()]).toMatchObject([{ name: 'Named again' }]);
  expect(page.failures.get()).toEqual([]);
});

interface Seen {
  name: string;
  isTrashed: boolean;
  isFavorite: boolean;
  isMember: boolean;
}

interface Run {
  page: OpenPage;
  created: number;
  /** The expected links by url: what the page must show after every step, and the server must hold in the end. */
  readonly done: Map<string, Seen>;
}

type Step = (run: Run) => void | Promise<void>;

const pick = fc.nat({ max: 5 });

function change(make: (page: OpenPage, key: Key, index: number) => Partial<Seen>): fc.Arbitrary<Step> {
  return pick.map((index): Step => ({ page, done }) => {
    const [url, link] = [...done][index % Math.max(done.size, 1)] ?? [];
    const key = keys(page).find((one) => page.library.link(one)?.url === url);
    if (link !== undefined && key !== undefined) Object.assign(link, make(page, key, index));
  });
}

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.constant<Step>((run) => {
    const { page, done } = run;
    const url = `https://${(run.created += 1)}.example`;
    page.actions.createLink({ url });
    done.set(url, { name: url, isTrashed: false, isFavorite: false, isMember: false });
  }),
  change(({ actions }, key, index) => {
    actions.updateLink(key, { name: `name ${index}` });
    return { name: `name ${index}` };
  }),
  change(({ actions }, key, index) => {
    actions.setItemsStatus(itemsOf('link', [key]), index % 2 === 0 ? 1 : 2);
    return { isTrashed: index % 2 !== 0 };
  }),
  change(({ actions, library }, key) => {
    const isFavorite = !library.isFavorite('link', key);
    actions.toggleFavorite('link', key);
    return { isFavorite };
  }),
  change(({ actions }, key, index) => {
    if (index % 2 === 0) actions.addLinkToFolder(key, 7);
    else actions.removeLinkFromFolder(key, 7);
    return { isMember: index % 2 === 0 };
  }),
  fc.constant<Step>(({ page, done }) => {
    if (page.library.links({ kind: 'trash' }).get().length < 2) return;
    page.actions.emptyTrash();
    for (const [url, { isTrashed }] of done) if (isTrashed) done.delete(url);
  }),
  pick.map(
    (index): Step =>
      ({ page }) =>
        void page.server.work(index),
  ),
  pick.map(
    (index): Step =>
      ({ page }) =>
        void page.server.answer(index),
  ),
  fc
    .constantFrom('links' as const, 'memberships' as const, 'favorites' as const)
    .chain((name) => fc.boolean().map((isWhole) => [name, isWhole] as const))
    .map(([name, isWhole]): Step => ({ page }) => {
      if (isWhole) page.feed[name]();
      else page.feed.one[name]();
    }),
  fc.array(pick, { maxLength: 3 }).map((arriving): Step => async (run) => {
    for (const index of arriving) run.page.server.work(index);
    run.page = await after(run.page);
  }),
);

function keys({ library }: OpenPage): readonly Key[] {
  return ([{ kind: 'all' }, { kind: 'trash' }] as const).flatMap((scope) => library.links(scope).get());
}

function seen(page: OpenPage) {
  const { library } = page;
  return keys(page)
    .map((key) => ({
      url: library.link(key)?.url ?? '',
      name: library.link(key)?.name,
      isTrashed: library.link(key)?.status_id === 2,
      isFavorite: library.isFavorite('link', key),
      isMember: library.isMember(7, key),
    }))
    .toSorted(byUrl);
}

function serverState({ links, favorites, memberships }: OpenPage['server']) {
  return [...links.all.values()]
    .map(({ link_id, url, name, status_id }) => ({
      url,
      name,
      isTrashed: status_id === 2,
      isFavorite: favorites.all.has(`link_${link_id}`),
      isMember: memberships.all.has(`7_${link_id}`),
    }))
    .toSorted(byUrl);
}

function byUrl(one: { readonly url: string }, other: { readonly url: string }): number {
  return one.url.localeCompare(other.url);
}

test('whenever pages close, every change shows, and the server executes each once and in order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60, size: 'max' }), async (steps) => {
      const run: Run = { page: openPage(), created: 0, done: new Map() };
      for (const take of steps) {
        await take(run);
        await tick();
        expect(seen(run.page)).toEqual(expected(run));
      }
      await run.page.comeToRest();
      expect(seen(run.page)).toEqual(expected(run));
      expect(serverState(run.page.server)).toEqual(expected(run));
      expect((await after(run.page)).store.entries.size).toBe(0);
    }),
    { numRuns: 150 },
  );
});

function expected({ done }: Run) {
  return [...done].map(([url, link]) => ({ url, ...link })).toSorted(byUrl);
}
