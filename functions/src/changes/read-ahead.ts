import type { BatchableChange } from '@foldmark/library/changes/changes';
import { ROOT_FOLDER_ID } from '@foldmark/library/entities/limits';
import type { Favorite, Folder } from '@foldmark/library/entities/entities';

import { MEMBERS_MAX, withSubfolders } from '#functions/changes/delete-forever.ts';
import { isTrashed } from '#functions/changes/deletions.ts';
import { readRelations } from '#functions/changes/merges.ts';
import { namedObjects } from '#functions/changes/references.ts';
import {
  FAVORITES,
  FOLDER_LINKS,
  type FolderKey,
  FOLDERS,
  type LinkKey,
  LINKS,
} from '#functions/library/collections.ts';
import type { LibraryTransaction } from '#functions/library/library.ts';

/** Reads the documents that the changes name, in one request. The transaction keeps them. */
export async function readNamed(
  transaction: LibraryTransaction,
  changes: readonly BatchableChange[],
): Promise<void> {
  await Promise.all(changes.flatMap((change) => readsOf(transaction, change)));
}

function readsOf(transaction: LibraryTransaction, change: BatchableChange): Promise<unknown>[] {
  const named = namedObjects(change);
  const reads: Promise<unknown>[] = [];
  if (change.kind === 'link.unmerge' && change.into_id > 0) {
    const { folder_ids, into_id: link_id, favorite } = change;
    for (const folder_id of folder_ids.filter((id) => id > 0)) {
      reads.push(transaction.get(FOLDER_LINKS, { folder_id, link_id }));
    }
    const starred: Favorite = { object_type: 'link', object_id: link_id };
    if (favorite) reads.push(transaction.get(FAVORITES, starred));
  }
  if (change.kind === 'member.set') {
    const { folder_id, link_id } = change;
    if (folder_id > 0 && link_id > 0) reads.push(transaction.get(FOLDER_LINKS, { folder_id, link_id }));
    if (!change.present) return reads;
  }
  if (change.kind === 'favorite.set') {
    const { object_type, object_id } = change;
    if (object_id > 0) reads.push(transaction.get(FAVORITES, { object_type, object_id }));
    if (!change.on) return reads;
  }
  for (const [kind, id] of named) {
    if (id <= 0) continue;
    reads.push(
      kind === 'link' ? transaction.get(LINKS, { link_id: id }) : transaction.get(FOLDERS, { folder_id: id }),
    );
  }
  return reads;
}

/** Runs the queries of all deletions and merges together, and reads the folders above all moves level by level. */
export async function readRelated(
  transaction: LibraryTransaction,
  changes: readonly BatchableChange[],
): Promise<void> {
  await Promise.all([
    readDeletions(transaction, changes),
    readMerges(transaction, changes),
    readAncestors(transaction, changes),
  ]);
}

async function readMerges(
  transaction: LibraryTransaction,
  changes: readonly BatchableChange[],
): Promise<void> {
  const link_ids = changes.flatMap((change) =>
    change.kind === 'link.merge' ? [change.link_id, change.into_id].filter((id) => id > 0) : [],
  );
  if (link_ids.length > 0) await readRelations(transaction, link_ids);
}

/** Reads no more than a deletion needs: for that of an unused object, one document that shows that it is used. */
async function readDeletions(
  transaction: LibraryTransaction,
  changes: readonly BatchableChange[],
): Promise<void> {
  const [links, tops] = await Promise.all([
    Promise.all(
      changes.map(async (change) =>
        change.kind === 'link.delete' && change.link_id > 0 ? transaction.get(LINKS, change) : null,
      ),
    ),
    Promise.all(
      changes.map(async (change) =>
        change.kind === 'folder.delete' && change.folder_id > 0 ? transaction.get(FOLDERS, change) : null,
      ),
    ),
  ]);
  const isForever = changes.map((change) => !('created' in change));
  const found = <T>(items: readonly (T | null)[], forever: boolean): T[] =>
    items.flatMap((item, index) => (item === null || isForever[index] !== forever ? [] : [item]));
  const folders = await withSubfolders(transaction, found(tops, true).filter(isTrashed));
  await Promise.all([
    readRelationsOf(transaction, found(links, true).filter(isTrashed), folders, MEMBERS_MAX + 1),
    readRelationsOf(transaction, found(links, false), found(tops, false), 1),
    transaction.find(
      FOLDERS,
      { field: 'parent_folder_id', among: found(tops, false).map(({ folder_id }) => folder_id) },
      1,
    ),
  ]);
}

async function readRelationsOf(
  transaction: LibraryTransaction,
  links: readonly LinkKey[],
  folders: readonly FolderKey[],
  membersMax: number,
): Promise<void> {
  const link_ids = links.map(({ link_id }) => link_id);
  const folder_ids = folders.map(({ folder_id }) => folder_id);
  await Promise.all([
    transaction.find(FOLDER_LINKS, { field: 'link_id', among: link_ids }, membersMax),
    transaction.find(FOLDER_LINKS, { field: 'folder_id', among: folder_ids }, membersMax),
    transaction.find(FAVORITES, { field: 'object_id', among: [...link_ids, ...folder_ids] }),
  ]);
}

async function readAncestors(
  transaction: LibraryTransaction,
  changes: readonly BatchableChange[],
): Promise<void> {
  const seen = new Set<number>([ROOT_FOLDER_ID]);
  let level = changes.flatMap((change) => (change.kind === 'folder.move' ? [change.parent_folder_id] : []));
  while (level.length > 0) {
    const ids = [...new Set(level)].filter((id) => id > 0 && !seen.has(id));
    for (const id of ids) seen.add(id);
    const folders: (Folder | null)[] = await Promise.all(
      ids.map(async (folder_id) => transaction.get(FOLDERS, { folder_id })),
    );
    level = folders.flatMap((folder) => folder?.parent_folder_id ?? []);
  }
}
