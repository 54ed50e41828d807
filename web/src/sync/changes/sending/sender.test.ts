import { setImmediate as tick } from 'node:timers/promises';

import { compareLinks } from '@foldmark/library/order/order';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { itemsOf } from '@foldmark/library/memory/items';
import type { Key } from '@foldmark/library/memory/keys';
import { TOPICS } from '@foldmark/library/memory/topic-names';
import { type OpenPage, openPage } from '#web/sync/testing/open-page.ts';

async function saved(here: OpenPage, url: string): Promise<Key> {
  const { key } = here.actions.createLink({ url });
  await here.comeToRest();
  return key;
}

test('a change that waits in its lane when the library closes is not reported as refused', async () => {
  const here = openPage();
  const key = await saved(here, 'example.com');
  const first = here.actions.toggleFavorite('link', key);
  const second = here.actions.toggleFavorite('link', key);
  await tick();
  here.end();
  here.server.lose(0);
  expect([(await first.outcome).ok, (await second.outcome).ok]).toEqual([false, false]);
  expect(here.signedOutErrors).toEqual([]);
});

describe('a new link', () => {
  test('shows at once, and stays the same row when it gets its id', async () => {
    const here = openPage();
    const { key, outcome } = here.actions.createLink({ url: ' example.com/a ' });
    expect(here.library.link(key)).toMatchObject({
      url: 'https://example.com/a',
      name: 'https://example.com/a',
      domain_name: 'example.com',
    });
    expect(here.urls()).toEqual(['https://example.com/a']);
    await here.comeToRest();
    const result = await outcome;
    const id = result.ok ? (result.answer?.link_id ?? 0) : 0;
    expect(here.library.links({ kind: 'all' }).get()).toEqual([key]);
    expect(here.library.link(key)?.link_id).toBe(id);
    expect(here.library.keyOf('link', id)).toBe(key);
  });

  test('is one row even if the feed is faster than the answer', async () => {
    const here = openPage();
    const { key } = here.actions.createLink({ url: 'example.com' });
    await tick();
    here.server.work(0);
    here.feed.links();
    expect(here.library.links({ kind: 'all' }).get()).toEqual([key]);
    await here.comeToRest();
    expect(here.library.links({ kind: 'all' }).get()).toEqual([key]);
  });

  test('is not confused with another new link with the same url', async () => {
    const here = openPage();
    const first = here.actions.createLink({ url: 'example.com' });
    const second = here.actions.createLink({ url: 'example.com' });
    await tick();
    // The server executes the second request first. The feed delivers both links before either answer arrives.
    here.server.work(1);
    here.server.work(0);
    here.feed.links();
    here.server.answer(1);
    await first.outcome;
    await here.comeToRest();
    const [one, other] = await Promise.all([first.outcome, second.outcome]);
    expect(here.library.link(first.key)?.link_id).toBe(one.ok && one.answer?.link_id);
    expect(here.library.link(second.key)?.link_id).toBe(other.ok && other.answer?.link_id);
    expect(here.library.links({ kind: 'all' }).get()).toEqual([second.key, first.key]);
  });

  test('shows in its folder at once, and is added there when it has an id', async () => {
    const here = openPage();
    const { key } = here.actions.createLink({ url: 'example.com', folder: 7 });
    expect(here.library.links({ kind: 'folder', folder: 7 }).get()).toEqual([key]);
    expect(here.library.count(7)).toBe(1);
    await here.comeToRest();
    expect([...here.server.memberships.all.values()]).toMatchObject([{ folder_id: 7 }]);
    expect(here.library.links({ kind: 'folder', folder: 7 }).get()).toEqual([key]);
    expect(here.library.count(7)).toBe(1);
  });

  test('disappears if the server refuses it, and leaves one failure that can be retried', async () => {
    const here = openPage();
    const { outcome } = here.actions.createLink({ url: 'example.com', folder: 7 });
    await tick();
    here.server.work(0, true);
    here.server.answer(0);
    expect(await outcome).toMatchObject({ ok: false, error: { messages: ['This link does not exist.'] } });
    expect(here.urls()).toEqual([]);
    const [failure, ...others] = here.failures.get();
    expect(others).toEqual([]);
    expect(failure).toMatchObject({
      title: "Couldn't save the link.",
      messages: ['This link does not exist.'],
    });
    failure?.action?.run();
    expect(here.failures.get()).toEqual([]);
    await here.comeToRest();
    expect(here.urls()).toEqual(['https://example.com']);
    expect(here.library.count(7)).toBe(1);
  });

  test('without a url shows nothing and is refused without a call', async () => {
    const here = openPage();
    const { outcome } = here.actions.createLink({ url: '  ' }, { isAwaited: true });
    expect(here.urls()).toEqual([]);
    expect(await outcome).toMatchObject({ ok: false, error: { messages: ['Please enter a url.'] } });
    expect(here.server.work(0)).toBe(false);
    expect(here.failures.get()).toEqual([]);
  });
});

