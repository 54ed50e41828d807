import type { BatchableChange } from '@foldmark/contract/changes';
import { ROOT_FOLDER_ID } from '@foldmark/contract/limits';
import type { Favorite, Folder } from '@foldmark/contract/entities';

import { withSubfolders } from '#functions/changes/delete-forever.ts';
import { readRelations } from '#functions/changes/merges.ts';
import { namedObjects } from '#functions/changes/references.ts';
import { FAVORITES, FOLDER_LINKS, FOLDERS, LINKS } from '#functions/library/collections.ts';
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
  const folders = await withSubfolders(
    transaction,
    tops.flatMap((folder) => folder ?? []),
  );
  const link_ids = links.flatMap((link) => link?.link_id ?? []);
  const folder_ids = folders.map(({ folder_id }) => folder_id);
  await Promise.all([
    transaction.find(FOLDER_LINKS, { field: 'link_id', among: link_ids }),
    transaction.find(FOLDER_LINKS, { field: 'folder_id', among: folder_ids }),
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
