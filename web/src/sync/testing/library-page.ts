import type { DocumentVersion } from '@foldmark/library/entities/records';
import { newLink } from '@foldmark/library/entities/new-link';
import { compileQuery } from '@foldmark/library/search/compile-query';
import { Library } from '@foldmark/library/memory/library';
import { openReplica } from '#web/sync/replica/open-replica.ts';
import { SYSTEM_TIMERS } from '#web/sync/timers.ts';

/** Runs in the browser for tests/load/library.ts, which measures the library without a user interface. */

interface Timed {
  readonly what: string;
  readonly ms: number;
}

const FOLDERS = 100;
const NOW = 1_790_000_000_000_000;

const open = () =>
  openReplica({
    uid: 'bench',
    timers: SYSTEM_TIMERS,
    onStored: () => undefined,
    report: (message, cause) => {
      throw new Error(message, { cause });
    },
  });

/** The number of results of a search. */
function search(library: Library, text: string): number {
  const query = compileQuery(text, { library, within: { kind: 'all' }, now: Date.now() });
  return library.links({ kind: 'all' }, 'url', query).get().length;
}

function linkChange(link_id: number, count: number, at = NOW + link_id): DocumentVersion<'links'> {
  const domain_name = `www.site-${(link_id * 7919) % count}.example.com`;
  const record = {
    ...newLink(link_id, ''),
    url: `https://${domain_name}/articles/${link_id}/a-rather-long-title?source=feed-${link_id}`,
    name: `Article ${link_id}: how fox ${link_id % 97} jumps over the lazy dog ${link_id % 13}`,
    status_id: link_id % 50 === 0 ? (2 as const) : (1 as const),
    favicon_url: `https://${domain_name}/favicon.ico`,
    domain_name,
    // Three links share each time, because an import adds many links at once.
    created_at: NOW - Math.floor(((link_id * 104_729) % count) / 3) * 1_000_000,
    updated_at: at,
  };
  return { id: String(link_id), at, record };
}

function membershipChange(link_id: number): DocumentVersion<'folder_links'> {
  const folder_id = 1 + (link_id % FOLDERS);
  const at = NOW + link_id;
  const record = { folder_link_id: link_id, folder_id, link_id, updated_at: at };
  return { id: `${folder_id}_${link_id}`, at, record };
}

/** Writes a replica with `count` links. */
export async function lay(count: number): Promise<void> {
  const ids = Array.from({ length: count }, (_, index) => index + 1);
  const state = { newest: NOW + count, heardAt: Date.now() };
  const replica = open();
  const links = ids.map((id) => linkChange(id, count));
  await replica.replace('links', links, state);
  await replica.replace('folder_links', ids.map(membershipChange), state);
  replica.close();
}

type Measure = <T>(what: string, run: () => T | Promise<T>) => Promise<T>;

/** Measures sorting all items, and changes while they are sorted by the last edit. */
async function measureOrders(library: Library, count: number, timed: Measure): Promise<void> {
  for (const order of ['name', 'created', 'edited'] as const) {
    await timed(`sort by ${order}`, () => library.links({ kind: 'all' }, order).get().length);
    await timed(`sort by ${order} again`, () => library.links({ kind: 'all' }, order).get().length);
  }
  for (const order of ['name', 'edited'] as const) library.links({ kind: 'all' }, order).subscribe(() => 0);
  for (const changed of [1, 1000, 10_000]) {
    const at = NOW + count + changed;
    const changes = Array.from({ length: changed }, (_, index) =>
      linkChange(1 + index * 7, count, at + index),
    );
    await timed(`${changed} edits, sorted by url, name and edit`, () => {
      library.receive('links', changes);
    });
  }
}

/** Measures opening the replica that `lay` has written, and a user's actions. */
export async function measure(count: number): Promise<readonly Timed[]> {
  const results: Timed[] = [];
  const timed: Measure = async (what, run) => {
    const start = performance.now();
    const result = await run();
    results.push({ what, ms: performance.now() - start });
    return result;
  };
  const library = new Library();
  const all = library.links({ kind: 'all' });
  const replica = open();
  await timed('open the database', replica.profile);
  const start = performance.now();
  const links = await timed('read the links', async () => replica.load('links'));
  await timed('take the links over', () => {
    library.receive('links', links.changes);
  });
  await timed('list all items', () => all.get().length);
  results.push({ what: '= first rows', ms: performance.now() - start });
  all.subscribe(() => undefined);
  const memberships = await timed('read the memberships', async () => replica.load('folder_links'));
  await timed('take the memberships over', () => {
    library.receive('folder_links', memberships.changes);
  });
  results.push({ what: '= all there', ms: performance.now() - start });
  await timed('list one folder', () => library.links({ kind: 'folder', folder: 7 }).get().length);
  await timed('first letter, nothing prepared', () => search(library, 'a'));
  for (const text of ['f', 'fo', 'fox', 'fox 9', 'fox 96', 'nothing like it']) {
    await timed(`search '${text}'`, () => search(library, text));
  }
  const renamed = linkChange(Math.floor(count / 2), count, NOW + count + 1);
  await timed('one link changes', () => {
    library.receive('links', [renamed]);
  });
  const moved = linkChange(count + 1, count, NOW + count + 2);
  await timed('one link comes', () => {
    library.receive('links', [moved]);
  });
  await timed('the replica takes it', async () =>
    replica.write('links', [moved], { newest: moved.at, heardAt: Date.now() }),
  );
  await measureOrders(library, count, timed);
  replica.close();
  return results;
}

Object.assign(globalThis, { lay, measure });
