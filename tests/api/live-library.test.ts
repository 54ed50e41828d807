import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { PROJECT_ROOT } from '@foldmark/tools/suite/places';
import { newLink } from '@foldmark/library/entities/new-link';
import { SETTLED_MS } from '@foldmark/web/sync/feed/cursor';
import type { LinkScope } from '@foldmark/library/memory/link-views';
import { createManualTimers } from '@foldmark/web/sync/testing/manual-timers';
import { setLogLevel } from 'firebase/firestore';
import { FieldValue } from 'firebase-admin/firestore';
import { afterEach, beforeAll, describe, expect, inject, test, vi } from 'vitest';

import { type Device, StoredReplica, openDevice } from '#tests/api/device.ts';
import { openFirestore } from '#tests/api/firestore.ts';
import { seedLibrary } from '#tests/api/seed-library.ts';
import { type Account, register } from '#tests/api/support.ts';

/**
 * The library of web/src/sync over the real calls and the real feed. Urls are mailto: so that nothing fetches pages.
 */
const firestore = openFirestore();
const devices: Device[] = [];

beforeAll(() => {
  // The SDK would log every rejected read.
  setLogLevel('silent');
});

afterEach(async () => {
  const open = devices.splice(0);
  await Promise.all(open.map(async (device) => device.close()));
  const reports = open.flatMap((device) => device.reports);
  if (reports.length > 0) throw new Error(reports.join('\n'));
});

async function opened(account: Account, replica = new StoredReplica()): Promise<Device> {
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

/** Sets rules for every document. Null restores those of the project. */
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

const PATIENCE = { timeout: 60_000, interval: 20 };
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

describe('a change on one device', () => {
  test('appears on another: a link in a folder, renamed, starred, moved to the trash and back', async () => {
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
    here.actions.updateLink(link.key, { name: 'A letter' });
    here.actions.toggleFavorite('link', link.key);
    await vi.waitFor(() => {
      expect(library.link(key)?.name).toBe('A letter');
      expect(library.isFavorite('link', key)).toBe(true);
    }, PATIENCE);
    there.actions.setItemsStatus({ folders: [], links: [key] }, 2);
    await vi.waitFor(() => {
      expect(urls(here, { kind: 'trash' })).toEqual(['mailto:a']);
    }, PATIENCE);
    here.actions.setItemsStatus({ folders: [], links: [link.key] }, 1);
    await vi.waitFor(() => {
      expect(urls(there, { kind: 'favorites' })).toEqual(['mailto:a']);
    }, PATIENCE);
    expect(here.library.links({ kind: 'all' }).get()).toEqual([link.key]);
  });

  test('disappears on another if it is a permanent deletion', async () => {
    const person = await register();
    await seedLibrary(firestore, person.uid, ['link 1', 'folder 1']);
    const here = await opened(person);
    const there = await opened(person);
    expect(urls(there)).toEqual(['mailto:2']);
    expect(there.library.tree.visible).toEqual([4]);
    const { outcome } = here.actions.emptyTrash();
    here.sendHeld();
    expect(await outcome).toMatchObject({ ok: true });
    await vi.waitFor(() => {
      for (const { library } of [here, there]) {
        expect(library.links({ kind: 'trash' }).get()).toEqual([]);
        expect(library.tree.trashed).toEqual([]);
        expect(library.folder(3)).toBeUndefined();
        expect(library.isMember(3, 1)).toBe(false);
      }
    }, PATIENCE);
  });

  test('that the server rejects is rolled back and reported', async () => {
    const person = await register();
    await seedLibrary(firestore, person.uid);
    const here = await opened(person);
    const { outcome } = here.actions.moveFolder(1, 3);
    expect(await outcome).toMatchObject({ ok: false, error: { failure: 'folderInItself' } });
    expect(here.library.tree.path(3)).toEqual([1, 2, 3]);
    expect(here.failures.get()).toMatchObject([{ title: "Couldn't move the folder." }]);
  });
});

describe('a feed', () => {
  test('that is rejected restarts and receives what it has missed', async () => {
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

  test('whose first read is rejected retries', async () => {
    const person = await register();
    await seedLibrary(firestore, person.uid);
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

describe('a feed receives', () => {
  test('all documents with a server timestamp, but no new document with an old timestamp', async () => {
    const person = await register();
    // Older than the longest time that a write can take.
    const past = new Date(Date.now() - 11_000);
    const put = async (link_id: number, updated_at: Date | FieldValue) =>
      firestore
        .doc(`users/${person.uid}/links/${link_id}`)
        .set({ ...newLink(link_id, `mailto:${link_id}`), created_at: past, updated_at, deleted: false });
    await put(1, past);
    const device = await opened(person);
    await put(2, past);
    for (const id of [3, 4]) await put(id, FieldValue.serverTimestamp());
    await vi.waitFor(() => {
      expect(urls(device)).toEqual(['mailto:1', 'mailto:3', 'mailto:4']);
    }, PATIENCE);
  });
});

describe('the billed reads', () => {
  test('are one per collection for a visit with a replica, and one per edit', async () => {
    const person = await register();
    await seedLibrary(firestore, person.uid);
    const replica = new StoredReplica();
    const first = await opened(person, replica);
    await first.close();
    devices.pop();
    // Sets that visit to a minute ago, so that no write of that time can still arrive.
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

  test('stay one per edit when a subscription with many documents restarts', async () => {
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
      // Many changes are applied in a task of their own.
      timers.pass(1);
      expect(urls(device)).toHaveLength(201);
    }, PATIENCE);

    const feed = device.feeds.get()?.find(({ collection }) => collection === 'links');
    const first = feed?.subscription.get();
    const before = await billed();
    timers.pass(SETTLED_MS);
    await vi.waitFor(async () => {
      expect(feed?.subscription.get()).not.toBe(first);
      expect(await billed()).toBe(before + 1);
    }, PATIENCE);
    await links.doc('1').update({ name: 'New', updated_at });
    await vi.waitFor(() => {
      expect(device.library.link(1)?.name).toBe('New');
    }, PATIENCE);
    expect(await billed()).toBe(before + 2);
  });

  test('cover only changes since the last visit, including deletions', async () => {
    const person = await register();
    await seedLibrary(firestore, person.uid, ['link 1']);
    const replica = new StoredReplica();
    await (await opened(person, replica)).close();
    devices.pop();
    await person.ask('/links/delete/', { link_id: 1 });
    await person.ask('/links/create/', { url: 'mailto:new' });
    const device = await opened(person, replica);
    expect(urls(device)).toEqual(['mailto:2', 'mailto:new']);
    expect(urls(device, { kind: 'trash' })).toEqual([]);
  });

  test('cover everything if the replica is so old that tombstones may be purged', async () => {
    const person = await register();
    await seedLibrary(firestore, person.uid);
    const replica = new StoredReplica();
    await (await opened(person, replica)).close();
    devices.pop();
    for (const [collection, state] of replica.states) {
      replica.states.set(collection, { newest: state.newest, heardAt: Date.now() - 26 * 86_400_000 });
    }
    await firestore.doc(`users/${person.uid}/links/1`).delete();
    expect(urls(await opened(person, replica))).toEqual(['mailto:2']);
  });
});
