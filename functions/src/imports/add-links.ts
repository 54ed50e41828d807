import type { Favorite } from '@foldmark/library/entities/entities';
import type { ImportLink } from '@foldmark/contract/imports';
import { DISTINCT_LINKS_MAX_COUNT } from '@foldmark/library/entities/limits';
import { placeholderName } from '@foldmark/library/entities/link-url';
import { newLink } from '@foldmark/library/entities/new-link';

import { addFavorite } from '#functions/imports/add-folders.ts';
import type { LinkWork } from '#functions/imports/next-work.ts';
import { statusOf } from '#functions/imports/status.ts';
import { FAVORITES, FOLDER_LINKS, FOLDERS, LINKS, type ServerLink } from '#functions/library/collections.ts';
import type { LibraryTransaction } from '#functions/library/library.ts';

/** The years that Firestore can store. */
const EARLIEST = Date.parse('0001-01-01T00:00:00Z');
const LATEST = Date.parse('9999-12-31T23:59:59.999Z');

/** Creates the links that are not there, and gives the others what they lack. Nothing that is there is replaced. */
export async function addLinks(transaction: LibraryTransaction, work: readonly LinkWork[]): Promise<void> {
  await readAhead(transaction, work);
  for (const piece of work) {
    const link = await linkOf(transaction, piece);
    if (link === null) continue;
    const { link_id } = link;
    const isNew = transaction.isCreated(LINKS, { link_id });
    if (piece.isFirst && !isNew) {
      const marks = await missingMarks(transaction, link, piece.distinct_ids);
      transaction.change(LINKS, link, {
        ...missing(link, piece.link),
        ...(marks.length === 0 ? {} : { distinct_from: [...link.distinct_from, ...marks] }),
      });
    }
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
  { link: entry, id, reserved, isFirst, distinct_ids }: LinkWork,
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
    distinct_from: [...new Set(distinct_ids)].filter((other) => other !== reserved),
  };
  transaction.put(LINKS, link);
  return link;
}

/** The date of the source, also one before 1970 or in the future. Firestore would refuse the year 0. */
function dateOf({ created_at }: ImportLink, now: Date): Date {
  const time = created_at === undefined ? Number.NaN : Date.parse(created_at);
  return time >= EARLIEST && time <= LATEST ? new Date(time) : now;
}

/** The marks that neither of the two links has, so that a repeated import changes nothing. */
async function missingMarks(
  transaction: LibraryTransaction,
  { link_id, distinct_from }: ServerLink,
  ids: readonly number[],
): Promise<readonly number[]> {
  const known = new Set([link_id, ...distinct_from]);
  const fresh = [...new Set(ids)].filter((id) => !known.has(id));
  const others = await Promise.all(fresh.map(async (id) => transaction.get(LINKS, { link_id: id })));
  return others
    .flatMap((other) => (other === null || other.distinct_from.includes(link_id) ? [] : [other.link_id]))
    .slice(0, DISTINCT_LINKS_MAX_COUNT - distinct_from.length);
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
