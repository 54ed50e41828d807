import type { ChangeOf } from '@foldmark/library/changes/changes';
import type { Favorite } from '@foldmark/library/entities/entities';
import { DISTINCT_LINKS_MAX_COUNT, STATUS_ACTIVE, STATUS_TRASHED } from '@foldmark/library/entities/limits';
import { unitedValues } from '@foldmark/library/changes/united-values';

import { Failure } from '#functions/errors/failure.ts';
import { guarded } from '#functions/changes/guard.ts';
import { existingLink } from '#functions/changes/links.ts';
import { NotMade } from '#functions/changes/not-made.ts';
import { removeFavorite, removeMember } from '#functions/changes/relations.ts';
import { FAVORITES, FOLDER_LINKS, LINKS, type ServerLink } from '#functions/library/collections.ts';
import type { LibraryTransaction } from '#functions/library/library.ts';

/** How many memberships a query for 30 links reads at most. */
const MEMBERS_MAX = 5000;

function starred(object_id: number): Favorite {
  return { object_type: 'link', object_id };
}

/** Unites a link into another one and moves it to the trash. Takes the stored values, so nothing of another device is lost. */
export async function mergeLink(
  transaction: LibraryTransaction,
  { link_id, into_id }: Pick<ChangeOf<'link.merge'>, 'link_id' | 'into_id'>,
): Promise<void> {
  const [link, into] = await Promise.all([
    existingLink(transaction, link_id),
    existingLink(transaction, into_id),
  ]);
  const isMergeable = link_id !== into_id && isActive(link) && isActive(into);
  const values = isMergeable ? unitedValues(into, link) : null;
  if (values === null) throw new NotMade('changed', 'notInTrash');
  const { members, favorites } = await readRelations(transaction, [link_id, into_id]);
  const own = new Set(members.flatMap((member) => (member.link_id === into_id ? [member.folder_id] : [])));
  for (const { folder_id } of members) {
    if (own.has(folder_id)) continue;
    own.add(folder_id);
    transaction.put(
      FOLDER_LINKS,
      transaction.removed(FOLDER_LINKS, { folder_id, link_id: into_id }) ?? {
        folder_link_id: await transaction.allocateId('folder_link'),
        folder_id,
        link_id: into_id,
      },
    );
  }
  const stars = new Set(favorites.map(({ object_id }) => object_id));
  if (stars.has(link_id) && !stars.has(into_id)) {
    transaction.put(FAVORITES, starred(into_id));
  }
  // No deletion of the image can begin, because the merged link references it too.
  transaction.change(LINKS, into, values);
  transaction.change(LINKS, link, { status_id: STATUS_TRASHED });
}

/** Reads the memberships and favorites of links. The transaction keeps them. Refuses more than a part can store. */
export async function readRelations(transaction: LibraryTransaction, link_ids: readonly number[]) {
  const ofLinks = { field: 'link_id', among: link_ids } as const;
  const [members, favorites] = await Promise.all([
    transaction.find(FOLDER_LINKS, ofLinks, MEMBERS_MAX),
    transaction.find(FAVORITES, { field: 'object_id', among: link_ids }),
  ]);
  if (!transaction.known(FOLDER_LINKS, ofLinks).isComplete) throw new Failure('tooLarge');
  return { members, favorites: favorites.filter(({ object_type }) => object_type === 'link') };
}

/** Returns the values that were left alone. If the merged link is gone, the other one keeps what it got. */
export async function unmergeLink(
  transaction: LibraryTransaction,
  change: Omit<ChangeOf<'link.unmerge'>, 'kind'>,
): Promise<readonly string[]> {
  const { link_id, into_id, folder_ids, favorite, before, after } = change;
  const link = await existingLink(transaction, link_id);
  transaction.change(LINKS, link, { status_id: STATUS_ACTIVE });
  const into = await transaction.get(LINKS, { link_id: into_id });
  if (into === null) return [];
  for (const folder_id of folder_ids) await removeMember(transaction, { folder_id, link_id: into_id });
  if (favorite) await removeFavorite(transaction, starred(into_id));
  return setMergedValues(transaction, into_id, before, after);
}

type MergedValues = ChangeOf<'link.unmerge'>['after'];

/** Sets the values that still are as expected. Returns the names of the others. */
export async function setMergedValues(
  transaction: LibraryTransaction,
  link_id: number,
  wanted: MergedValues,
  expected: MergedValues,
): Promise<readonly string[]> {
  const link = await existingLink(transaction, link_id);
  const { fields, leftAlone } = guarded(link, dated(wanted), dated(expected));
  const { image_s3_key: key = '' } = fields;
  // A redo sets an image again. If it is gone since, the link stays without one.
  if (key !== '' && key !== link.image_s3_key && !(await transaction.claimImage(key))) {
    delete fields.image_s3_key;
    leftAlone.push('image_s3_key');
  }
  transaction.change(LINKS, link, fields);
  return leftAlone;
}

function dated({ created_at, ...values }: MergedValues): Partial<ServerLink> {
  return created_at === undefined ? values : { ...values, created_at: new Date(created_at) };
}

export async function setDistinct(
  transaction: LibraryTransaction,
  { link_id, other_id, distinct }: Omit<ChangeOf<'link.distinct'>, 'kind'>,
): Promise<void> {
  const link = await existingLink(transaction, link_id);
  const others = link.distinct_from.filter((id) => id !== other_id);
  if (distinct) {
    await existingLink(transaction, other_id);
    if (others.length >= DISTINCT_LINKS_MAX_COUNT || link_id === other_id)
      throw new NotMade('changed', 'notInTrash');
    if (link.distinct_from.includes(other_id)) return;
    others.push(other_id);
  }
  transaction.change(LINKS, link, { distinct_from: others });
}

function isActive({ status_id }: ServerLink): boolean {
  return status_id === STATUS_ACTIVE;
}
