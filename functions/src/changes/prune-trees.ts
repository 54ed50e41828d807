import type { Deleted, Folder } from '@foldmark/library/entities/entities';

import { deleteItems, isTrashed, LargeTree } from '#functions/changes/delete-forever.ts';
import { Failure } from '#functions/errors/failure.ts';
import { FOLDERS } from '#functions/store/collections.ts';
import type { Library, LibraryTransaction } from '#functions/store/library.ts';

const FOLDERS_AT_ONCE = 200;
/** A new attempt starts if another device has changed the folders meanwhile. */
const ATTEMPTS = 3;

type IsTop = (folder: Folder) => boolean;

/**
 * Runs `work`, which deletes folders of the trash forever. If they have too many subfolders, first deletes these in transactions
 * of their own, from the leaves up. So a call that ends half-way leaves no folder without its parent, and its repeat continues.
 * `isTop` selects the folders that `work` deletes.
 */
export async function withPrunedTrees<T>(
  library: Library,
  isTop: IsTop,
  work: () => Promise<T>,
  onPruned: (deleted: Deleted) => void = () => undefined,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof LargeTree)) throw error;
      if (attempt === ATTEMPTS) throw new Failure('busy', { cause: error, retryAfterS: 60 });
      for await (const deleted of prune(library, isTop)) onPruned(deleted);
    }
  }
}

async function* prune(library: Library, isTop: IsTop): AsyncGenerator<Deleted> {
  const all = await library.list(FOLDERS);
  const tops = all.filter((folder) => isTrashed(folder) && isTop(folder));
  const trees = {
    byId: new Map(all.map((folder) => [folder.folder_id, folder])),
    tops: new Set(tops.map(({ folder_id }) => folder_id)),
  };
  const leavesFirst = below(all, tops).toReversed();
  for (let from = 0; from < leavesFirst.length; from += FOLDERS_AT_ONCE) {
    const some = leavesFirst.slice(from, from + FOLDERS_AT_ONCE);
    const deleted = await library.transaction(async (transaction) => pruneSome(transaction, trees, some));
    if (deleted === null) return;
    yield deleted;
  }
}

/** All folders below the tops, each after its parent. */
function below(all: readonly Folder[], tops: readonly Folder[]): Folder[] {
  const children = Map.groupBy(all, ({ parent_folder_id }) => parent_folder_id);
  const seen = new Set(tops);
  for (const { folder_id } of seen) for (const child of children.get(folder_id) ?? []) seen.add(child);
  return [...seen].slice(tops.length);
}

interface Trees {
  readonly byId: ReadonlyMap<number, Folder>;
  readonly tops: ReadonlySet<number>;
}

/** Deletes folders without subfolders. Returns null if another device has changed their tree meanwhile. */
async function pruneSome(
  transaction: LibraryTransaction,
  trees: Trees,
  some: readonly Folder[],
): Promise<Deleted | null> {
  const own = new Set(some.map(({ folder_id }) => folder_id));
  const expected = [...withAncestors(trees, some)];
  const stored = await Promise.all(
    expected.map(async ({ folder_id }) => transaction.get(FOLDERS, { folder_id })),
  );
  const isUnchanged = expected.every(({ folder_id, parent_folder_id }, index) => {
    const folder = stored[index] ?? null;
    if (trees.tops.has(folder_id)) return isTrashed(folder);
    return folder === null ? own.has(folder_id) : folder.parent_folder_id === parent_folder_id;
  });
  const children = await transaction.find(FOLDERS, { field: 'parent_folder_id', among: [...own] }, 1);
  // A top can be inside the tree of another top. It stays in the trash until `work` deletes it.
  const isNew = ({ folder_id }: Folder): boolean => !own.has(folder_id) && !trees.tops.has(folder_id);
  if (!isUnchanged || children.some(isNew)) return null;
  return deleteItems(
    transaction,
    [],
    stored.filter((folder) => folder !== null).filter(({ folder_id }) => own.has(folder_id)),
  );
}

/** The folders with all their ancestors up to the tops, including the tops. */
function withAncestors({ byId, tops }: Trees, some: readonly Folder[]): ReadonlySet<Folder> {
  const found = new Set(some);
  for (const { folder_id, parent_folder_id } of found) {
    const parent = tops.has(folder_id) ? undefined : byId.get(parent_folder_id);
    if (parent !== undefined) found.add(parent);
  }
  return found;
}
