import type { Favorite } from '@foldmark/contract/entities';
import type { ImportLink } from '@foldmark/contract/imports';
import { placeholderName } from '@foldmark/contract/link-url';
import { newLink } from '@foldmark/contract/new-link';

import { addFavorite } from '#functions/imports/add-folders.ts';
import type { LinkWork } from '#functions/imports/next-work.ts';
import { statusOf } from '#functions/imports/status.ts';
import { FAVORITES, FOLDER_LINKS, FOLDERS, LINKS, type ServerLink } from '#functions/library/collections.ts';
import type { LibraryTransaction } from '#functions/library/library.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Creates the links that are not there, and gives the others what they lack. Nothing that is there is replaced. */
export async function addLinks(transaction: LibraryTransaction, work: readonly LinkWork[]): Promise<void> {
  await readAhead(transaction, work);
  for (const piece of work) {
    const link = await linkOf(transaction, piece);
    if (link === null) continue;
    const { link_id } = link;
    const isNew = transaction.isCreated(LINKS, { link_id });
    if (piece.isFirst && !isNew) transaction.change(LINKS, link, missing(link, piece.link));
    if (piece.isFirst && piece.link.favorite === true) {
      await addFavorite(transaction, 'link', link_id, isNew);
    }
    for (const { folder_id, folder_link_id } of piece.members) {
      // The person may have deleted the folder meanwhile.
      if ((await transaction.get(FOLDERS, { folder_id })) === null) continue;
      const member = { folder_id, link_id };
      if (isNew) transaction.assumeMissing(FOLDER_LINKS, member);
      if ((await transaction.get(FOLDER_LINKS, member)) !== null) continue;
      transaction.put(FOLDER_LINKS, { ...member, folder_link_id });
    }
  }
}

/** Reads what the links need, in one request. A new link needs only its folders. */
async function readAhead(transaction: LibraryTransaction, work: readonly LinkWork[]): Promise<void> {
  const folders = new Set(work.flatMap(({ members }) => members.map(({ folder_id }) => folder_id)));
  await Promise.all([
    ...[...folders].map(async (folder_id) => transaction.get(FOLDERS, { folder_id })),
    ...work.flatMap(({ link, id, reserved, isFirst, members }): Promise<unknown>[] => {
      if (isFirst && id === reserved) return [];
      return [
        transaction.get(LINKS, { link_id: id }),
        ...(isFirst ? [] : [transaction.get(LINKS, { link_id: reserved })]),
        ...members.map(async ({ folder_id }) => transaction.get(FOLDER_LINKS, { folder_id, link_id: id })),
        ...(isFirst && link.favorite === true ? [readFavorite(transaction, id)] : []),
      ];
    }),
  ]);
}

async function readFavorite(transaction: LibraryTransaction, object_id: number): Promise<unknown> {
  const favorite: Favorite = { object_type: 'link', object_id };
  return transaction.get(FAVORITES, favorite);
}

/** The link of an entry. Creates it if it is not there, or no longer. Null if the person has deleted it meanwhile. */
async function linkOf(
  transaction: LibraryTransaction,
  { link: entry, id, reserved, isFirst }: LinkWork,
): Promise<ServerLink | null> {
  if (!isFirst) {
    const created = await transaction.get(LINKS, { link_id: reserved });
    return created ?? transaction.get(LINKS, { link_id: id });
  }
  if (id !== reserved) {
    const found = await transaction.get(LINKS, { link_id: id });
    if (found?.status_id === statusOf(entry)) return found;
  }
  const link: ServerLink = {
    ...newLink(reserved, entry.url),
    name: entry.name,
    note: entry.note,
    status_id: statusOf(entry),
    created_at: dateOf(entry, transaction.now),
  };
  transaction.put(LINKS, link);
  return link;
}

/** The date of the source, unless it can't be right. Firestore would refuse the year 0. */
function dateOf({ created_at }: ImportLink, now: Date): Date {
  const time = created_at === undefined ? Number.NaN : Date.parse(created_at);
  return time > 0 && time <= now.getTime() + DAY_MS ? new Date(time) : now;
}

/** What the entry knows and the link lacks. */
function missing(link: ServerLink, entry: ImportLink): Partial<ServerLink> {
  const hasName = link.name !== placeholderName(link.url);
  const entryHasName = entry.name !== placeholderName(entry.url);
  return {
    ...(hasName || !entryHasName ? {} : { name: entry.name }),
    ...(link.note === '' ? { note: entry.note } : {}),
  };
}
