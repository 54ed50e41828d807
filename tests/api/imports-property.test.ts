import { sameKey } from '@foldmark/library/duplicates/link-identity';
import * as fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';

import { openFirestore } from '#tests/api/firestore.ts';
import { importerOf, type Part } from '#tests/api/importer.ts';

/** Compares the job with a slow but simple model of its rules, on random libraries and files. */

const firestore = openFirestore();
const uids = new Set<string>();

// These profiles have no accounts, and the nightly job stops if it finds too many of them.
afterAll(async () => {
  await Promise.all([...uids].map(async (uid) => firestore.recursiveDelete(firestore.doc(`users/${uid}`))));
});

interface ModelFolder {
  readonly id: number;
  readonly name: string;
  readonly parent: number;
  readonly status: number;
  favorite: boolean;
}

interface ModelLink {
  readonly id: number;
  readonly url: string;
  name: string;
  note: string;
  readonly status: number;
  favorite: boolean;
  folders: Set<number>;
}

interface Model {
  readonly folders: ModelFolder[];
  readonly links: ModelLink[];
}

const URLS = [
  'https://x.example/a',
  'https://X.example/%61',
  'https://x.example/a#',
  'https://x.example/b',
  'mailto:c',
];
const fewFolders = fc.array(
  fc.record({
    name: fc.constantFrom('A', 'B'),
    parent: fc.nat({ max: 3 }),
    trashed: fc.boolean(),
    favorite: fc.boolean(),
  }),
  { maxLength: 4 },
);
const fewLinks = fc.array(
  fc.record({
    url: fc.constantFrom(...URLS),
    isNamed: fc.boolean(),
    note: fc.constantFrom('', 'one', 'two'),
    trashed: fc.boolean(),
    favorite: fc.boolean(),
    folders: fc.uniqueArray(fc.nat({ max: 3 }), { maxLength: 3 }),
    continues: fc.boolean(),
  }),
  { maxLength: 6 },
);
const bunch = fc.record({ folders: fewFolders, links: fewLinks });
type Bunch = typeof bunch extends fc.Arbitrary<infer T> ? T : never;

/** A random library. The parent of a folder is an earlier one, or the root. */
function libraryOf({ folders, links }: Bunch): Model {
  return {
    folders: folders.map(({ name, parent, trashed, favorite }, index) => {
      return { id: index + 1, name, parent: parent > index ? 0 : parent, status: trashed ? 2 : 1, favorite };
    }),
    links: links.map(({ url, isNamed, note, trashed, favorite, folders: numbers }, index) => ({
      id: index + 1,
      url,
      name: isNamed ? `named ${index}` : url,
      note,
      status: trashed ? 2 : 1,
      favorite,
      folders: new Set(numbers.filter((number) => number < folders.length).map((number) => number + 1)),
    })),
  };
}

function fileOf({ folders, links }: Bunch): Part {
  return {
    folders: folders.map(({ name, parent, trashed, favorite }, index) => ({
      name,
      parent: parent > index ? -1 : parent - 1,
      ...(trashed ? { trashed } : {}),
      ...(favorite ? { favorite } : {}),
    })),
    links: links.map(({ url, isNamed, note, trashed, favorite, folders: numbers, continues }, index) => ({
      url,
      name: isNamed ? `from the file ${index}` : url,
      note,
      folders: numbers.filter((number) => number < folders.length),
      ...(trashed ? { trashed } : {}),
      ...(favorite ? { favorite } : {}),
      ...(continues && index > 0 ? { continues } : {}),
    })),
  };
}

function merged(before: Model, file: Part): Model {
  const after: Model = structuredClone(before);
  const folderIds = mergeFolders(after, file, before.folders.length + 1);
  const ids = linkIds(before, file, before.links.length + 1);
  for (const [index, entry] of file.links.entries()) {
    const id = ids[index] ?? 0;
    const { url, name, note = '', continues = false, trashed = false, favorite = false } = entry;
    let link = after.links.find((one) => one.id === id);
    if (link === undefined) {
      link = { id, url, name, note, status: trashed ? 2 : 1, favorite: false, folders: new Set() };
      after.links.push(link);
    }
    if (!continues) {
      if (link.name === link.url && name !== url) link.name = name;
      if (link.note === '') link.note = note;
      if (favorite) link.favorite = true;
    }
    for (const number of entry.folders) link.folders.add(folderIds[number] ?? 0);
  }
  return after;
}

function mergeFolders(after: Model, { folders }: Part, firstNew: number): number[] {
  const ids: number[] = [];
  for (const [number, { name, parent, trashed = false, favorite = false }] of folders.entries()) {
    const parentId = parent < 0 ? 0 : (ids[parent] ?? 0);
    let folder = after.folders.find(
      (one) =>
        one.id < firstNew &&
        !ids.includes(one.id) &&
        one.name === name &&
        one.parent === parentId &&
        one.status === (trashed ? 2 : 1),
    );
    if (folder === undefined) {
      folder = { id: firstNew + number, name, parent: parentId, status: trashed ? 2 : 1, favorite: false };
      after.folders.push(folder);
    }
    if (favorite) folder.favorite = true;
    ids.push(folder.id);
  }
  return ids;
}

