import type { Edit, EditOf } from '@foldmark/library/changes/edits';
import { isAsCreated } from '@foldmark/library/changes/revert';
import type { FolderLink } from '@foldmark/library/entities/entities';

import { LoadedView } from '#functions/changes/loaded-view.ts';
import { FAVORITES, FOLDER_LINKS, LINKS } from '#functions/store/collections.ts';
import type { LibraryTransaction } from '#functions/store/library.ts';

/**
 * Drops the relations of created links that undo will leave alone, because the user has edited them, starred them or put them
 * into a folder. Then such a link also keeps its memberships and favorite. The edits of the links themselves stay.
 */
export async function withoutRelationsOfEdited(
  transaction: LibraryTransaction,
  edits: readonly Edit[],
): Promise<Edit[]> {
  const created = edits.filter((edit) => edit.table === 'links').filter(({ before }) => before === null);
  const among = created.map(({ key }) => key.link_id);
  const [members, favorites] = await Promise.all([
    readMembers(transaction, among, edits),
    transaction.find(FAVORITES, { field: 'object_id', among }),
    ...among.map(async (link_id) => transaction.get(LINKS, { link_id })),
  ]);
  const ownMembers = new Set(membersOf(edits).map(({ after }) => after?.folder_link_id));
  const ownFavorites = new Set(edits.flatMap((edit) => starredLink(edit) ?? []));
  const used = new Set(
    members.flatMap(({ folder_link_id, link_id }) => (ownMembers.has(folder_link_id) ? [] : [link_id])),
  );
  for (const { object_type, object_id } of favorites) {
    if (object_type === 'link' && !ownFavorites.has(object_id)) used.add(object_id);
  }
  const view = new LoadedView(transaction);
  const edited = new Set(
    created.flatMap(({ key: { link_id }, after }) => {
      const link = view.link(link_id);
      if (link === undefined || after === null) return [];
      return used.has(link_id) || !isAsCreated(link, after) ? [link_id] : [];
    }),
  );
  return edits.filter((edit) => {
    if (edit.table === 'folder_links') return !edited.has(edit.key.link_id);
    const link = starredLink(edit);
    return link === null || !edited.has(link);
  });
}

function starredLink(edit: Edit): number | null {
  return edit.table === 'favorites' && edit.key.object_type === 'link' ? edit.key.object_id : null;
}

function membersOf(edits: readonly Edit[]): EditOf<'folder_links'>[] {
  return edits.filter((edit) => edit.table === 'folder_links');
}

function ofLinks(among: readonly number[]) {
  return { field: 'link_id', among } as const;
}

/**
 * Reads the memberships of links: those of the edits, and one more if there are others. The user may have put a link into
 * thousands of folders since.
 */
async function readMembers(
  transaction: LibraryTransaction,
  link_ids: readonly number[],
  edits: readonly Edit[],
): Promise<readonly FolderLink[]> {
  const own = Map.groupBy(membersOf(edits), ({ key }) => key.link_id);
  const countOf = (id: number): number => own.get(id)?.length ?? 0;
  const all = link_ids.reduce((sum, id) => sum + countOf(id), 0);
  await transaction.find(FOLDER_LINKS, ofLinks(link_ids), all + 1);
  await Promise.all(
    link_ids
      .filter((id) => !transaction.known(FOLDER_LINKS, ofLinks([id])).isComplete)
      .map(async (id) => transaction.find(FOLDER_LINKS, ofLinks([id]), countOf(id) + 1)),
  );
  return transaction.known(FOLDER_LINKS, ofLinks(link_ids)).found;
}
