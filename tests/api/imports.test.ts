import { failureAnswer, type FailureCode } from '@foldmark/contract/failures';
import { IMPORT_PART_MAX_COUNT } from '@foldmark/contract/limits';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';

import { openFirestore } from '#tests/api/firestore.ts';
import { type Part, startOf } from '#tests/api/importer.ts';
import { DEADLINE, type Person, register } from '#tests/api/support.ts';

const firestore = openFirestore();

/** Sends an import without running it. */
async function send(person: Person, parts: readonly Part[], more: object = {}): Promise<string> {
  const import_id = crypto.randomUUID();
  await person.ask('/imports/start/', startOf(import_id, parts, more));
  for (const [part, content] of parts.entries()) {
    await person.ask('/imports/part/', { import_id, part, ...content });
  }
  return import_id;
}

async function actionOf({ uid }: Person, import_id: string) {
  return (await firestore.doc(`users/${uid}/actions/${import_id}`).get()).data();
}

async function finished(person: Person, import_id: string, state = 'done') {
  await expect.poll(async () => (await actionOf(person, import_id))?.['state'], DEADLINE).toBe(state);
  return actionOf(person, import_id);
}

async function run(person: Person, parts: readonly Part[], more: object = {}) {
  const import_id = await send(person, parts, more);
  await person.ask('/imports/run/', { import_id });
  return finished(person, import_id);
}

async function libraryOf({ ask }: Person) {
  const [links, folders, members, favorites] = await Promise.all([
    ask('/links/list/', {}),
    ask('/folders/list/', {}),
    ask('/folder-links/list/', {}),
    ask('/favorites/list/', {}),
  ]);
  return {
    links: sorted(links, 'link_id'),
    folders: sorted(folders, 'folder_id'),
    members: sorted(members, 'folder_link_id'),
    favorites,
  };
}

function sorted(list: unknown, by: string): Record<string, unknown>[] {
  const items = z.parse(z.array(z.record(z.string(), z.unknown())), list);
  return items.toSorted((a, b) => Number(a[by]) - Number(b[by]));
}

const DATE = '2019-03-10T12:00:00.000Z';
const FILE: readonly Part[] = [
  {
    folders: [
      { name: 'Reading', parent: -1, icon: '📚' },
      { name: 'Later', parent: 0, favorite: true },
    ],
    links: [
      {
        url: 'https://example.com/a',
        name: 'A',
        folders: [0, 1],
        note: 'two\nlines',
        created_at: DATE,
      },
      { url: 'https://example.com/b', name: 'B', folders: [], favorite: true },
    ],
  },
  {
    folders: [{ name: 'Old', parent: 0, trashed: true }],
    links: [{ url: 'https://example.com/c', name: 'C', folders: [2], trashed: true }],
  },
];

function refusal(code: FailureCode) {
  return failureAnswer(code);
}

/** Refused input. The contract has no text of its own for it. */
const INVALID = { status: 400, body: { errors: [expect.any(String)] } };

async function updateTimes({ uid }: Person): Promise<unknown[]> {
  const names = ['links', 'folders', 'folder_links', 'favorites'];
  const all = await Promise.all(
    names.map(async (name) => firestore.collection(`users/${uid}/${name}`).get()),
  );
  return all.flatMap(({ docs }) => docs.map(({ ref, updateTime }) => [ref.path, updateTime]));
}