function linkIds({ links }: Model, file: Part, firstNew: number): number[] {
  const ids = new Map<number, number>();
  const entries = [...file.links.entries()];
  for (const { keyOf, order } of [
    { keyOf: (url: string) => url, order: entries },
    { keyOf: sameKey, order: entries.toReversed() },
  ]) {
    for (const [index, { url, trashed = false, continues = false }] of order) {
      if (continues || ids.has(index)) continue;
      const found = links.find(
        (link) =>
          ![...ids.values()].includes(link.id) &&
          link.status === (trashed ? 2 : 1) &&
          keyOf(link.url) === keyOf(url),
      );
      if (found !== undefined) ids.set(index, found.id);
    }
  }
  const all: number[] = [];
  for (const [index, { continues = false }] of file.links.entries()) {
    all.push(continues ? (all.at(-1) ?? 0) : (ids.get(index) ?? firstNew + index));
  }
  return all;
}

async function store({ folders, links }: Model): Promise<string> {
  const uid = crypto.randomUUID();
  uids.add(uid);
  const now = new Date();
  const live = { deleted: false, updated_at: now };
  const batch = firestore.batch();
  const put = (path: string, data: object) => batch.set(firestore.doc(`users/${uid}${path}`), data);
  put('', { user_id: uid, created_at: now, updated_at: now });
  let next_folder_link_id = 1;
  for (const { id, name, parent, status, favorite } of folders) {
    const folder = { folder_id: id, name, status_id: status, parent_folder_id: parent, image_s3_key: '' };
    put(`/folders/${id}`, { ...live, ...folder, created_at: now });
    if (favorite) put(`/favorites/folder_${id}`, { ...live, object_type: 'folder', object_id: id });
  }
  for (const { id, url, name, note, status, favorite, folders: folder_ids } of links) {
    put(`/links/${id}`, { ...live, link_id: id, url, name, note, status_id: status, created_at: now });
    if (favorite) put(`/favorites/link_${id}`, { ...live, object_type: 'link', object_id: id });
    for (const folder_id of folder_ids) {
      const member = { folder_id, link_id: id, folder_link_id: next_folder_link_id };
      put(`/folder_links/${folder_id}_${id}`, { ...live, ...member });
      next_folder_link_id += 1;
    }
  }
  const next = { next_link_id: links.length + 1, next_folder_id: folders.length + 1, next_folder_link_id };
  put('/private/counters', next);
  await batch.commit();
  return uid;
}

type Importer = ReturnType<typeof importerOf>;

async function stored(importer: Importer): Promise<Model> {
  const { links, folders, members, favorites } = await importer.library();
  const isFavorite = (type: string, id: number): boolean =>
    favorites.some(({ object_type, object_id }) => object_type === type && object_id === id);
  return sortedModel({
    folders: folders.map(({ folder_id: id, name, parent_folder_id: parent, status_id: status }) => {
      return { id, name, parent, status, favorite: isFavorite('folder', id) };
    }),
    links: links.map(({ link_id: id, url, name, note, status_id: status }) => {
      const own = members.filter(({ link_id }) => link_id === id).map(({ folder_id }) => folder_id);
      return { id, url, name, note, status, favorite: isFavorite('link', id), folders: new Set(own) };
    }),
  });
}

function sortedModel({ folders, links }: Model): Model {
  return { folders: folders.toSorted((a, b) => a.id - b.id), links: links.toSorted((a, b) => a.id - b.id) };
}

async function importFile(importer: Importer, id: string, file: Part, cut: number) {
  const parts = [
    { folders: file.folders.slice(0, cut), links: file.links.slice(0, cut) },
    { folders: file.folders.slice(cut), links: file.links.slice(cut) },
  ];
  await importer.send(id, parts);
  await importer.run(id);
  await importer.drain();
  return importer.action(id);
}

test('an import merges a file as the model does; the same file again, undo and redo do what they say', async () => {
  await fc.assert(
    fc.asyncProperty(
      bunch,
      bunch,
      fc.nat({ max: 4 }),
      fc.integer({ min: 3, max: 12 }),
      async (has, gets, cut, writesMax) => {
        const before = libraryOf(has);
        const file = fileOf(gets);
        const importer = importerOf(firestore, await store(before), { writesMax });
        const first = await importer.library();
        const action = await importFile(importer, 'import-one', file, cut);
        const links = file.links.length;
        expect(action).toMatchObject({ state: 'done', import: { links, handled: links } });
        const after = await stored(importer);
        expect(after).toEqual(sortedModel(merged(before, file)));
        expect(await importFile(importer, 'import-two', file, cut)).toMatchObject({ changed: 0, made: [] });
        expect(await stored(importer)).toEqual(after);
        await importer.undo('import-one');
        await importer.drain();
        expect(await importer.action('import-one')).toMatchObject({ state: 'undone', left_alone_count: 0 });
        expect(await importer.library()).toEqual(first);
        await importer.undo('import-one', true);
        await importer.drain();
        expect(await stored(importer)).toEqual(after);
      },
    ),
    { numRuns: 12 },
  );
});
