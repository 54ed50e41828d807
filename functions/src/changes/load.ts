import type { Read, RecordView } from '@foldmark/library/changes/change';
import type { ObjectKind } from '@foldmark/library/entities/collections';

import { isNew, LoadedView } from '#functions/changes/loaded-view.ts';
import { Failure } from '#functions/errors/failure.ts';
import { type Collection, FAVORITES, FOLDER_LINKS, FOLDERS, LINKS } from '#functions/store/collections.ts';
import type { LibraryTransaction } from '#functions/store/library.ts';

/** How many memberships a query for 30 items reads at most. */
const MEMBERS_MAX = 5000;

export interface Reading {
  readonly reads: (view: RecordView) => readonly Read[];
}

/** Reads the documents that the changes name and then their relations, each kind in one request. The transaction caches them. */
export async function load(transaction: LibraryTransaction, readings: readonly Reading[]): Promise<void> {
  await loadDocuments(transaction, readings);
  await loadRelations(transaction, named(transaction, readings));
}

/** Reads what a change still needs after `load` and the earlier changes. Usually that is nothing. */
export async function loadRest(transaction: LibraryTransaction, reading: Reading): Promise<void> {
  await loadDocuments(transaction, [reading]);
  const unknown = named(transaction, [reading]).filter((read) => !isKnownAsUsed(transaction, read));
  await loadRelations(transaction, unknown);
}

async function loadDocuments(transaction: LibraryTransaction, readings: readonly Reading[]): Promise<void> {
  // Loops, because an ancestor of a folder is known only after the folder below it has been read.
  while (await loadNamed(transaction, readings)) continue;
}

/** Reads the documents that the changes name so far, in one request. Returns whether it had to read any. */
export async function loadNamed(
  transaction: LibraryTransaction,
  readings: readonly Reading[],
): Promise<boolean> {
  const unread = named(transaction, readings).flatMap((read) => documentOf(transaction, read) ?? []);
  await Promise.all(unread.map(async (get) => get()));
  return unread.length > 0;
}

function named(transaction: LibraryTransaction, readings: readonly Reading[]): readonly Read[] {
  const view = new LoadedView(transaction, { isPartial: true });
  return readings.flatMap(({ reads }) => reads(view));
}

/**
 * Returns a function that reads the document. Null if the transaction knows the document, or if it is a relation of a new object.
 */
function documentOf(transaction: LibraryTransaction, read: Read): (() => Promise<unknown>) | null {
  switch (read.of) {
    case 'link':
      return unreadDocument(transaction, LINKS, { link_id: read.id }, [read.id]);
    case 'folder':
      return unreadDocument(transaction, FOLDERS, { folder_id: read.id }, [read.id]);
    case 'member': {
      const { folder_id, link_id } = read;
      if (isNew(transaction, 'link', link_id) || isNew(transaction, 'folder', folder_id))
        transaction.assumeMissing(FOLDER_LINKS, { folder_id, link_id });
      return unreadDocument(transaction, FOLDER_LINKS, { folder_id, link_id }, [folder_id, link_id]);
    }
    case 'favorite': {
      const { object_type, object_id } = read;
      if (isNew(transaction, object_type, object_id))
        transaction.assumeMissing(FAVORITES, { object_type, object_id });
      return unreadDocument(transaction, FAVORITES, { object_type, object_id }, [object_id]);
    }
    default:
      return null;
  }
}

function unreadDocument<E extends object, K extends Partial<E>>(
  transaction: LibraryTransaction,
  collection: Collection<E, K>,
  key: K,
  ids: readonly number[],
): (() => Promise<unknown>) | null {
  if (ids.some((id) => id <= 0) || transaction.peek(collection, key) !== undefined) return null;
  return async () => transaction.get(collection, key);
}

/** Reads the memberships, subfolders and favorites of items that exist. */
async function loadRelations(transaction: LibraryTransaction, reads: readonly Read[]): Promise<void> {
  const all = { link: new Set<number>(), folder: new Set<number>() };
  const used = { link: new Set<number>(), folder: new Set<number>() };
  for (const read of reads) {
    if (read.of !== 'relations' && read.of !== 'isUsed') continue;
    const { kind, id } = read;
    if (exists(transaction, kind, id) && !isNew(transaction, kind, id))
      (read.of === 'relations' ? all : used)[kind].add(id);
  }
  if ([all.link, all.folder, used.link, used.folder].every(({ size }) => size === 0)) return;
  const members = {
    link: { field: 'link_id', among: [...all.link] },
    folder: { field: 'folder_id', among: [...all.folder] },
  } as const;
  await Promise.all([
    transaction.find(FOLDER_LINKS, members.link, MEMBERS_MAX),
    transaction.find(FOLDER_LINKS, members.folder, MEMBERS_MAX),
    // One document is enough to show that an item is used.
    transaction.find(FOLDER_LINKS, { field: 'link_id', among: [...used.link] }, 1),
    transaction.find(FOLDER_LINKS, { field: 'folder_id', among: [...used.folder] }, 1),
    transaction.find(FOLDERS, { field: 'parent_folder_id', among: [...used.folder] }, 1),
    transaction.find(FAVORITES, {
      field: 'object_id',
      among: [...all.link, ...all.folder, ...used.link, ...used.folder],
    }),
  ]);
  // These are more memberships than one part can store.
  if (Object.values(members).some((of) => !transaction.known(FOLDER_LINKS, of).isComplete))
    throw new Failure('tooLarge');
}

function exists(transaction: LibraryTransaction, kind: ObjectKind, id: number): boolean {
  const item =
    kind === 'link' ? transaction.peek(LINKS, { link_id: id }) : transaction.peek(FOLDERS, { folder_id: id });
  return item !== undefined && item !== null;
}

/** A query for 30 items reads only one document, so the documents of one item can hide those of the others. */
function isKnownAsUsed(transaction: LibraryTransaction, read: Read): boolean {
  if (read.of !== 'isUsed') return false;
  const { kind, id } = read;
  const has = <E extends object, K extends Partial<E>>(
    collection: Collection<E, K>,
    field: keyof E & string,
  ) => transaction.known(collection, { field, among: [id] }).found.length > 0;
  return kind === 'link'
    ? has(FOLDER_LINKS, 'link_id')
    : has(FOLDER_LINKS, 'folder_id') || has(FOLDERS, 'parent_folder_id');
}
