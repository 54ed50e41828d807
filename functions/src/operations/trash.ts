import type { ParsedInput } from '@foldmark/contract/endpoints';
import type { Deleted } from '@foldmark/library/entities/entities';
import { STATUS_TRASHED } from '@foldmark/library/entities/limits';

import { deleteForever, isTrashed } from '#functions/changes/delete-forever.ts';
import { makeOnly } from '#functions/changes/make-changes.ts';
import { withPrunedTrees } from '#functions/changes/prune-trees.ts';
import { chunksOf } from '#functions/store/chunks.ts';
import { FOLDERS, LINKS } from '#functions/store/collections.ts';
import type { Library, LibraryTransaction } from '#functions/store/library.ts';
import { requireUser } from '#functions/store/require-user.ts';
import type { Operation } from '#functions/operations/operation.ts';

/** The most links and the most folders that one transaction deletes. A fuller trash takes several transactions. */
const BATCH_SIZE = 100;
const IN_TRASH = { field: 'status_id', among: [STATUS_TRASHED] } as const;

export const deleteLink: Operation<'/links/delete/'> = async ({ input, caller, minimal }, services) => {
  const library = await services.library(caller.uid);
  const all = new AllDeleted();
  const change = { kind: 'link.delete', ...input } as const;
  all.add(await library.transaction(async (transaction) => (await makeOnly(transaction, change)).deleted));
  return minimal ? null : all.deleted;
};

export const deleteFolder: Operation<'/folders/delete/'> = async ({ input, caller, minimal }, services) => {
  const library = await services.library(caller.uid);
  const all = new AllDeleted();
  const change = { kind: 'folder.delete', ...input } as const;
  await withPrunedTrees(
    library,
    ({ folder_id }) => folder_id === input.folder_id,
    async () =>
      all.add(
        await library.transaction(async (transaction) => (await makeOnly(transaction, change)).deleted),
      ),
    all.add,
  );
  return minimal ? null : all.deleted;
};

export const emptyTrash: Operation<'/trash/empty/'> = async ({ input, caller, minimal }, services) => {
  const library = await services.library(caller.uid);
  const { link_ids, folder_ids } = input;
  const all = new AllDeleted();
  const isEverything = link_ids === undefined && folder_ids === undefined;
  const named = new Set(folder_ids);
  await withPrunedTrees(
    library,
    ({ folder_id }) => isEverything || named.has(folder_id),
    async () => {
      for await (const deleted of isEverything ? emptyAll(library) : emptyNamed(library, input))
        all.add(deleted);
    },
    all.add,
  );
  if (all.isEmpty) await requireUser(library);
  return minimal ? null : all.deleted;
};

/** Collects the items that several transactions have deleted. */
class AllDeleted {
  readonly deleted: Deleted = { link_ids: [], folder_ids: [], folder_links: [], favorites: [] };

  get isEmpty(): boolean {
    return this.deleted.link_ids.length + this.deleted.folder_ids.length === 0;
  }

  readonly add = (deleted: Deleted | null): void => {
    if (deleted === null) return;
    const { link_ids, folder_ids, folder_links, favorites } = deleted;
    this.deleted.link_ids.push(...link_ids);
    this.deleted.folder_ids.push(...folder_ids);
    this.deleted.folder_links.push(...folder_links);
    this.deleted.favorites.push(...favorites);
  };
}

async function* emptyAll(library: Library): AsyncGenerator<Deleted> {
  for (let more = true; more;) {
    const { deleted, full } = await library.transaction(emptyBatch);
    yield deleted;
    more = full;
  }
}

async function emptyBatch(transaction: LibraryTransaction): Promise<{ deleted: Deleted; full: boolean }> {
  const [links, folders] = await Promise.all([
    transaction.find(LINKS, IN_TRASH, BATCH_SIZE),
    transaction.find(FOLDERS, IN_TRASH, BATCH_SIZE),
  ]);
  const deleted = await deleteForever(transaction, links, folders);
  return { deleted, full: links.length === BATCH_SIZE || folders.length === BATCH_SIZE };
}

/** Deletes those of the named items that are still in the trash. */
async function* emptyNamed(
  library: Library,
  { link_ids = [], folder_ids = [] }: ParsedInput<'/trash/empty/'>,
): AsyncGenerator<Deleted> {
  const [linkBatches, folderBatches] = [batchesOf(link_ids), batchesOf(folder_ids)];
  for (let batch = 0; batch < Math.max(linkBatches.length, folderBatches.length); batch += 1) {
    const [someLinks = [], someFolders = []] = [linkBatches[batch], folderBatches[batch]];
    yield await library.transaction(async (transaction) => {
      const [links, folders] = await Promise.all([
        Promise.all(someLinks.map(async (link_id) => transaction.get(LINKS, { link_id }))),
        Promise.all(someFolders.map(async (folder_id) => transaction.get(FOLDERS, { folder_id }))),
      ]);
      return deleteForever(transaction, links.filter(isTrashed), folders.filter(isTrashed));
    });
  }
}

function batchesOf(ids: readonly number[]): number[][] {
  return chunksOf([...new Set(ids)], BATCH_SIZE);
}
