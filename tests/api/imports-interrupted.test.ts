import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Meter } from '@foldmark/functions/allowance/meter';
import { continueActions } from '@foldmark/functions/jobs/continue-jobs';
import { doStep } from '@foldmark/functions/jobs/do-step';
import { afterAll, describe, expect, test } from 'vitest';

import { openFirestore } from '#tests/api/firestore.ts';
import { type Importer, importerOf, Killed, type Part } from '#tests/api/importer.ts';
import { seedLibrary } from '#tests/api/seed-library.ts';

/** Runs the operations and the job in this process, where a test can end them at any point. */

const firestore = openFirestore();
const COSTS = readFileSync(join(import.meta.dirname, '../../docs/costs.md'), 'utf8');
const uids = new Set<string>();

// These profiles have no accounts, and the nightly job stops if it finds too many of them.
afterAll(async () => {
  await Promise.all([...uids].map(async (uid) => firestore.recursiveDelete(firestore.doc(`users/${uid}`))));
});

/** A person with the library of seed-library.ts. */
async function seeded(): Promise<string> {
  const uid = crypto.randomUUID();
  uids.add(uid);
  const now = new Date();
  await firestore.doc(`users/${uid}`).set({ user_id: uid, created_at: now, updated_at: now });
  await seedLibrary(firestore, uid);
  return uid;
}

const DATE = '2019-03-10T12:00:00.000Z';
/** With `writesMax` of 6, several steps, and link E goes on in another one. */
const FILE: readonly Part[] = [
  {
    folders: [
      { name: 'folder 1', parent: -1 },
      { name: 'folder 2', parent: 0 },
      { name: 'new', parent: 0, favorite: true },
      { name: 'newer', parent: 2 },
    ],
    links: [
      { url: 'mailto:1', name: 'link 1', folders: [1, 2], note: 'a note', favorite: true },
      { url: 'mailto:a', name: 'A', folders: [], note: 'two\nlines', created_at: DATE, favorite: true },
      { url: 'mailto:b', name: 'B', folders: [3], created_at: DATE },
    ],
  },
  {
    folders: [{ name: 'newest', parent: 3, trashed: true }],
    links: [
      { url: 'mailto:2', name: 'ignored', folders: [], trashed: true, created_at: DATE },
      { url: 'mailto:e', name: 'E', folders: [0, 1, 2], created_at: DATE },
      { url: 'mailto:e', name: 'E', folders: [3, 4], continues: true, created_at: DATE },
    ],
  },
];
const SMALL = { writesMax: 6 };

/** Without the timestamps that the server sets. */
async function expectedLibrary(): Promise<object> {
  const importer = importerOf(firestore, await seeded(), SMALL);
  await importer.send('the-import', FILE);
  await importer.run('the-import');
  await importer.drain();
  return withoutSeedDates(await importer.library());
}

function withoutSeedDates({ links, ...rest }: Awaited<ReturnType<Importer['library']>>): object {
  return {
    ...rest,
    links: links.map((link) => ({ ...link, created_at: link.link_id > 2 ? link.created_at : 0 })),
  };
}

/** Does the work. Repeats each killed step, as the browser repeats a call and the queue a task. */
async function importDespite(importer: Importer): Promise<number> {
  let kills = 0;
  const survive = async (work: () => Promise<unknown>): Promise<void> => {
    for (;;) {
      try {
        await work();
        return;
      } catch (error) {
        if (!(error instanceof Killed)) throw error;
        kills += 1;
        importer.clock.ahead += 10_000;
      }
    }
  };
  await survive(async () => importer.send('the-import', FILE));
  await survive(async () => importer.run('the-import'));
  for (let step = importer.queued.shift(); step !== undefined; step = importer.queued.shift()) {
    const task = step;
    await survive(async () => importer.deliver(task));
  }
  return kills;
}

