import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { PROJECT_ROOT } from '@foldmark/tools/suite/places';
import { newLink } from '@foldmark/contract/new-link';
import { SETTLED_MS } from '@foldmark/web/sync/feed/cursor';
import type { LinkScope } from '@foldmark/web/sync/library/link-views';
import { createManualTimers } from '@foldmark/web/sync/testing/manual-timers';
import { setLogLevel } from 'firebase/firestore';
import { setLogLevel as setLiteLogLevel } from 'firebase/firestore/lite';
import { FieldValue } from 'firebase-admin/firestore';
import { afterEach, beforeAll, describe, expect, inject, test, vi } from 'vitest';

import { type Device, KeptReplica, openDevice } from '#tests/api/device.ts';
import { openFirestore } from '#tests/api/firestore.ts';
import { layLibrary } from '#tests/api/library.ts';
import { type Account, register } from '#tests/api/support.ts';

/**
 * The library of web/src/sync over the real calls and the real feed. Urls are mailto: so that nothing fetches pages.
 */
const firestore = openFirestore();
const devices: Device[] = [];

beforeAll(() => {
  // The SDK warns of every refusal.
  setLogLevel('silent');
  setLiteLogLevel('silent');
});

afterEach(async () => {
  const open = devices.splice(0);
  await Promise.all(open.map(async (device) => device.close()));
  const reports = open.flatMap((device) => device.reports);
  if (reports.length > 0) throw new Error(reports.join('\n'));
});

async function opened(account: Account, replica = new KeptReplica()): Promise<Device> {
  const device = openDevice(account, { replica });
  devices.push(device);
  await live(device);
  return device;
}

async function live(device: Device): Promise<void> {
  await vi.waitFor(() => {
    expect(device.loading.get()).toEqual(NOTHING_LOADING);
    expect(device.feeds.get()?.every((feed) => feed.isLive.get())).toBe(true);
  }, PATIENCE);
}

/** Other rules for every document; null for those of the project. */
async function putRules(all: string | null): Promise<void> {
  const { firestoreHost, projectId } = inject('suite');
  const body = `match /databases/{database}/documents/{document=**} { ${all} }`;
  const content =
    all === null
      ? await readFile(join(PROJECT_ROOT, 'firestore.rules'), 'utf8')
      : `rules_version = '2'; service cloud.firestore { ${body} }`;
  const response = await fetch(`http://${firestoreHost}/emulator/v1/projects/${projectId}:securityRules`, {
    method: 'PUT',
    body: JSON.stringify({ rules: { files: [{ name: 'firestore.rules', content }] } }),
  });
  if (!response.ok) throw new Error(await response.text());
}

const PATIENCE = { timeout: 10_000, interval: 20 };
const NOTHING_LOADING = { links: false, folders: false, folder_links: false, favorites: false };

function urls({ library }: Device, scope: LinkScope = { kind: 'all' }): string[] {
  return library
    .links(scope)
    .get()
    .map((key) => library.link(key)?.url ?? '');
}

async function billed(): Promise<number> {
  const { firestoreHost, projectId } = inject('suite');
  const response = await fetch(`http://${firestoreHost}/emulator/v1/projects/${projectId}/usage`);
  const { reads }: { reads: number } = JSON.parse(await response.text());
  return reads;
}

describe('what one device does', () => {
  test('is seen on another: a link in a folder, renamed, starred, moved to the trash and back', async () => {
    const person = await register();
    const here = await opened(person);
    const there = await opened(person);
    const folder = here.actions.createFolder({ name: 'News' });
    const link = here.actions.createLink({ url: 'mailto:a', folder: folder.key });
    expect(await link.outcome).toMatchObject({ ok: true });
    const { library } = there;
    await vi.waitFor(() => {
      expect(urls(there, { kind: 'folder', folder: library.tree.visible[0] ?? 0 })).toEqual(['mailto:a']);
    }, PATIENCE);
    const [key = 0] = library.links({ kind: 'all' }).get();
    void here.actions.updateLink(link.key, { name: 'A letter' });
    void here.actions.toggleFavorite('link', link.key);
    await vi.waitFor(() => {
      expect(library.link(key)?.name).toBe('A letter');
      expect(library.isFavorite('link', key)).toBe(true);
    }, PATIENCE);
    void there.actions.setItemsStatus({ folders: [], links: [key] }, 2);
    await vi.waitFor(() => {
      expect(urls(here, { kind: 'trash' })).toEqual(['mailto:a']);
    }, PATIENCE);
    void here.actions.setItemsStatus({ folders: [], links: [link.key] }, 1);
    await vi.waitFor(() => {
      expect(urls(there, { kind: 'favorites' })).toEqual(['mailto:a']);
    }, PATIENCE);
    expect(here.library.links({ kind: 'all' }).get()).toEqual([link.key]);
  });

  test('is gone on another when it is deleted for ever', async () => {
    const person = await register();
    await layLibrary(firestore, person.uid, ['link 1', 'folder 1']);
    const here = await opened(person);
    const there = await opened(person);
    expect(urls(there)).toEqual(['mailto:2']);
    expect(there.library.tree.visible).toEqual([4]);
    expect(await here.actions.emptyTrash()).toMatchObject({ ok: true });
    await vi.waitFor(() => {
      for (const { library } of [here, there]) {
        expect(library.links({ kind: 'trash' }).get()).toEqual([]);
        expect(library.tree.trashed).toEqual([]);
        expect(library.folder(3)).toBeUndefined();
        expect(library.isMember(3, 1)).toBe(false);
      }
    }, PATIENCE);
  });

  test('that the server refuses is taken back, and told', async () => {
    const person = await register();
    await layLibrary(firestore, person.uid);
    const here = await opened(person);
    const outcome = here.actions.moveFolder(1, 3);
    expect(await outcome).toMatchObject({ ok: false, error: { failure: 'folderInItself' } });
    expect(here.library.tree.path(3)).toEqual([1, 2, 3]);
    expect(here.failures.get()).toMatchObject([{ title: "Couldn't move the folder." }]);
  });
});

