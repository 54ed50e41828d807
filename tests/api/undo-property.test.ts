import type { BatchableChange } from '@foldmark/library/changes/changes';
import { LibraryCopy } from '@foldmark/contract/client/library-copy';
import { cursorText, readCursor } from '@foldmark/functions/copies/cursor';
import { nextPage } from '@foldmark/functions/copies/next-page';
import { FirestoreCopySource } from '@foldmark/functions/store/firestore-copy-source';
import { UNMETERED } from '@foldmark/functions/allowance/meter';
import { doStep } from '@foldmark/functions/jobs/do-step';
import { FAVORITES, FOLDER_LINKS, FOLDERS, LINKS } from '@foldmark/functions/store/collections';
import { ImageDeletions } from '@foldmark/functions/store/image-deletions';
import { FirestoreLibrary } from '@foldmark/functions/store/firestore-library';
import type { Step } from '@foldmark/functions/store/steps';
import { batch } from '@foldmark/functions/operations/batch';
import { undoAction } from '@foldmark/functions/operations/undo-action';
import { callerOf } from '@foldmark/functions/testing/caller';
import { noServices } from '@foldmark/functions/testing/no-services';
import * as fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';

import { openFirestore } from '#tests/api/firestore.ts';
import { liveDocuments } from '#tests/api/live-documents.ts';
import { seedLibrary } from '#tests/api/seed-library.ts';

/** Runs the operations in this process, because a thousand calls through the suite take minutes. */

const firestore = openFirestore();
const uids = new Set<string>();

// These profiles have no accounts, and the nightly job stops if it finds too many of them.
afterAll(async () => {
  await Promise.all([...uids].map(async (uid) => firestore.recursiveDelete(firestore.doc(`users/${uid}`))));
});

function now(): Date {
  return new Date();
}

function deviceOf(uid: string) {
  const queued: Step[] = [];
  const library = new FirestoreLibrary({
    firestore,
    uid,
    now,
    meter: UNMETERED,
    onImageDeletions: async (ids) => {
      const deletions = new ImageDeletions(firestore, now);
      for (const id of ids) await deletions.begin(id);
    },
    onLeftovers: async () => undefined,
  });
  const services = noServices({
    now,
    library: async () => library,
    readPageLater: async () => undefined,
    doStepLater: async (step) => void queued.push(step),
  });
  const source = new FirestoreCopySource({ firestore, uid, now, meter: UNMETERED, report: fail });
  const call = { caller: callerOf(uid), minimal: false, author: null, requestKey: null };
  const copy = new LibraryCopy();
  return {
    act: async (action_id: string, parts: BatchableChange[][]) => {
      for (const [part, changes] of parts.entries()) {
        const input = { action_id, part, parts: parts.length, label: 'a', changes };
        await batch({ ...call, input }, services);
      }
    },
    undo: async (action_id: string, redo: boolean) => {
      await undoAction({ ...call, input: { action_id, redo } }, services);
      for (let step = queued.shift(); step !== undefined; step = queued.shift()) {
        await doStep(step, services, { pause: async () => undefined });
      }
      return (await firestore.doc(`users/${uid}/actions/${action_id}`).get()).data();
    },
    /** The copy of another app, after its next pull. */
    copy: async () => {
      await copy.pull(async ({ since }) => {
        const page = await nextPage(
          since === undefined ? null : readCursor(since),
          source,
          now().getTime() * 1000,
        );
        return { ...page, columns: NO_COLUMNS, since: cursorText(page.cursor) };
      });
      return copy.versions;
    },
    documents: async () => ({
      links: await liveDocuments(firestore, uid, 'links'),
      folders: await liveDocuments(firestore, uid, 'folders'),
      folder_links: await liveDocuments(firestore, uid, 'folder_links'),
      favorites: await liveDocuments(firestore, uid, 'favorites'),
    }),
    library: async () => {
      const [links, folders, members, favorites] = await Promise.all([
        library.list(LINKS),
        library.list(FOLDERS),
        library.list(FOLDER_LINKS),
        library.list(FAVORITES),
      ]);
      return { links, folders, members, favorites };
    },
  };
}

function fail(message: string, cause: unknown): never {
  throw new Error(message, { cause });
}

const NO_COLUMNS = { links: [], folders: [], folder_links: [], favorites: [] };

const OLDEST = '2010-01-01T00:00:00.000Z';

const id = fc.integer({ min: 1, max: 5 });
const status_id = fc.constantFrom(1 as const, 2 as const);
const name = fc.constantFrom('a', 'b', 'c');
const note = fc.constantFrom('', 'n', 'n\nm');
const url = fc.constantFrom('mailto:a', 'ftp://example.com/', 'ftp://example.org/');
const kindOf = <K extends string>(kind: K) => fc.constant(kind);

