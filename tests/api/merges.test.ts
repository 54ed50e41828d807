import type { Batched } from '@foldmark/contract/batch';
import type { BatchableChange } from '@foldmark/library/changes/changes';
import { BATCH_CHANGES_MAX_COUNT } from '@foldmark/contract/limits';
import { NOTE_MAX_LENGTH } from '@foldmark/library/entities/limits';
import { newLink } from '@foldmark/library/entities/new-link';
import type { Owners } from '@foldmark/web/sync/changes/outbox/owners';
import { setLogLevel } from 'firebase/firestore';
import { afterEach, expect, test, vi } from 'vitest';

import { type Device, openDevice, StoredReplica } from '#tests/api/device.ts';
import { openFirestore } from '#tests/api/firestore.ts';
import { seedLibrary } from '#tests/api/seed-library.ts';
import { type Person, register } from '#tests/api/support.ts';

const firestore = openFirestore();
const PATIENCE = { timeout: 60_000, interval: 50 };
const IMAGE = 'dev/uploads/links/00000000-0000-4000-8000-000000000000.png';
/** Every other page is closed. */
const NO_OWNERS: Owners = {
  register: async () => () => undefined,
  alive: async () => new Set(),
  ended: async () => undefined,
};
const devices: Device[] = [];

afterEach(async () => {
  vi.restoreAllMocks();
  await Promise.all(devices.splice(0).map(async (device) => device.close()));
});

/** Writes links directly to Firestore, some fields of them given. No page of them is read. */
async function seeded(links: readonly object[]): Promise<Person> {
  const person = await register();
  await seedLibrary(firestore, person.uid);
  const live = { deleted: false, updated_at: new Date() };
  const writer = firestore.bulkWriter();
  for (const [index, fields] of links.entries()) {
    const link_id = index + 3;
    const link = { ...newLink(link_id, `https://example.com/${link_id}`), ...live, ...fields };
    void writer.set(firestore.doc(`users/${person.uid}/links/${link_id}`), {
      created_at: new Date(1e12),
      ...link,
    });
  }
  await writer.close();
  return person;
}

async function change({ ask }: Person, ...changes: BatchableChange[]): Promise<Batched> {
  const input = { action_id: crypto.randomUUID(), part: 0, parts: 1, label: 'a', changes };
  return Object.assign({ done: 0, skipped: [], created: [] }, await ask('/batch/', input));
}

/** What the documented calls answer about links, folders and favorites, without the ids of memberships. */
async function stateOf({ ask }: Person): Promise<unknown> {
  const members: unknown = await ask('/folder-links/list/', {});
  if (!Array.isArray(members)) throw new Error('No list.');
  const pairs = members.map(({ folder_id, link_id }) => `${folder_id} ${link_id}`);
  return {
    links: await ask('/links/list/', {}),
    pairs: pairs.sort(),
    favorites: await ask('/favorites/list/', {}),
  };
}

async function storedLink({ uid }: Person, link_id: number) {
  return (await firestore.doc(`users/${uid}/links/${link_id}`).get()).data();
}

async function opened(person: Person, replica = new StoredReplica()): Promise<Device> {
  setLogLevel('silent');
  const device = openDevice(person, { replica, owners: NO_OWNERS });
  devices.push(device);
  await vi.waitFor(() => {
    expect(Object.values(device.loading.get())).not.toContain(true);
    expect(device.feeds.get()?.every((feed) => feed.isLive.get())).toBe(true);
  }, PATIENCE);
  return device;
}

function merge(link_id: number, into_id: number) {
  return { kind: 'link.merge' as const, link_id, into_id };
}