describe('a feed', () => {
  test('that is refused begins again, and hears of what it has missed', async () => {
    const person = await register();
    const device = openDevice(person);
    await live(device);
    await putRules('allow read: if false;');
    await vi.waitFor(() => {
      expect(device.feeds.get()?.some((feed) => feed.isLive.get())).toBe(false);
    }, PATIENCE);
    await person.ask('/links/create/', { url: 'mailto:missed' });
    await putRules(null);
    await vi.waitFor(() => {
      expect(urls(device)).toEqual(['mailto:missed']);
    }, PATIENCE);
    await device.close();
  });

  test('whose first reading is refused tries again', async () => {
    const person = await register();
    await layLibrary(firestore, person.uid);
    await putRules('allow read: if false;');
    const device = openDevice(person);
    await vi.waitFor(() => {
      expect(device.reports.join()).toContain('The feed of links fails.');
    }, PATIENCE);
    await putRules(null);
    await live(device);
    expect(urls(device)).toEqual(['mailto:1', 'mailto:2']);
    await device.close();
  });
});

describe('what a feed hears of', () => {
  test('is all that the server dates, and not what a writer dates longer ago than a write takes', async () => {
    const person = await register();
    // Longer ago than anything of ours is in flight.
    const past = new Date(Date.now() - 11_000);
    const lay = async (link_id: number, updated_at: Date | FieldValue) =>
      firestore
        .doc(`users/${person.uid}/links/${link_id}`)
        .set({ ...newLink(link_id, `mailto:${link_id}`), created_at: past, updated_at, deleted: false });
    await lay(1, past);
    const device = await opened(person);
    await lay(2, past);
    for (const id of [3, 4]) await lay(id, FieldValue.serverTimestamp());
    await vi.waitFor(() => {
      expect(urls(device)).toEqual(['mailto:1', 'mailto:3', 'mailto:4']);
    }, PATIENCE);
  });
});

describe('the bill', () => {
  test('of a visit with a replica is one read per collection, and of an edit one more', async () => {
    const person = await register();
    await layLibrary(firestore, person.uid);
    const replica = new KeptReplica();
    const first = await opened(person, replica);
    await first.close();
    devices.pop();
    // As if that visit had been a minute ago: what was in flight then has arrived.
    for (const [collection, state] of replica.states) {
      replica.states.set(collection, { newest: state.newest, heardAt: state.heardAt + 60_000 });
    }
    const before = await billed();
    const second = await opened(person, replica);
    expect(await billed()).toBe(before + 4);
    expect(urls(second)).toEqual(['mailto:1', 'mailto:2']);
    const beforeEdit = await billed();
    await firestore.doc(`users/${person.uid}/links/1`).update({ name: 'New', updated_at: new Date() });
    await vi.waitFor(() => {
      expect(second.library.link(1)?.name).toBe('New');
    }, PATIENCE);
    expect(await billed()).toBe(beforeEdit + 1);
  });

  test('stays one read for an edit when a subscription that has told of much begins anew', async () => {
    const person = await register();
    const timers = createManualTimers(Date.now());
    const device = openDevice(person, { timers });
    devices.push(device);
    await live(device);
    const links = firestore.collection(`users/${person.uid}/links`);
    const updated_at = FieldValue.serverTimestamp();
    const batch = firestore.batch();
    for (let id = 1; id <= 201; id += 1) {
      const link = { ...newLink(id, `mailto:${id}`), created_at: updated_at, updated_at, deleted: false };
      batch.set(links.doc(String(id)), link);
    }
    await batch.commit();
    await vi.waitFor(() => {
      expect(urls(device)).toHaveLength(201);
    }, PATIENCE);

    const feed = device.feeds.get()?.find(({ collection }) => collection === 'links');
    const first = feed?.subscription.get()?.id;
    const before = await billed();
    timers.pass(SETTLED_MS);
    await vi.waitFor(async () => {
      expect(feed?.subscription.get()?.id).not.toBe(first);
      expect(await billed()).toBe(before + 1);
    }, PATIENCE);
    await links.doc('1').update({ name: 'New', updated_at });
    await vi.waitFor(() => {
      expect(device.library.link(1)?.name).toBe('New');
    }, PATIENCE);
    expect(await billed()).toBe(before + 2);
  });

  test('hears of what happened since the last visit, deletions too', async () => {
    const person = await register();
    await layLibrary(firestore, person.uid, ['link 1']);
    const replica = new KeptReplica();
    await (await opened(person, replica)).close();
    devices.pop();
    await person.ask('/links/delete/', { link_id: 1 });
    await person.ask('/links/create/', { url: 'mailto:new' });
    const device = await opened(person, replica);
    expect(urls(device)).toEqual(['mailto:2', 'mailto:new']);
    expect(urls(device, { kind: 'trash' })).toEqual([]);
  });

  test('is a whole reading when the replica is so old that traces of deletions may be gone', async () => {
    const person = await register();
    await layLibrary(firestore, person.uid);
    const replica = new KeptReplica();
    await (await opened(person, replica)).close();
    devices.pop();
    for (const [collection, state] of replica.states) {
      replica.states.set(collection, { newest: state.newest, heardAt: Date.now() - 26 * 86_400_000 });
    }
    await firestore.doc(`users/${person.uid}/links/1`).delete();
    expect(urls(await opened(person, replica))).toEqual(['mailto:2']);
  });
});