describe('an import', () => {
  test('into an empty library brings every folder, link, membership and favorite, once', async () => {
    const person = await register();
    const action = await run(person, FILE);
    expect(action).toMatchObject({
      label: 'Import of bookmarks.html',
      changed: 6,
      import: {
        links: 3,
        handled: 3,
        created: 3,
        filled: 0,
        folders_created: 3,
        first_link_id: 1,
        started_at: {},
      },
    });
    for (const field of ['next_part', 'due_at']) expect(action).not.toHaveProperty(field);
    const library = await libraryOf(person);
    expect(library).toMatchObject({
      links: [
        { link_id: 1, name: 'A', note: 'two\nlines', created_at: DATE, status_id: 1, favicon_key: '' },
        { link_id: 2, name: 'B', note: '' },
        { link_id: 3, name: 'C', status_id: 2 },
      ],
      folders: [
        { folder_id: 1, name: 'Reading', parent_folder_id: 0, icon: '📚' },
        { folder_id: 2, name: 'Later', parent_folder_id: 1 },
        { folder_id: 3, name: 'Old', parent_folder_id: 1, status_id: 2 },
      ],
      members: [
        { folder_id: 1, link_id: 1 },
        { folder_id: 2, link_id: 1 },
        { folder_id: 3, link_id: 3 },
      ],
      favorites: [{}, {}],
    });
    expect(Date.parse(String(library.links[1]?.['created_at']))).toBeGreaterThan(Date.now() - 60_000);
    const times = await updateTimes(person);
    expect(await run(person, FILE)).toMatchObject({
      changed: 0,
      made: [],
      import: { handled: 3, created: 0, filled: 0, folders_created: 0 },
    });
    expect(await updateTimes(person)).toEqual(times);
    // Ids of new links do not collide with those of the import.
    expect(await person.ask('/links/create/', { url: 'mailto:later' })).toMatchObject({ link_id: 7 });
    await person.ask('/actions/undo/', { action_id: action?.['action_id'] });
    await finished(person, action?.['action_id'], 'undone');
    expect(await libraryOf(person)).toMatchObject({
      links: [{ link_id: 7 }],
      folders: [],
      members: [],
      favorites: [],
    });
    await person.ask('/actions/undo/', { action_id: action?.['action_id'], redo: true });
    await finished(person, action?.['action_id']);
    const again = await libraryOf(person);
    expect({ ...again, links: again.links.slice(0, 3) }).toEqual(library);
  });

  test('into a library adds missing things, and replaces nothing', async () => {
    const person = await register();
    const { ask } = person;
    const placeholder = { url: 'https://example.com/placeholder', folders: [] };
    for (const name of ['Named', 'Trashed', 'Edited']) {
      await ask('/links/create/', { url: `https://example.com/${name.toLowerCase()}` });
    }
    await ask('/links/update/', { link_id: 1, name: 'Named' });
    await ask('/links/update/', { link_id: 2, name: 'Trashed', status_id: 2 });
    await ask('/links/update/', { link_id: 3, name: 'Edited', note: 'of the person' });
    await ask('/batch/', {
      action_id: 'placeholder',
      part: 0,
      parts: 1,
      label: 'a',
      changes: [{ kind: 'link.create', ref: -1, url: 'mailto:placeholder' }],
    });
    await ask('/folders/create/', { name: 'Target' });
    await ask('/folders/create/', { name: 'Inner', parent_folder_id: 1 });
    await ask('/folders/add-link/', { folder_id: 2, link_id: 1 });
    const before = await libraryOf(person);
    const action = await run(
      person,
      [
        {
          folders: [
            { name: 'Inner', parent: -1 },
            { name: 'Inner', parent: 0 },
          ],
          links: [
            // The same thing in other spellings.
            {
              url: 'HTTPS://EXAMPLE.com:443/%6eamed',
              name: 'Other',
              note: 'new',
              folders: [0, 1],
              favorite: true,
            },
            { url: 'https://example.com/trashed', name: 'Again', folders: [] },
            { url: 'https://example.com/edited', name: 'Other', note: 'new', created_at: DATE, folders: [] },
            { url: 'mailto:placeholder', name: 'A real title', folders: [1] },
            { ...placeholder, name: placeholder.url, created_at: '0000-01-01T00:00:00Z' },
          ],
        },
      ],
      { target_folder_id: 1 },
    );
    expect(action).toMatchObject({ changed: 6, import: { created: 2, filled: 3, folders_created: 1 } });
    const [named, trashed, edited, , ...rest] = before.links;
    const after = await libraryOf(person);
    expect(after).toMatchObject({
      links: [
        { ...named, note: 'new' },
        trashed,
        edited,
        { name: 'A real title', url: 'mailto:placeholder' },
        { name: 'Again', status_id: 1, created_at: expect.stringContaining('20') },
        { name: placeholder.url, created_at: expect.not.stringContaining('0000') },
      ],
      folders: [{}, {}, { name: 'Inner', parent_folder_id: 2 }],
      favorites: [{ object_id: 1, object_type: 'link' }],
    });
    expect(rest).toEqual([]);
    expect(
      after.members.map(({ folder_id, link_id }) => `${String(folder_id)} ${String(link_id)}`).sort(),
    ).toEqual(['1 3', '1 6', '1 9', '2 1', '4 1', '4 4'].sort());
    await ask('/actions/undo/', { action_id: action?.['action_id'] });
    await finished(person, action?.['action_id'], 'undone');
    expect(await libraryOf(person)).toEqual(before);
  });

  test('of a link in 600 folders goes on over two entries, parts and steps', async () => {
    const person = await register();
    const folders = Array.from({ length: 600 }, (_, index) => ({ name: `folder ${index}`, parent: -1 }));
    const numbers = folders.map((_, index) => index);
    const link = { url: 'mailto:a', name: 'A' };
    const max = IMPORT_PART_MAX_COUNT;
    const action = await run(person, [
      { folders: folders.slice(0, max), links: [] },
      { folders: folders.slice(max), links: [{ ...link, folders: numbers.slice(0, max) }] },
      { folders: [], links: [{ ...link, folders: numbers.slice(max), continues: true }] },
    ]);
    expect(action).toMatchObject({ changed: 601, import: { handled: 2, created: 1, filled: 0 } });
    const { links, members } = await libraryOf(person);
    expect(links).toHaveLength(1);
    expect(new Set(members.map(({ folder_id }) => folder_id)).size).toBe(600);
    expect(new Set(members.map(({ folder_link_id }) => folder_link_id)).size).toBe(600);
  });
});