/** As a merge is undone. */
const linkEdit = fc.record({
  table: kindOf('links'),
  key: fc.record({ link_id: id }),
  before: fc.constant({ note: 'n', image_s3_key: '' as const, created_at: Date.UTC(2020) * 1000 }),
  after: fc.constant({ note: '', created_at: Date.parse(OLDEST) * 1000 }),
  while_link: id,
});
const memberEdit = fc.record({
  table: kindOf('folder_links'),
  key: fc.record({ link_id: id, folder_id: id }),
  before: fc.constant(null),
  after: fc.constant({ folder_link_id: 0 as const }),
  while_link: id,
});

/** All kinds except deletions for ever, which cannot be undone. */
const change: fc.Arbitrary<BatchableChange> = fc.oneof(
  fc.record(
    { kind: kindOf('link.set'), link_id: id, name, url, status_id, note },
    { requiredKeys: ['kind', 'link_id'] },
  ),
  fc.record(
    { kind: kindOf('folder.set'), folder_id: id, name, status_id },
    { requiredKeys: ['kind', 'folder_id'] },
  ),
  fc.record({
    kind: kindOf('folder.move'),
    folder_id: id,
    parent_folder_id: fc.integer({ min: 0, max: 6 }),
  }),
  fc.record({ kind: kindOf('member.set'), folder_id: id, link_id: id, present: fc.boolean() }),
  fc.record({
    kind: kindOf('favorite.set'),
    object_type: fc.constantFrom('link' as const, 'folder' as const),
    object_id: id,
    on: fc.boolean(),
  }),
  // Several, because a merge needs two active links.
  ...Array.from({ length: 3 }, () => fc.record({ kind: kindOf('link.merge'), link_id: id, into_id: id })),
  fc.record({
    kind: kindOf('revert'),
    edits: fc.array(fc.oneof(linkEdit, memberEdit), { minLength: 1, maxLength: 3 }),
  }),
  fc.record({ kind: kindOf('link.distinct'), link_id: id, other_id: id, distinct: fc.boolean() }),
  fc.record({ kind: kindOf('link.create'), ref: fc.constant(-1), url }),
  fc.record({
    kind: kindOf('folder.create'),
    ref: fc.constant(-1),
    name,
    parent_folder_id: fc.integer({ min: 0, max: 6 }),
  }),
);
/** Each creation needs its own `ref`. */
const part = fc
  .array(change, { minLength: 1, maxLength: 12 })
  .map((changes) =>
    changes.map((one, index) =>
      one.kind === 'link.create' || one.kind === 'folder.create' ? { ...one, ref: -1 - index } : one,
    ),
  );

/** The move of folder 2 can be undone only after that of folder 1, and the creation only after both. */
const movesUnderNewFolder: BatchableChange[] = [
  { kind: 'folder.create', ref: -1, name: 'a', parent_folder_id: 0 },
  { kind: 'folder.move', folder_id: 2, parent_folder_id: 5 },
  { kind: 'folder.move', folder_id: 1, parent_folder_id: 2 },
];

/** Folder 6 can be deleted only after 5, and 5 restored only after 6. */
const movesIntoLaterFolder: BatchableChange[] = [
  { kind: 'folder.create', ref: -1, name: 'a', parent_folder_id: 0 },
  { kind: 'folder.create', ref: -2, name: 'b', parent_folder_id: 0 },
  { kind: 'folder.move', folder_id: 5, parent_folder_id: 6 },
];

const merges: BatchableChange[] = [
  { kind: 'link.distinct', link_id: 2, other_id: 1, distinct: true },
  { kind: 'link.set', link_id: 2, note: 'n' },
  { kind: 'link.merge', link_id: 1, into_id: 2 },
];

test('undoing actions in reverse order restores the start, redoing them the end, and a copy follows', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(part, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 }),
      async (actions) => {
        const uid = crypto.randomUUID();
        uids.add(uid);
        await firestore.doc(`users/${uid}`).set({ user_id: uid });
        await seedLibrary(firestore, uid);
        await firestore
          .doc(`users/${uid}/links/1`)
          .update({ image_s3_key: `dev/uploads/links/${uid}.png`, note: 'o', created_at: new Date(OLDEST) });
        const device = deviceOf(uid);
        const states = [await device.library()];
        for (const [index, parts] of actions.entries()) {
          await device.act(`the-action-${index}`, parts);
          states.push(await device.library());
          expect(await device.copy()).toEqual(await device.documents());
        }
        for (const redo of [false, true, false]) {
          const order = [...actions.keys()];
          for (const index of redo ? order : order.toReversed()) {
            const action = await device.undo(`the-action-${index}`, redo);
            expect(action).toMatchObject({ state: redo ? 'done' : 'undone', left_alone: [] });
            expect(await device.library()).toEqual(states[redo ? index + 1 : index]);
          }
          expect(await device.copy()).toEqual(await device.documents());
        }
      },
    ),
    { numRuns: 30, examples: [[[[movesUnderNewFolder]]], [[[movesIntoLaterFolder]]], [[[merges]]]] },
  );
});