describe('a change', () => {
  test('is rolled back if the server refuses it', async () => {
    const here = openPage();
    const key = await saved(here, 'example.com');
    const { outcome } = here.actions.updateLink(key, { name: 'New' }, { isAwaited: true });
    expect(here.library.link(key)?.name).toBe('New');
    await tick();
    here.server.work(0, true);
    here.server.answer(0);
    expect(await outcome).toMatchObject({ ok: false });
    expect(here.library.link(key)?.name).toBe('https://example.com');
    expect(here.failures.get()).toEqual([]);
  });

  test('waits for an earlier change of the same link, and keeps its effect', async () => {
    const here = openPage();
    const key = await saved(here, 'example.com');
    here.actions.updateLink(key, { name: 'New' });
    here.actions.setItemsStatus(itemsOf('link', [key]), 2);
    expect(here.library.link(key)).toMatchObject({ name: 'New', status_id: 2 });
    await tick();
    here.server.work(0);
    expect(here.server.work(0)).toBe(false);
    await here.comeToRest();
    expect([...here.server.links.all.values()]).toMatchObject([{ name: 'New', status_id: 2 }]);
  });

  test('shows until the feed delivers it, without a flicker of the previous state', async () => {
    const here = openPage();
    const key = await saved(here, 'example.com');
    const seen: (string | undefined)[] = [];
    here.library.subscribe(TOPICS.link(key), () => seen.push(here.library.link(key)?.name));
    here.actions.updateLink(key, { name: 'New' });
    await tick();
    here.server.work(0);
    here.server.answer(0);
    await tick();
    here.feed.links();
    here.server.rename(0, 'Newer');
    here.feed.links();
    expect(new Set(seen)).toEqual(new Set(['New', 'Newer']));
    expect(seen.at(-1)).toBe('Newer');
  });

  test('of a link that the feed has not delivered yet stays visible, as does the link', async () => {
    const here = openPage();
    const { key } = here.actions.createLink({ url: 'example.com' });
    here.actions.updateLink(key, { name: 'New' });
    here.actions.setItemsStatus(itemsOf('link', [key]), 2);
    here.actions.setItemsStatus(itemsOf('link', [key]), 1);
    do {
      await tick();
      expect(here.library.link(key)).toMatchObject({ name: 'New', status_id: 1 });
    } while (here.server.work(0) || here.server.answer(0));
    expect([...here.server.links.all.values()]).toMatchObject([{ name: 'New', status_id: 1 }]);
  });

  test('that another device overwrote before the feed delivered it expires', async () => {
    const here = openPage();
    const key = await saved(here, 'example.com');
    here.actions.updateLink(key, { name: 'New' });
    await tick();
    here.server.work(0);
    here.server.rename(0, 'Newer');
    here.feed.links();
    here.server.answer(0);
    await tick();
    here.timers.pass(10_000);
    expect(here.library.link(key)?.name).toBe('Newer');
  });

  test('of a selection notifies once, is one request and leaves one failure', async () => {
    const here = openPage();
    const keys = [
      await saved(here, 'a.example'),
      await saved(here, 'b.example'),
      await saved(here, 'c.example'),
    ];
    let notifications = 0;
    here.library.links({ kind: 'trash' }).subscribe(() => (notifications += 1));
    const { outcome } = here.actions.setItemsStatus(itemsOf('link', keys), 2);
    expect(notifications).toBe(1);
    await tick();
    here.server.refuse(0, 'noProfile');
    await here.comeToRest();
    expect(await outcome).toMatchObject({ ok: false });
    expect(here.urls()).toEqual(['https://a.example', 'https://b.example', 'https://c.example']);
    expect(here.failures.get()).toMatchObject([{ title: "Couldn't save some changes." }]);
    here.failures.get()[0]?.action?.run();
    await here.comeToRest();
    expect(here.urls()).toEqual([]);
    expect(here.server.calls.filter(({ path }) => path === '/batch/')).toHaveLength(2);
  });
});

