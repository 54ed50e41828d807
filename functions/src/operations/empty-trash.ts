import type { ParsedInput } from '@foldmark/contract/endpoints';
import type { Deleted } from '@foldmark/contract/entities';
import { STATUS_TRASHED } from '@foldmark/contract/limits';

import { FOLDERS, LINKS } from '#functions/library/collections.ts';
import type { Library, LibraryTransaction } from '#functions/library/library.ts';
import { deleteForEver } from '#functions/operations/delete-for-ever.ts';
import type { Operation } from '#functions/operations/operation.ts';
import { requireUser } from '#functions/library/require-user.ts';

/** Things of a kind that one transaction takes: a trash fuller than this is emptied in several. */
const AT_ONCE = 100;
const IN_TRASH = { field: 'status_id', among: [STATUS_TRASHED] } as const;

export const emptyTrash: Operation<'/trash/empty/'> = async ({ input, caller, minimal }, services) => {
  const library = await services.library(caller.uid);
  const { link_ids, folder_ids } = input;
  const parts =
    link_ids === undefined && folder_ids === undefined ? emptyAll(library) : emptyNamed(library, input);
  const all: Deleted = { link_ids: [], folder_ids: [], folder_links: [], favorites: [] };
  for await (const deleted of parts) {
    all.link_ids.push(...deleted.link_ids);
    all.folder_ids.push(...deleted.folder_ids);
    all.folder_links.push(...deleted.folder_links);
    all.favorites.push(...deleted.favorites);
  }
  if (all.link_ids.length + all.folder_ids.length === 0) await requireUser(library);
  return minimal ? null : all;
};

async function* emptyAll(library: Library): AsyncGenerator<Deleted> {
  for (let more = true; more;) {
    const { deleted, full } = await library.transaction(emptySome);
    yield deleted;
    more = full;
  }
}

async function emptySome(transaction: LibraryTransaction): Promise<{ deleted: Deleted; full: boolean }> {
  const [links, folders] = await Promise.all([
    transaction.find(LINKS, IN_TRASH, AT_ONCE),
    transaction.find(FOLDERS, IN_TRASH, AT_ONCE),
  ]);
  const deleted = await deleteForEver(transaction, links, folders);
  return { deleted, full: links.length === AT_ONCE || folders.length === AT_ONCE };
}

/** Of what is named, whatever is in the trash still. */
async function* emptyNamed(
  library: Library,
  { link_ids = [], folder_ids = [] }: ParsedInput<'/trash/empty/'>,
): AsyncGenerator<Deleted> {
  for (let from = 0; from < Math.max(link_ids.length, folder_ids.length); from += AT_ONCE) {
    yield await library.transaction(async (transaction) => {
      const [links, folders] = await Promise.all([
        Promise.all(some(link_ids, from).map(async (link_id) => transaction.get(LINKS, { link_id }))),
        Promise.all(some(folder_ids, from).map(async (folder_id) => transaction.get(FOLDERS, { folder_id }))),
      ]);
      return deleteForEver(transaction, links.filter(isTrashed), folders.filter(isTrashed));
    });
  }
}

function some(ids: readonly number[], from: number): readonly number[] {
  return [...new Set(ids.slice(from, from + AT_ONCE))];
}

function isTrashed<T extends { readonly status_id: number }>(thing: T | null): thing is T {
  return thing?.status_id === STATUS_TRASHED;
}
