import {
  actionsPath,
  collectionPath,
  countersPath,
  deletionPath,
  leftoversPath,
  snapshotsPath,
  snapshotStatePath,
  userPath,
} from '@foldmark/contract/firestore-paths';
import { LIBRARY_COLLECTIONS, type LibraryCollection } from '@foldmark/library/entities/collections';
import { type DocumentData, FieldValue, type Firestore } from 'firebase-admin/firestore';

import { type CollectionPlan, type Documents, laterCounters, planCollection } from './plan.ts';

/** The documents per commit. Firestore accepts up to 10 MiB, and a link can have some 60 KB. */
const WRITES_AT_ONCE = 100;
/** An action with one of these states has a job that changes the library. */
const BUSY_STATES: ReadonlySet<unknown> = new Set(['importing', 'waiting', 'undoing', 'redoing']);

export class RestoreRefused extends Error {}

export interface RestoreParts {
  /** The database into which the backup was restored. */
  readonly backup: Firestore;
  readonly live: Firestore;
  readonly uid: string;
  readonly now: () => Date;
}

export type RestoreCounts = Readonly<Record<LibraryCollection, CollectionPlan['counts']>>;

interface Library {
  readonly profile: DocumentData | undefined;
  readonly counters: DocumentData | undefined;
  readonly collections: Readonly<Record<LibraryCollection, Documents>>;
}

/**
 * Restores a library to its state in the backup. Returns counts of the changes. Without `write`, only counts. Safe to repeat:
 * documents that are restored already are not written again.
 */
export async function restoreLibrary(parts: RestoreParts, write: boolean): Promise<RestoreCounts> {
  const { live, uid, now } = parts;
  await refuseBusy(live, uid);
  const [before, wanted] = await Promise.all([readLibrary(live, uid), readLibrary(parts.backup, uid)]);
  if (wanted.profile === undefined) throw new RestoreRefused('The backup has no library of this user.');
  const plans = planOf((collection) =>
    planCollection(collection, wanted.collections[collection], before.collections[collection], now()),
  );
  if (write) {
    // Restore the counters first, so that no new item gets the id of a restored one.
    await restoreCounters(parts, before, wanted);
    await removeSnapshot(live, uid);
    for (const collection of LIBRARY_COLLECTIONS) {
      await writeAll(live, collectionPath(uid, collection), plans[collection].writes);
    }
  }
  return planOf((collection) => plans[collection].counts);
}

function planOf<T>(make: (collection: LibraryCollection) => T): Record<LibraryCollection, T> {
  return {
    links: make('links'),
    folders: make('folders'),
    folder_links: make('folder_links'),
    favorites: make('favorites'),
  };
}

/** A running job would change or delete restored documents. */
async function refuseBusy(live: Firestore, uid: string): Promise<void> {
  const [deletion, leftovers, actions] = await Promise.all([
    live.doc(deletionPath(uid)).get(),
    live.doc(leftoversPath(uid)).get(),
    // No index contains the state, but the actions of 30 days are few.
    live.collection(actionsPath(uid)).select('state').get(),
  ]);
  if (deletion.exists) throw new RestoreRefused('The user has deleted this account.');
  if (leftovers.exists || actions.docs.some((action) => BUSY_STATES.has(action.get('state')))) {
    throw new RestoreRefused('An import, an undo or a deletion still changes this library. Try again later.');
  }
}

async function readLibrary(firestore: Firestore, uid: string): Promise<Library> {
  const read = async (collection: LibraryCollection): Promise<Documents> => {
    const { docs } = await firestore.collection(collectionPath(uid, collection)).get();
    return new Map(docs.map((document) => [document.id, document.data()]));
  };
  const [profile, counters, links, folders, folder_links, favorites] = await Promise.all([
    firestore.doc(userPath(uid)).get(),
    firestore.doc(countersPath(uid)).get(),
    read('links'),
    read('folders'),
    read('folder_links'),
    read('favorites'),
  ]);
  const collections = { links, folders, folder_links, favorites };
  return { profile: profile.data(), counters: counters.data(), collections };
}

/** Also restores a missing profile. The counters never go back. */
async function restoreCounters({ live, uid }: RestoreParts, before: Library, wanted: Library): Promise<void> {
  const collections = planOf((collection) => [
    before.collections[collection],
    wanted.collections[collection],
  ]);
  await live.runTransaction(async (transaction) => {
    const [profile, counters] = await Promise.all([
      transaction.get(live.doc(userPath(uid))),
      transaction.get(live.doc(countersPath(uid))),
    ]);
    const later = laterCounters([counters.data() ?? {}, wanted.counters ?? {}], collections);
    transaction.set(counters.ref, later, { merge: true });
    if (!profile.exists) {
      transaction.set(profile.ref, { ...wanted.profile, updated_at: FieldValue.serverTimestamp() });
    }
  });
}

/** Removes the snapshot, with which new browsers would start. They will ask for another one. */
async function removeSnapshot(live: Firestore, uid: string): Promise<void> {
  const batch = live.batch();
  for (const part of await live.collection(snapshotsPath(uid)).listDocuments()) batch.delete(part);
  batch.delete(live.doc(snapshotStatePath(uid)));
  await batch.commit();
}

async function writeAll(
  live: Firestore,
  path: string,
  writes: ReadonlyMap<string, DocumentData>,
): Promise<void> {
  const all = [...writes];
  for (let from = 0; from < all.length; from += WRITES_AT_ONCE) {
    const batch = live.batch();
    for (const [id, document] of all.slice(from, from + WRITES_AT_ONCE)) {
      batch.set(live.doc(`${path}/${id}`), document);
    }
    await batch.commit();
  }
}