test('an import that is killed at any point brings each link once', async () => {
  const expected = await expectedLibrary();
  let points = 0;
  const counting = importerOf(firestore, await seeded(), { ...SMALL, point: () => void (points += 1) });
  expect(await importDespite(counting)).toBe(0);
  expect(points).toBeGreaterThan(35);
  const all = Array.from({ length: points }, (_, index) => index + 1);
  const killedAt = async (fatal: number): Promise<void> => {
    let passed = 0;
    const uid = await seeded();
    const importer = importerOf(firestore, uid, {
      ...SMALL,
      point: () => {
        passed += 1;
        if (passed === fatal) throw new Killed(`point ${fatal}`);
      },
    });
    expect(await importDespite(importer)).toBe(1);
    expect(withoutSeedDates(await importer.library()), `killed at point ${fatal}`).toEqual(expected);
    expect(await importer.action('the-import')).toMatchObject({
      state: 'done',
      changed: 8,
      import: { handled: 6, created: 4, filled: 1, folders_created: 3 },
    });
  };
  for (let from = 0; from < points; from += 6) await Promise.all(all.slice(from, from + 6).map(killedAt));
});

/** An importer whose import has been planned, and the steps that it has made. */
async function begun(steps: number, parts = FILE): Promise<{ importer: Importer; uid: string }> {
  const uid = await seeded();
  const importer = importerOf(firestore, uid, SMALL);
  await importer.send('the-import', parts);
  await importer.run('the-import');
  for (let made = 0; made <= steps; made += 1) await deliverNext(importer);
  return { importer, uid };
}

async function deliverNext({ queued, deliver }: Importer): Promise<void> {
  const step = queued.shift();
  if (step === undefined) throw new Error('No task is queued.');
  await deliver(step);
}

describe('a task', () => {
  test('that is delivered twice at once, again and late changes nothing more', async () => {
    const { importer } = await begun(-1);
    const all = [...importer.queued];
    for (let step = importer.queued.shift(); step !== undefined; step = importer.queued.shift()) {
      const task = step;
      await Promise.all([importer.deliver(task), importer.deliver(task)]);
      await importer.deliver(task);
      all.push(...importer.queued);
      expect(importer.queued.length).toBeLessThan(2);
    }
    for (const step of all) await importer.deliver(step);
    expect(importer.queued).toEqual([]);
    expect(withoutSeedDates(await importer.library())).toEqual(await expectedLibrary());
  });

  test('that was lost is queued again by a job', async () => {
    const { importer } = await begun(-1);
    for (let lost = 0; lost < 3; lost += 1) {
      const [step] = importer.queued.splice(0);
      importer.clock.ahead += 6 * 60_000;
      await continueActions(importer.services);
      expect(importer.queued).toContainEqual(step);
      importer.queued.splice(0, Infinity, ...(step === undefined ? [] : [step]));
      await deliverNext(importer);
    }
    await importer.drain();
    expect(withoutSeedDates(await importer.library())).toEqual(await expectedLibrary());
  });

  test('of a deleted account does nothing', async () => {
    for (const steps of [-1, 0, 3]) {
      const { importer, uid } = await begun(steps);
      const user = firestore.doc(`users/${uid}`);
      const [step] = importer.queued;
      const left = ['actions/the-import', 'private/import.the-import.plan', 'private/import.the-import.0'];
      const documents = await Promise.all(
        left.map(async (path) => firestore.doc(`${user.path}/${path}`).get()),
      );
      // The deletion and the task at once.
      await Promise.all([importer.destroy(), importer.drain()]);
      expect(await user.listCollections()).toEqual([]);
      // Even if the deletion has not reached the import yet.
      for (const document of documents) await document.ref.set(document.data() ?? {});
      if (step !== undefined) await importer.deliver(step);
      expect((await user.listCollections()).map(({ id }) => id)).toEqual(['actions', 'private']);
      await firestore.recursiveDelete(user);
    }
  });

  test('of an import that lacks a part ends it', async () => {
    for (const steps of [-1, 2]) {
      const { importer, uid } = await begun(steps);
      await firestore.doc(`users/${uid}/private/import.the-import.1`).delete();
      await importer.drain();
      expect(await importer.action('the-import')).toMatchObject({ state: 'done', import: { stopped: true } });
      await importer.undo('the-import');
      await importer.drain();
      expect(await importer.action('the-import')).toMatchObject({ state: 'undone' });
    }
  });

  test('waits, so that a collection gets at most 400 writes a second', async () => {
    const { importer } = await begun(0, [{ folders: [], links: linksFrom(1, 100) }]);
    const pauses: number[] = [];
    const [step] = importer.queued;
    const pause = async (ms: number) => void pauses.push(ms);
    await doStep(step, { ...importer.services, now: () => new Date(0) }, { pause, writesMax: 40 });
    expect(pauses).toEqual([(39 / 400) * 1000]);
  });
});

