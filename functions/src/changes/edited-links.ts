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
    transaction.find(FOLDER_LINKS, { field: 'link_id', among }),
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

function relationOf(effect: Effect): string | null {
  if (effect.of === 'member') return `member ${effect.member.folder_link_id}`;
  if (effect.of !== 'favorite') return null;
  return nameOf(effect.favorite.object_type, effect.favorite.object_id);
}