describe('a call', () => {
  test('that is repeated answers the same, and with other input it is refused', async () => {
    const person = await register();
    const import_id = crypto.randomUUID();
    const start = startOf(import_id, FILE);
    const parts = FILE.map((content, part) => ({ import_id, part, ...content }));
    const sendPart = async (part: number) => person.call('/imports/part/', parts[part]);
    expect(await person.call('/imports/run/', { import_id })).toMatchObject(refusal('noSuchAction'));
    const receiving = { status: 200, body: { state: 'receiving', received: [] } };
    expect(await Promise.all([1, 2].map(async () => person.call('/imports/start/', start)))).toMatchObject([
      receiving,
      receiving,
    ]);
    expect(await person.call('/imports/start/', { ...start, links: 4 })).toMatchObject(refusal('keyReused'));
    expect(await person.call('/imports/run/', { import_id })).toMatchObject(refusal('importIncomplete'));
    for (const _ of [1, 2])
      expect(await sendPart(1)).toMatchObject({ body: { state: 'receiving', received: [1] } });
    expect(await person.call('/imports/part/', { ...parts[1], links: [] })).toMatchObject(
      refusal('keyReused'),
    );
    expect(await person.ask('/imports/start/', start)).toEqual({ state: 'receiving', received: [1] });
    expect(await person.call('/imports/run/', { import_id })).toMatchObject(refusal('importIncomplete'));
    await Promise.all([1, 2].map(async () => sendPart(0)));
    const answers = await Promise.all([1, 2].map(async () => person.ask('/imports/run/', { import_id })));
    for (const answer of answers) expect(answer).toMatchObject({ received: [0, 1] });
    const action = await finished(person, import_id);
    const library = await libraryOf(person);
    const done = { state: 'done', received: [0, 1] };
    expect(await person.ask('/imports/run/', { import_id })).toEqual(done);
    expect(await person.ask('/imports/start/', start)).toEqual(done);
    expect(await sendPart(0)).toMatchObject({ status: 200, body: done });
    expect(await person.ask('/imports/stop/', { import_id })).toEqual(done);
    expect(await actionOf(person, import_id)).toEqual(action);
    expect(await libraryOf(person)).toEqual(library);
    // An action is one or the other.
    const batch = {
      part: 0,
      parts: 2,
      label: 'a',
      changes: [{ kind: 'link.create', ref: -1, url: 'mailto:a' }],
    };
    expect(await person.call('/batch/', { action_id: import_id, ...batch })).toMatchObject(
      refusal('keyReused'),
    );
    await person.call('/batch/', { action_id: 'some-batch', ...batch });
    expect(await person.call('/imports/start/', { ...start, import_id: 'some-batch' })).toMatchObject(
      refusal('keyReused'),
    );
    expect(await person.call('/imports/stop/', { import_id: 'some-batch' })).toMatchObject(
      refusal('noSuchAction'),
    );
    const late = { import_id, part: 1, folders: [], links: [] };
    const stopped = await send(person, FILE.slice(0, 1), { parts: 2 });
    expect(await person.ask('/imports/stop/', { import_id: stopped })).toMatchObject({ state: 'done' });
    expect(await person.call('/imports/part/', { ...late, import_id: stopped })).toMatchObject(
      refusal('importBegun'),
    );
  });

  test('with a target that is missing, in the trash, or of another user is refused', async () => {
    const [person, other] = [await register(), await register()];
    const start = startOf('some-import', FILE, { target_folder_id: 1 });
    expect(await person.call('/imports/start/', start)).toMatchObject(refusal('noSuchFolder'));
    await person.ask('/folders/create/', { name: 'a' });
    await person.ask('/folders/update/', { folder_id: 1, status_id: 2 });
    expect(await person.call('/imports/start/', start)).toMatchObject(refusal('noSuchFolder'));
    await person.ask('/folders/update/', { folder_id: 1, status_id: 1 });
    await person.ask('/imports/start/', start);
    for (const path of ['/imports/run/', '/imports/stop/'] as const) {
      expect(await other.call(path, { import_id: 'some-import' })).toMatchObject(refusal('noSuchAction'));
    }
  });

  test('with references out of range, wrong counts or too much text is refused, and stores nothing', async () => {
    const person = await register();
    const import_id = 'some-import';
    const link = { url: 'mailto:a', name: 'A', folders: [] };
    const folder = { name: 'a', parent: -1 };
    await person.ask('/imports/start/', {
      ...startOf(import_id, FILE),
      parts: 2,
      links: 2,
      folders: 2,
      memberships: 2,
    });
    const part = { import_id, part: 0, folders: [folder], links: [link] };
    const many = Array.from({ length: IMPORT_PART_MAX_COUNT + 1 }, () => 0);
    for (const wrong of [
      { links: [{ ...link, folders: [2] }] },
      { links: [{ ...link, folders: [-1] }] },
      { links: [{ ...link, folders: [0.5] }] },
      { links: [{ ...link, folders: many }] },
      { links: [{ ...link, folders: [0, 0, 0] }] },
      { links: [{ ...link, continues: true }] },
      { links: [link, link, link] },
      { links: many.map(() => link) },
      { folders: many.map(() => folder) },
      { folders: [{ ...folder, parent: 2 }] },
      { folders: [{ ...folder, parent: -2 }] },
      { folders: [folder, folder, folder] },
      { part: 2 },
      { part: -1 },
    ]) {
      expect(await person.call('/imports/part/', { ...part, ...wrong })).toMatchObject(INVALID);
    }
    const large = {
      ...part,
      links: Array.from({ length: 180 }, () => ({ ...link, note: 'x'.repeat(4000) })),
    };
    expect(await person.call('/imports/part/', large)).toMatchObject(refusal('importTooLarge'));
    expect((await firestore.collection(`users/${person.uid}/private`).get()).size).toBe(2);
    // A folder that comes before its parent.
    await person.ask('/imports/part/', { ...part, folders: [{ ...folder, parent: 1 }] });
    await person.ask('/imports/part/', { ...part, part: 1 });
    expect(await person.call('/imports/run/', { import_id })).toMatchObject(INVALID);
    // Fewer entries than announced.
    const fewer = await send(person, FILE, { links: 4 });
    expect(await person.call('/imports/run/', { import_id: fewer })).toMatchObject(
      refusal('importIncomplete'),
    );
    expect(await libraryOf(person)).toEqual({ links: [], folders: [], members: [], favorites: [] });
  });
});

function described(url: string, description: string): Part {
  return { folders: [], links: [{ url, name: 'a', folders: [], description }] };
}

test('the description of a backup is cleaned, fills in an empty one, replaces none, and is undone', async () => {
  const person = await register();
  const { ask } = person;
  await ask('/links/create/', { url: 'mailto:there' });
  const descriptions = async () =>
    (await libraryOf(person)).links.map(({ url, description }) => [url, description]);
  const first = await run(person, [
    described('mailto:there', ' About \n it\u202e '),
    described('mailto:new', 'New'),
  ]);
  await run(person, [described('mailto:there', 'Other')]);
  expect(await descriptions()).toEqual([
    ['mailto:there', 'About it'],
    ['mailto:new', 'New'],
  ]);
  await ask('/actions/undo/', { action_id: first?.['action_id'] });
  await finished(person, first?.['action_id'], 'undone');
  expect(await descriptions()).toEqual([['mailto:there', '']]);
});