function linksFrom(first: number, count: number): Part['links'] {
  return Array.from({ length: count }, (_, index) => ({
    url: `mailto:from-${first + index}`,
    name: `link ${first + index}`,
    folders: [],
  }));
}

describe('a user', () => {
  test('can stop an import at any step, and undo the part that is in', async () => {
    const before = await importerOf(firestore, await seeded()).library();
    for (const steps of [-1, 0, 1, 3]) {
      const { importer } = await begun(steps);
      await importer.stop('the-import');
      await importer.stop('the-import');
      await importer.drain();
      const stopped = await importer.action('the-import');
      expect(stopped).toMatchObject({ state: 'done', import: { stopped: true } });
      expect(stopped).not.toHaveProperty('next_part');
      expect(stopped?.['made']).toHaveLength(Math.max(0, steps));
      await importer.undo('the-import');
      await importer.drain();
      expect(await importer.action('the-import')).toMatchObject({ state: 'undone', left_alone: [] });
      expect(withoutSeedDates(await importer.library())).toEqual(withoutSeedDates(before));
    }
  });

  test('can undo a running import, and redo its changes', async () => {
    const before = await importerOf(firestore, await seeded()).library();
    const { importer } = await begun(3);
    const [stale] = importer.queued;
    const half = await importer.library();
    await importer.undo('the-import');
    await importer.drain();
    if (stale !== undefined) await importer.deliver(stale);
    expect(withoutSeedDates(await importer.library())).toEqual(withoutSeedDates(before));
    await importer.undo('the-import', true);
    await importer.drain();
    expect(await importer.library()).toEqual(half);
    expect(await importer.action('the-import')).toMatchObject({ state: 'done', import: { stopped: true } });
  });

  test('can undo one import at a time', async () => {
    const { importer } = await begun(0);
    await importer.drain();
    await importer.send('import-two', [{ folders: [], links: linksFrom(1, 8) }]);
    await importer.run('import-two');
    await importer.drain();
    await importer.undo('the-import');
    await expect(importer.undo('import-two')).rejects.toMatchObject({ code: 'actionBusy' });
    await importer.undo('the-import');
    await importer.drain();
    await importer.undo('import-two');
    await importer.drain();
    expect((await importer.library()).links).toHaveLength(2);
  });

  test('who edits the library meanwhile keeps the edits', async () => {
    const { importer, uid } = await begun(0, [
      {
        folders: [
          { name: 'folder 1', parent: -1 },
          { name: 'folder 4', parent: -1 },
          { name: 'in 4', parent: 1 },
        ],
        links: [
          { url: 'mailto:1', name: 'X', folders: [0], note: 'of the file' },
          { url: 'mailto:2', name: 'Y', folders: [1], note: 'of the file' },
          { url: 'mailto:z', name: 'Z', folders: [1, 2] },
        ],
      },
    ]);
    const links = firestore.collection(`users/${uid}/links`);
    await links.doc('1').update({ note: 'of the person', name: 'renamed' });
    await links.doc('2').update({ status_id: 2 });
    await firestore.doc(`users/${uid}/folders/4`).set({ folder_id: 4, deleted: true });
    await deliverNext(importer);
    // A folder that the import has made is gone.
    const { folders } = await importer.library();
    const in4 = folders.find(({ name }) => name === 'in 4');
    await firestore.doc(`users/${uid}/folders/${in4?.folder_id}`).set({ deleted: true });
    await importer.drain();
    const library = await importer.library();
    expect(library.links.map(({ name, note, status_id }) => [name, note, status_id])).toEqual([
      ['renamed', 'of the person', 1],
      ['link 2', '', 2],
      ['Y', 'of the file', 1],
      ['Z', '', 1],
    ]);
    const folder4 = library.folders.find(({ name }) => name === 'folder 4');
    expect(library.members.filter(({ folder_id }) => folder_id === folder4?.folder_id)).toHaveLength(2);
    expect(library.members).toHaveLength(4);
  });

  test('who edits imported links keeps them where they are, and undo names them', async () => {
    const { importer, uid } = await begun(0);
    await importer.drain();
    const { links, folders } = await importer.library();
    const idOf = (name: string) => links.find((link) => link.name === name)?.link_id;
    await firestore.doc(`users/${uid}/links/${idOf('A')}`).update({ name: 'renamed' });
    await firestore.doc(`users/${uid}/folder_links/4_${idOf('B')}`).set({
      deleted: false,
      updated_at: new Date(),
      folder_link_id: 1000,
      folder_id: 4,
      link_id: idOf('B'),
    });
    await importer.undo('the-import');
    await importer.drain();
    const action = await importer.action('the-import');
    expect(
      action?.['left_alone'].map(({ name, why }: { name: string; why: string }) => `${name} ${why}`).sort(),
    ).toEqual(['A changed', 'B changed', 'new changed', 'newer changed']);
    const after = await importer.library();
    expect(after.links.map(({ name }) => name).sort()).toEqual(['B', 'link 1', 'link 2', 'renamed']);
    expect(after.favorites).toContainEqual({ object_type: 'link', object_id: idOf('A') });
    const newer = folders.find(({ name }) => name === 'newer');
    expect(after.members).toContainEqual(
      expect.objectContaining({ folder_id: newer?.folder_id, link_id: idOf('B') }),
    );
  });
});

