import type { Input } from '@foldmark/contract/endpoints';
import { importPartSchema, importStartSchema } from '@foldmark/contract/imports';
import { type Meter, UNMETERED } from '@foldmark/functions/allowance/meter';
import { doStep } from '@foldmark/functions/jobs/do-step';
import { FAVORITES, FOLDER_LINKS, FOLDERS, LINKS } from '@foldmark/functions/store/collections';
import { Libraries } from '@foldmark/functions/store/libraries';
import { FirestoreLibrary } from '@foldmark/functions/store/firestore-library';
import { FirestoreSnapshots } from '@foldmark/functions/store/snapshots/firestore-snapshots';
import type { Library } from '@foldmark/functions/store/library';
import type { IconStep, Step } from '@foldmark/functions/store/steps';
import { runImport, startImport, stopImport, storeImportPart } from '@foldmark/functions/operations/imports';
import { undoAction } from '@foldmark/functions/operations/undo-action';
import { callerOf } from '@foldmark/functions/testing/caller';
import { noServices } from '@foldmark/functions/testing/no-services';
import type { Firestore } from 'firebase-admin/firestore';
import * as z from 'zod/mini';

export type Part = Pick<Input<'/imports/part/'>, 'folders' | 'links'>;

const NO_PAUSE = async () => undefined;

/** The announcement of an import with these parts. */
export function startOf(
  import_id: string,
  parts: readonly Part[],
  more: Partial<Input<'/imports/start/'>> = {},
): Input<'/imports/start/'> {
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

/** Where a test can end the work, like a killed instance. */
export class Killed extends Error {}

interface Options {
  readonly writesMax?: number;
  readonly meter?: Meter;
  /** Called before and after each commit, and before and after each task is queued. */
  readonly point?: () => void;
}

/**
 * Imports and undoes in this process, with a queue that only remembers its tasks. The calls of a person go through the real
 * operations.
 */
export function importerOf(
  firestore: Firestore,
  uid: string,
  { writesMax, meter = UNMETERED, point = () => undefined }: Options = {},
) {
  const queued: Step[] = [];
  /** The tasks that fetch icons. */
  const iconTasks: IconStep[] = [];
  /** The uids of the libraries whose snapshot is to be written. */
  const snapshotTasks: string[] = [];
  const clock = { ahead: 0 };
  const now = () => new Date(Date.now() + clock.ahead);
  const onSnapshotDue = async () => void snapshotTasks.push(uid);
  const callbacks = { onImageDeletions: NO_PAUSE, onLeftovers: NO_PAUSE, onSnapshotDue };
  const library = new FirestoreLibrary({ firestore, uid, now, meter, ...callbacks });
  const killable = killableLibrary(library, point);
  const services = noServices({
    now,
    newId: () => crypto.randomUUID(),
    library: async () => killable,
    readPageLater: async () => {
      throw new Error('A page is fetched.');
    },
    libraries: async () => new Libraries(firestore, now),
    snapshots: async () => new FirestoreSnapshots({ firestore, uid, now, meter: UNMETERED }),
    writeSnapshotLater: async (task) => void snapshotTasks.push(task),
    fetchIconLater: async (step) => void iconTasks.push(step),
    doStepLater: async (step) => {
      point();
      queued.push(step);
      point();
    },
  });
  const call = { caller: callerOf(uid), minimal: false, author: null, requestKey: null };
  const deliver = async (step: Step): Promise<void> =>
    doStep(step, services, { pause: NO_PAUSE, ...(writesMax === undefined ? {} : { writesMax }) });
  return {
    queued,
    iconTasks,
    snapshotTasks,
    clock,
    deliver,
    send: async (import_id: string, parts: readonly Part[], more = {}) => {
      const input = z.parse(importStartSchema, startOf(import_id, parts, more));
      await startImport({ ...call, input }, services);
      for (const [part, content] of parts.entries()) {
        const sent = z.parse(importPartSchema, { import_id, part, ...content });
        await storeImportPart({ ...call, input: sent }, services);
      }
    },
    run: async (import_id: string) => runImport({ ...call, input: { import_id } }, services),
    stop: async (import_id: string) => stopImport({ ...call, input: { import_id } }, services),
    undo: async (action_id: string, redo = false) =>
      undoAction({ ...call, input: { action_id, redo } }, services),
    /** Delivers the queued tasks, and those that they queue. */
    drain: async () => {
      for (let step = queued.shift(); step !== undefined; step = queued.shift()) await deliver(step);
    },
    action: async (id: string) => (await firestore.doc(`users/${uid}/actions/${id}`).get()).data(),
    library: async () => {
      const [links, folders, members, favorites] = await Promise.all([
        library.list(LINKS),
        library.list(FOLDERS),
        library.list(FOLDER_LINKS),
        library.list(FAVORITES),
      ]);
      return { links, folders, members, favorites };
    },
    destroy: async () => destroyed(library),
    services,
  };
}

/** Deletes a library like the deletion of its account. Returns the number of deleted documents. */
export async function destroyed(library: Library): Promise<number> {
  await library.deletion.begin();
  let deleted = 0;
  for await (const documents of library.deletion.destroy()) deleted += documents;
  return deleted;
}

export type Importer = ReturnType<typeof importerOf>;

/** The library, with a point before and after each commit and before each list. */
function killableLibrary(library: FirestoreLibrary, point: () => void): Library {
  return {
    user: async () => library.user(),
    get: async (collection, key) => library.get(collection, key),
    list: async (collection) => {
      point();
      return library.list(collection);
    },
    linkUrls: () => {
      point();
      return library.linkUrls();
    },
    transaction: async (work) => {
      point();
      const answer = await library.transaction(work);
      point();
      return answer;
    },
    createProfile: async (user, challenge) => library.createProfile(user, challenge),
    deletion: library.deletion,
  };
}