type Step = (here: OpenPage, keys: Key[]) => void;

const pick = fc.nat({ max: 5 });
const chosen = (keys: readonly Key[], index: number): Key => keys[index % Math.max(keys.length, 1)] ?? 0;
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.constantFrom('a', 'b').map((name): Step => ({ actions }, keys) => {
    keys.push(actions.createLink({ url: `${name}.example` }).key);
  }),
  pick.map((index): Step => ({ actions }, keys) => {
    actions.updateLink(chosen(keys, index), { name: `name ${index}` });
  }),
  pick.map((index): Step => ({ actions }, keys) => {
    actions.setItemsStatus(itemsOf('link', [chosen(keys, index)]), index % 2 === 0 ? 1 : 2);
  }),
  pick.map(
    (index): Step =>
      ({ actions }, keys) =>
        actions.toggleFavorite('link', chosen(keys, index)),
  ),
  pick.map(
    (index): Step =>
      ({ actions }, keys) =>
        actions.addLinkToFolder(chosen(keys, index), 7),
  ),
  pick.map(
    (index): Step =>
      ({ actions }, keys) =>
        actions.deleteItems(itemsOf('link', [chosen(keys, index)])),
  ),
  pick.map((index): Step => ({ server }) => {
    server.rename(index, `renamed elsewhere ${index}`);
  }),
  fc.tuple(pick, fc.boolean(), fc.boolean()).map(
    ([index, ...doubts]): Step =>
      ({ server }) =>
        void server.work(index, doubts.every(Boolean)),
  ),
  pick.map(
    (index): Step =>
      ({ server }) =>
        void server.answer(index),
  ),
  fc
    .constantFrom('links' as const, 'memberships' as const, 'favorites' as const)
    .map((name): Step => ({ feed }) => {
      feed[name]();
    }),
  fc.nat({ max: 3000 }).map((ms): Step => ({ timers }) => {
    timers.pass(ms);
  }),
);

const ascending = (left: number, right: number): number => left - right;

/** The visible content of the library, with the server's ids in place of keys. */
function shown({ library }: OpenPage) {
  const scopes = [{ kind: 'all' }, { kind: 'trash' }] as const;
  const keys = scopes.flatMap((scope) => library.links(scope).get());
  const idOf = (key: Key): number => library.link(key)?.link_id ?? 0;
  return {
    links: keys.flatMap((key) => library.link(key) ?? []).toSorted(compareLinks),
    favorites: keys
      .filter((key) => library.isFavorite('link', key))
      .map(idOf)
      .toSorted(ascending),
    // Reads the list instead of the table, because the two could differ.
    members: library
      .links({ kind: 'folder', folder: 7 })
      .get()
      .concat(
        library
          .links({ kind: 'trash' })
          .get()
          .filter((key) => library.foldersOf(key).includes(7)),
      )
      .map(idOf)
      .toSorted(ascending),
  };
}

function serverState({ server }: OpenPage) {
  const links = [...server.links.all.values()].toSorted(compareLinks);
  const ids = links.map(({ link_id }) => link_id);
  return {
    links,
    favorites: ids.filter((id) => server.favorites.all.has(`link_${id}`)).toSorted(ascending),
    members: ids.filter((id) => server.memberships.all.has(`7_${id}`)).toSorted(ascending),
  };
}

test('for any order of events, the library ends up showing the server state', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60, size: 'max' }), async (steps) => {
      const here = openPage();
      const keys: Key[] = [await saved(here, 'c.example')];
      for (const take of steps) {
        take(here, keys);
        await tick();
      }
      await here.comeToRest();
      expect(shown(here)).toEqual(serverState(here));
    }),
    { numRuns: 150 },
  );
});