test('an edited link stays in all of its folders, although a step ends just before it', async () => {
  const names = ['one', 'two', 'three'];
  const { importer, uid } = await begun(0, [
    {
      folders: names.map((name) => ({ name, parent: -1 })),
      // Each of the first three steps has room for one more membership.
      links: linksFrom(1, 3).map((link) => ({ ...link, folders: [0, 1, 2] })),
    },
  ]);
  await importer.drain();
  const { links } = await importer.library();
  const ids = links.map(({ link_id }) => link_id).slice(2);
  await Promise.all(
    ids.map(async (id) => firestore.doc(`users/${uid}/links/${id}`).update({ note: 'mine' })),
  );
  await importer.undo('the-import');
  await importer.drain();
  const { members } = await importer.library();
  for (const id of ids) expect(members.filter(({ link_id }) => link_id === id)).toHaveLength(3);
});

test('many calls to run an import do not plan it many times', async () => {
  const { importer } = await begun(-1);
  const updatedAt = async (): Promise<number> =>
    (await importer.action('the-import'))?.['updated_at'].toMillis();
  for (let call = 0; call < 3; call += 1) await importer.run('the-import');
  expect(importer.queued).toHaveLength(1);
  // The first call ended before its task was queued.
  const [first] = importer.queued.splice(0);
  const before = await updatedAt();
  importer.clock.ahead += 10_000;
  expect(await importer.run('the-import')).toMatchObject({ state: 'importing' });
  expect(importer.queued).toEqual([first]);
  expect(await updatedAt()).toBeGreaterThan(before);
  await deliverNext(importer);
  await importer.run('the-import');
  expect(importer.queued).toHaveLength(1);
});

