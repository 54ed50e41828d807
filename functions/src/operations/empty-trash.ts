import type { Deleted } from '@foldmark/contract/entities';
import { STATUS_TRASHED } from '@foldmark/contract/limits';

import { FOLDERS, LINKS } from '#functions/library/collections.ts';
import type { LibraryTransaction } from '#functions/library/library.ts';
import { deleteForEver } from '#functions/operations/delete-for-ever.ts';
import type { Operation } from '#functions/operations/operation.ts';
import { requireUser } from '#functions/operations/require-user.ts';

/** Things of a kind that one transaction takes: a trash fuller than this is emptied in several. */
const AT_ONCE = 100;
const IN_TRASH = { field: 'status_id', among: [STATUS_TRASHED] } as const;

export const emptyTrash: Operation<'/trash/empty/'> = async ({ caller }, services) => {
  const library = await services.library(caller.uid);
  const all: Deleted = { link_ids: [], folder_ids: [], folder_links: [], favorites: [] };
  for (let more = true; more;) {
    const { deleted, full } = await library.transaction(emptySome);
    all.link_ids.push(...deleted.link_ids);
    all.folder_ids.push(...deleted.folder_ids);
    all.folder_links.push(...deleted.folder_links);
    all.favorites.push(...deleted.favorites);
    more = full;
  }
  if (all.link_ids.length + all.folder_ids.length === 0) await requireUser(library);
  return all;
};

async function emptySome(transaction: LibraryTransaction): Promise<{ deleted: Deleted; full: boolean }> {
  const [links, folders] = await Promise.all([
    transaction.find(LINKS, IN_TRASH, AT_ONCE),
    transaction.find(FOLDERS, IN_TRASH, AT_ONCE),
  ]);
  const deleted = await deleteForEver(transaction, links, folders);
  return { deleted, full: links.length === AT_ONCE || folders.length === AT_ONCE };
}
