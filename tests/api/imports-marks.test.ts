import { Invalid } from '@foldmark/functions/errors/failure';
import { afterAll, expect, test } from 'vitest';

import { openFirestore } from '#tests/api/firestore.ts';
import { importerOf, type Part } from '#tests/api/importer.ts';

/** What our own backup brings beyond other files: marks "no duplicates", any date, and folders of one name. */

const firestore = openFirestore();
const uids = new Set<string>();

// These profiles have no accounts, and the nightly job stops if it finds too many of them.
afterAll(async () => {
  await Promise.all([...uids].map(async (uid) => firestore.recursiveDelete(firestore.doc(`users/${uid}`))));
});

async function newImporter(writesMax = 4) {
  const uid = crypto.randomUUID();
  uids.add(uid);
  const now = new Date();
  await firestore.doc(`users/${uid}`).set({ user_id: uid, created_at: now, updated_at: now });
  const first = { next_link_id: 1, next_folder_id: 1, next_folder_link_id: 1 };
  await firestore.doc(`users/${uid}/private/counters`).set(first);
  const importer = importerOf(firestore, uid, { writesMax });
  return {
    ...importer,
    bring: async (id: string, parts: readonly Part[]) => {
      await importer.send(id, parts);
      await importer.run(id);
      await importer.drain();
    },
    revert: async (id: string, redo = false) => {
      await importer.undo(id, redo);
      await importer.drain();
    },
    marks: async () => {
      const { links } = await importer.library();
      return Object.fromEntries(links.map((link) => [link.url, link.distinct_from]));
    },
  };
}

const link = (name: string, more: object = {}) => ({ url: `mailto:${name}`, name, folders: [], ...more });

/** The marks name links of the same part, of an earlier part, and of an entry that continues another. */
const MARKED: readonly Part[] = [
  { folders: [{ name: 'F', parent: -1 }], links: [link('a'), link('a', { folders: [0], continues: true })] },
  {
    folders: [],
    links: [link('b', { distinct_from: [1] }), link('c', { distinct_from: [2, 2, 3] })],
  },
];

test('marks "no duplicates" are imported, removed by an undo of the import, and restored by a redo', async () => {
  const { bring, marks, revert, library } = await newImporter();
  await bring('the-import', MARKED);
  const expected = { 'mailto:a': [], 'mailto:b': [1], 'mailto:c': [3] };
  expect(await marks()).toEqual(expected);
  await revert('the-import');
  expect((await library()).links).toEqual([]);
  await revert('the-import', true);
  expect(await marks()).toEqual(expected);
});

test('a repeated import changes nothing, also if the other link of the two has the mark', async () => {
  const { bring, marks, action } = await newImporter();
  await bring('the-import', MARKED);
  const reversed: readonly Part[] = [
    {
      folders: [],
      links: [link('c'), link('b', { distinct_from: [0] }), link('a', { distinct_from: [1] })],
    },
  ];
  await bring('second-import', reversed);
  expect(await action('second-import')).toMatchObject({ changed: 0 });
  expect(await marks()).toEqual({ 'mailto:a': [], 'mailto:b': [1], 'mailto:c': [3] });
});

test('a link that is there already gets the marks that it lacks, and an undo takes only these', async () => {
  const { bring, marks, revert } = await newImporter();
  await bring('the-import', [
    { folders: [], links: [link('a'), link('b', { distinct_from: [0] }), link('c')] },
  ]);
  const more = [link('a'), link('c'), link('b', { distinct_from: [0, 1] })];
  await bring('second-import', [{ folders: [], links: more }]);
  expect(await marks()).toEqual({ 'mailto:a': [], 'mailto:b': [1, 3], 'mailto:c': [] });
  await revert('second-import');
  expect(await marks()).toEqual({ 'mailto:a': [], 'mailto:b': [1], 'mailto:c': [] });
});

test('marks that name no link of the import, or too many, are refused', async () => {
  const { send } = await newImporter();
  const refused = async (id: string, distinct_from: readonly number[], links = 3) =>
    send(id, [
      {
        folders: [],
        links: Array.from({ length: links }, (_, index) => link(`${index}`, { distinct_from })),
      },
    ]);
  await expect(refused('out-of-range', [3])).rejects.toThrow(Invalid);
  await expect(refused('too-many', Array<number>(700).fill(0))).rejects.toThrow(Invalid);
});

test('dates before 1970 and in the future are kept, and the year 0 becomes the time of the import', async () => {
  const { bring, library } = await newImporter();
  const dates = ['1969-07-20T20:17:40.000Z', '2999-12-31T23:59:59.999Z', '0001-01-01T00:00:00.000Z'];
  const links = [...dates, '0000-01-01T00:00:00.000Z'].map((created_at, index) =>
    link(`${index}`, { created_at }),
  );
  await bring('the-import', [{ folders: [], links }]);
  const created = (await library()).links.map(({ created_at }) => created_at.toISOString());
  expect(created.slice(0, 3)).toEqual(dates);
  expect(Math.abs(Date.parse(created[3] ?? '') - Date.now())).toBeLessThan(24 * 60 * 60 * 1000);
});

test('200 levels of folders are imported, and two folders with equal names and parents stay separate', async () => {
  const { bring, library, action } = await newImporter(100);
  const deep = Array.from({ length: 200 }, (_, index) => ({ name: `${index}`, parent: index - 1 }));
  const twins = [
    { name: 'Twin', parent: -1 },
    { name: 'Twin', parent: -1 },
  ];
  const parts = [{ folders: [...deep, ...twins], links: [link('a', { folders: [199, 201] })] }];
  await bring('the-import', parts);
  const { folders, members } = await library();
  expect([folders.length, members.map(({ folder_id }) => folder_id)]).toEqual([202, [200, 202]]);
  await bring('second-import', parts);
  expect(await action('second-import')).toMatchObject({ changed: 0 });
});