describe('a second import', () => {
  const SECOND: readonly Part[] = [{ folders: [], links: linksFrom(1, 2) }];

  test.each(['its end', 'a stop', 'an undo'])(
    'waits, and begins after the first one has ended by %s',
    async (end) => {
      const { importer } = await begun(2);
      const [stale] = importer.queued;
      for (const id of ['import-two', 'import-three', 'import-four']) {
        await importer.send(id, SECOND);
        expect(await importer.run(id)).toMatchObject({ state: 'waiting' });
      }
      await importer.undo('import-two');
      expect(await importer.action('import-two')).toMatchObject({ state: 'undone' });
      if (end === 'a stop') await importer.stop('the-import');
      if (end === 'an undo') await importer.undo('the-import');
      // One at a time: the queue never holds steps of both.
      for (let step = importer.queued.shift(); step !== undefined; step = importer.queued.shift()) {
        const [three, four] = await Promise.all([
          importer.action('import-three'),
          importer.action('import-four'),
        ]);
        expect([three?.['state'], four?.['state']]).not.toEqual(['importing', 'importing']);
        await importer.deliver(step);
      }
      if (stale !== undefined) await importer.deliver(stale);
      expect(await importer.action('import-three')).toMatchObject({ state: 'done', changed: 2 });
      // The same file, so there is nothing to change.
      expect(await importer.action('import-four')).toMatchObject({ state: 'done', changed: 0, made: [] });
      expect(importer.queued).toEqual([]);
      await importer.send('import-five', SECOND);
      expect(await importer.run('import-five')).toMatchObject({ state: 'importing' });
    },
  );

  test('begins even if the task that ended the first one was killed then', async () => {
    let isFatal = false;
    const uid = await seeded();
    const importer = importerOf(firestore, uid, {
      point: () => {
        if (isFatal && importer.queued.length === 0) throw new Killed('before the next task');
      },
    });
    for (const id of ['the-import', 'import-two']) {
      await importer.send(id, SECOND);
      await importer.run(id);
    }
    await deliverNext(importer);
    const [last] = importer.queued;
    // The first point comes before the commit.
    let points = 0;
    const killed = {
      ...importer.services,
      doStepLater: async () => Promise.reject(new Killed(`${(points += 1)}`)),
    };
    await expect(doStep(last, killed, { pause: async () => undefined })).rejects.toThrow(Killed);
    isFatal = false;
    expect(await importer.action('the-import')).toMatchObject({ state: 'done' });
    importer.clock.ahead += 10_000;
    await importer.drain();
    expect(await importer.action('import-two')).toMatchObject({ state: 'done', changed: 0 });
  });

  test('of more than twenty that wait is refused', async () => {
    const { importer } = await begun(-1);
    for (let waiting = 0; waiting < 20; waiting += 1) {
      await importer.send(`import-${waiting}`, SECOND);
      await importer.run(`import-${waiting}`);
    }
    await importer.send('one-more', SECOND);
    await expect(importer.run('one-more')).rejects.toMatchObject({ code: 'busy' });
    await importer.stop('import-7');
    expect(await importer.run('one-more')).toMatchObject({ state: 'waiting' });
  });
});

/** The tasks and costs in the second table of docs/costs.md. */
const DOCUMENTED = new Map(
  [...COSTS.matchAll(/^\| ([a-z][^|`]*?) +\| +(\d+) +\| +(\d+) +\|$/gm)].map(([, task, reads, writes]) => [
    task,
    { reads: Number(reads), writes: Number(writes) },
  ]),
);

test('the tasks of an import cost what the document says', async () => {
  const counted = { reads: 0, writes: 0 };
  const meter: Meter = {
    read: (documents) => void (counted.reads += documents),
    count: ({ write = 0 }) => void (counted.writes += write),
  };
  const importer = importerOf(firestore, await seeded(), { meter });
  const folders = [{ name: 'new', parent: -1 }];
  const links = linksFrom(1, 200).map((link) => ({ ...link, folders: [0] }));
  const parts = [
    { folders, links: links.slice(0, 100) },
    { folders: [], links: links.slice(100) },
  ];
  const costOf = async (): Promise<typeof counted> => {
    Object.assign(counted, { reads: 0, writes: 0 });
    await deliverNext(importer);
    return { ...counted };
  };
  await importer.send('the-import', parts);
  await importer.run('the-import');
  expect
    .soft(await costOf())
    .toEqual(DOCUMENTED.get('plan of 2 parts, in a library of 2 links and 4 folders'));
  expect
    .soft(await costOf())
    .toEqual(DOCUMENTED.get('last step, with 200 new links in 1 new folder, of 2 parts'));
  await importer.undo('the-import');
  expect.soft(await costOf()).toEqual(DOCUMENTED.get('undo of these 200 links and 1 folder'));
  await importer.undo('the-import', true);
  expect.soft(await costOf()).toEqual(DOCUMENTED.get('redo of them'));
  await importer.send('import-two', parts);
  await importer.run('import-two');
  await costOf();
  expect
    .soft(await costOf())
    .toEqual(DOCUMENTED.get('last step, with 200 links that are there, in their folder'));
});
