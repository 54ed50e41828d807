import type { Input } from '@foldmark/contract/endpoints';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';

import { openFirestore } from '#tests/api/firestore.ts';
import { type Person, register } from '#tests/api/support.ts';

const firestore = openFirestore();
/** A task usually follows its commit within seconds; a busy machine takes longer. */
const DEADLINE = { timeout: 60_000, interval: 200 };

type Part = Pick<Input<'/imports/part/'>, 'folders' | 'links'>;

function startOf(import_id: string, parts: readonly Part[], more: object = {}): Input<'/imports/start/'> {
  const count = (number: (part: Part) => number) => parts.reduce((sum, part) => sum + number(part), 0);
  return {
    import_id,
    label: 'Import of bookmarks.html',
    parts: parts.length,
    links: count(({ links }) => links.length),
    folders: count(({ folders }) => folders.length),
    memberships: count(({ links }) => links.flatMap(({ folders }) => folders).length),
    ...more,
  };
}

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

const FILE: readonly Part[] = [
  {
    folders: [
      { name: 'Reading', parent: -1 },
      { name: 'Later', parent: 0, favorite: true },
    ],
    links: [
      {
        url: 'https://example.com/a',
        name: 'A',
        folders: [0, 1],
        note: 'two\nlines',
        created_at: '2019-03-10T12:00:00.000Z',
      },
      { url: 'https://example.com/b', name: 'B', folders: [], favorite: true },
    ],
  },
  {
    folders: [{ name: 'Old', parent: 0, trashed: true }],
    links: [{ url: 'https://example.com/c', name: 'C', folders: [2], trashed: true }],
  },
];

describe('an import', () => {
  test('into an empty library brings every folder, link, membership and favorite, and can be undone', async () => {
    const person = await register();
    const action = await run(person, FILE);
    expect(action).toMatchObject({
      changed: 6,
      import: { links: 3, handled: 3, created: 3, filled: 0, folders_created: 3, started_at: {} },
    });
    const library = await libraryOf(person);
    expect(library).toMatchObject({
      links: [
        { link_id: 1, name: 'A', note: 'two\nlines', created_at: '2019-03-10T12:00:00.000Z', status_id: 1 },
        { name: 'B' },
        { name: 'C', status_id: 2 },
      ],
      folders: [
        { folder_id: 1, parent_folder_id: 0 },
        { parent_folder_id: 1 },
        { parent_folder_id: 1, status_id: 2 },
      ],
      members: [
        { folder_id: 1, link_id: 1 },
        { folder_id: 2, link_id: 1 },
        { folder_id: 3, link_id: 3 },
      ],
      favorites: [{}, {}],
    });
    // The same file again.
    expect(await run(person, FILE)).toMatchObject({
      changed: 0,
      made: [],
      import: { handled: 3, created: 0, filled: 0 },
    });
    expect(await libraryOf(person)).toEqual(library);
    await person.ask('/actions/undo/', { action_id: action?.['action_id'] });
    await finished(person, action?.['action_id'], 'undone');
    expect(await libraryOf(person)).toEqual({ links: [], folders: [], members: [], favorites: [] });
  });
});