test("a merge takes the stored values, and skips links that can't be merged", async () => {
  const person = await seeded([
    { name: 'The name', note: 'of 3', image_s3_key: IMAGE, created_at: new Date(1000) },
    { note: 'of 4' },
    { note: 'a note of 4 and more' },
    { note: 'x'.repeat(NOTE_MAX_LENGTH - 5), status_id: 1 },
    { status_id: 2 },
  ]);
  // Link 1 is in folder 3 and starred.
  await change(person, { kind: 'member.set', folder_id: 1, link_id: 3, present: true });
  const before = await stateOf(person);
  const action_id = crypto.randomUUID();
  const changes = [
    merge(3, 4),
    merge(1, 4),
    merge(5, 4),
    merge(6, 4),
    merge(7, 4),
    merge(4, 4),
    merge(99, 4),
    merge(2, 7),
  ];
  const answer = await person.ask('/batch/', { action_id, part: 0, parts: 1, label: 'a', changes });
  expect(answer).toEqual({
    done: 3,
    skipped: [
      { index: 3, why: 'changed' },
      { index: 4, why: 'changed' },
      { index: 5, why: 'changed' },
      { index: 6, why: 'gone' },
      { index: 7, why: 'changed' },
    ],
    created: [],
  });
  const merged = {
    name: 'The name',
    note: 'of 4\n\nof 3\n\na note of 4 and more',
    image_s3_key: IMAGE,
    status_id: 1,
  };
  expect(await person.ask('/links/get/', { link_id: 4 })).toMatchObject({
    ...merged,
    created_at: '1970-01-01T00:00:01.000Z',
    url: 'https://example.com/4',
  });
  for (const link_id of [1, 3, 5])
    expect(await person.ask('/links/get/', { link_id })).toMatchObject({ status_id: 2 });
  expect(await stateOf(person)).toMatchObject({
    pairs: ['1 3', '1 4', '3 1', '3 4'],
    favorites: [{ object_id: 1 }, { object_id: 4 }],
  });
  const after = await stateOf(person);
  await person.ask('/actions/undo/', { action_id });
  await expect.poll(async () => stateOf(person), PATIENCE).toEqual(before);
  await person.ask('/actions/undo/', { action_id, redo: true });
  await expect.poll(async () => stateOf(person), PATIENCE).toEqual(after);

  // Link 4 is the last one with the note of link 3, so an undo leaves that. The note of link 5 is back in link 5.
  await person.ask('/links/delete/', { link_id: 3 });
  await person.ask('/actions/undo/', { action_id });
  const action = firestore.doc(`users/${person.uid}/actions/${action_id}`);
  await expect
    .poll(async () => (await action.get()).data(), PATIENCE)
    .toMatchObject({
      state: 'undone',
      left_alone: [{ kind: 'link', id: 3, why: 'gone' }],
    });
  expect(await person.ask('/links/get/', { link_id: 4 })).toMatchObject({ ...merged, note: 'of 4\n\nof 3' });
  expect(await person.ask('/links/get/', { link_id: 5 })).toMatchObject({
    status_id: 1,
    note: 'a note of 4 and more',
  });
});

test('links that are no duplicates are stored in one of them, and not answered by the calls', async () => {
  const person = await seeded([]);
  const pair = { kind: 'link.distinct' as const, link_id: 1, other_id: 2 };
  const fields = Object.keys(Object(await person.ask('/links/get/', { link_id: 1 })));
  expect(
    await change(
      person,
      { ...pair, distinct: true },
      { ...pair, distinct: true },
      { ...pair, other_id: 9, distinct: true },
      { ...pair, other_id: 1, distinct: true },
    ),
  ).toEqual({
    done: 2,
    skipped: [
      { index: 2, why: 'gone' },
      { index: 3, why: 'changed' },
    ],
    created: [],
  });
  expect(await storedLink(person, 1)).toMatchObject({ distinct_from: [2] });
  expect(Object.keys(Object(await person.ask('/links/get/', { link_id: 1 })))).toEqual(fields);
  const here = await opened(person);
  expect(here.library.link(1)?.distinct_from).toEqual([2]);
  await here.actions.setDistinct([[2, 1]], false).finished;
  expect(await storedLink(person, 1)).toMatchObject({ distinct_from: [] });
  here.undo.undo();
  await expect.poll(async () => storedLink(person, 1), PATIENCE).toMatchObject({ distinct_from: [2] });
});

