import type { FolderLink } from '@foldmark/library/entities/entities';

import { isAsCreated } from '#functions/changes/deletions.ts';
import { type Effect, nameOf } from '#functions/changes/effects.ts';
import { FAVORITES, FOLDER_LINKS, LINKS } from '#functions/library/collections.ts';
import type { LibraryTransaction } from '#functions/library/library.ts';

/**
 * Drops the memberships and favorites of created links that undo will leave alone: links that the person has edited, or put
 * into a folder or among the favorites. So such a link also stays where it is. The effects on the links themselves stay.
 */
export async function withoutRelationsOfEdited(
  transaction: LibraryTransaction,
  effects: readonly Effect[],
): Promise<Effect[]> {
  const created = effects.filter((effect) => effect.of === 'link').filter(({ before }) => before === null);
  const among = created.map(({ id }) => id);
  const [links, members, favorites] = await Promise.all([
    Promise.all(among.map(async (link_id) => transaction.get(LINKS, { link_id }))),
    readMembers(transaction, among, effects),
    transaction.find(FAVORITES, { field: 'object_id', among }),
  ]);
  const own = new Set(effects.map(relationOf));
  const used = new Set<number>();
  for (const { folder_link_id, link_id } of members)
    if (!own.has(`member ${folder_link_id}`)) used.add(link_id);
  for (const { object_type, object_id } of favorites) {
    if (object_type === 'link' && !own.has(nameOf('link', object_id))) used.add(object_id);
  }
  const edited = new Set<number>();
  for (const [index, { id, after }] of created.entries()) {
    const link = links[index] ?? null;
    if (link === null) continue;
    if (used.has(id) || !isAsCreated(link, { url: '', name: '', ...after })) edited.add(id);
  }
  return effects.filter((effect) => {
    if (effect.of === 'member') return !edited.has(effect.member.link_id);
    if (effect.of !== 'favorite' || effect.favorite.object_type === 'folder') return true;
    return !edited.has(effect.favorite.object_id);
  });
}

function ofLinks(among: readonly number[]) {
  return { field: 'link_id', among } as const;
}

/**
 * Reads the memberships of links: those of the effects, and one more if there are others. Someone can have put a link into
 * thousands of folders since.
 */
async function readMembers(
  transaction: LibraryTransaction,
  link_ids: readonly number[],
  effects: readonly Effect[],
): Promise<readonly FolderLink[]> {
  const own = new Map<number, number>();
  for (const effect of effects) {
    if (effect.of === 'member') own.set(effect.member.link_id, (own.get(effect.member.link_id) ?? 0) + 1);
  }
  const all = link_ids.reduce((sum, id) => sum + (own.get(id) ?? 0), 0);
  await transaction.find(FOLDER_LINKS, ofLinks(link_ids), all + 1);
  await Promise.all(
    link_ids
      .filter((id) => !transaction.known(FOLDER_LINKS, ofLinks([id])).isComplete)
      .map(async (id) => transaction.find(FOLDER_LINKS, ofLinks([id]), (own.get(id) ?? 0) + 1)),
  );
  return transaction.known(FOLDER_LINKS, ofLinks(link_ids)).found;
}

function relationOf(effect: Effect): string | null {
  if (effect.of === 'member') return `member ${effect.member.folder_link_id}`;
  if (effect.of !== 'favorite') return null;
  return nameOf(effect.favorite.object_type, effect.favorite.object_id);
}