/** A note of which two fit into one. Three bytes a character. */
function longNote(start: number): string {
  return String(start).padEnd(NOTE_MAX_LENGTH / 2 - 1, 'あ');
}

test('merges with long notes are divided into parts that the server can store', async () => {
  const person = await seeded(Array.from({ length: 50 }, (_, index) => ({ note: longNote(index) })));
  const here = await opened(person);
  const groups = Array.from({ length: 25 }, (_, index) => ({ keep: index + 3, others: [index + 28] }));
  expect(await here.actions.mergeLinks(groups).outcome).toMatchObject({ ok: true });
  expect(here.failures.get()).toEqual([]);
  expect(await storedLink(person, 3)).toMatchObject({ note: `${longNote(0)}\n\n${longNote(25)}` });
  // The joined note would be too long for a link.
  const third = here.actions.mergeLinks([{ keep: 3, others: [4] }]);
  expect(third.left).toEqual([4]);
  expect(here.undo.undo()).toBe(true);
  await expect.poll(async () => storedLink(person, 3), PATIENCE).toMatchObject({ note: longNote(0) });
});

const PARTS = 3;
const GROUPS = (PARTS - 1) * BATCH_CHANGES_MAX_COUNT + 50;

test('merging hundreds of groups is one action, which a closed page does not stop and one undo reverts', async () => {
  const person = await seeded(
    Array.from({ length: 2 * GROUPS }, (_, index) =>
      index % 2 === 0
        ? {}
        : { name: `Name ${index}`, note: `note ${index}`, created_at: new Date(1e11 + index) },
    ),
  );
  const before = await stateOf(person);
  const groups = Array.from({ length: GROUPS }, (_, index) => ({
    keep: 2 * index + 3,
    others: [2 * index + 4],
  }));
  let calls = 0;
  let lost = 2;
  const original = globalThis.fetch;
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, options) => {
    const answer = await original(url, options);
    if (typeof url !== 'string' || !url.endsWith('/batch/')) return answer;
    calls += 1;
    // The second answer never arrives.
    return calls === lost ? new Promise<Response>(() => undefined) : answer;
  });
  const replica = new StoredReplica();
  const first = await opened(person, replica);
  expect(first.actions.mergeLinks(groups).left).toEqual([]);
  expect(first.library.link(3)).toMatchObject({ name: 'Name 1', note: 'note 1' });
  expect(first.library.links({ kind: 'trash' }).get()).toHaveLength(GROUPS);
  await expect.poll(() => calls, PATIENCE).toBe(2);
  await first.close();
  devices.pop();
  lost = 0;

  const second = await opened(person, replica);
  expect(second.library.links({ kind: 'trash' }).get()).toHaveLength(GROUPS);
  await expect.poll(() => second.unsent.get(), PATIENCE).toBe(0);
  expect(second.failures.get()).toEqual([]);
  // The next page repeats the parts whose answers it does not know.
  expect(calls).toBe(2 + PARTS);
  const actions = await firestore.collection(`users/${person.uid}/actions`).get();
  expect(actions.docs.map((one) => one.data())).toMatchObject([
    { label: `Merged ${GROUPS.toLocaleString('en')} duplicates`, state: 'done', items: GROUPS, skipped: 0 },
  ]);
  expect(await storedLink(person, 3)).toMatchObject({ name: 'Name 1', note: 'note 1' });

  await person.ask('/actions/undo/', { action_id: actions.docs[0]?.id ?? '' });
  await expect.poll(async () => stateOf(person), PATIENCE).toEqual(before);
  // The same by the undo of a page.
  await expect.poll(() => second.library.links({ kind: 'trash' }).get().length, PATIENCE).toBe(0);
  await second.actions.mergeLinks(groups).finished;
  calls = 0;
  expect(second.undo.undo()).toBe(true);
  // One change undoes both edits of a merge: the status of one link, and the values of the other.
  await expect.poll(() => calls, PATIENCE).toBe(PARTS);
  await expect.poll(() => second.unsent.get(), PATIENCE).toBe(0);
  expect(await stateOf(person)).toEqual(before);
});
