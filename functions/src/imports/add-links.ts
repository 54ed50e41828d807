import { fieldEdit } from '@foldmark/library/changes/change';
import type { Edit, LinkValues } from '@foldmark/library/changes/edits';
import type { Favorite } from '@foldmark/library/entities/entities';
import type { ImportLink } from '@foldmark/contract/imports';
import { filling, picked } from '@foldmark/library/entities/derive';
import { DISTINCT_LINKS_MAX_COUNT } from '@foldmark/library/entities/limits';
import { LINK_DETAILS } from '@foldmark/library/entities/link';
import { placeholderName } from '@foldmark/library/entities/link-url';

import { addFavorite, made } from '#functions/imports/add-folders.ts';
import type { LinkWork } from '#functions/imports/next-work.ts';
import { statusOf } from '#functions/imports/status.ts';
import { FAVORITES, FOLDER_LINKS, FOLDERS, LINKS, type ServerLink } from '#functions/store/collections.ts';
import type { LibraryTransaction } from '#functions/store/library.ts';

/** The range of dates that Firestore can store. */
const EARLIEST = Date.parse('0001-01-01T00:00:00Z');
const LATEST = Date.parse('9999-12-31T23:59:59.999Z');

/**
 * Creates the missing links, and fills in missing fields and relations of the existing ones. Never replaces an existing value.
 */
export async function addLinks(
  transaction: LibraryTransaction,
  work: readonly LinkWork[],
): Promise<readonly Edit[]> {
  await readAhead(transaction, work);
  const edits: Edit[] = [];
  const make = async (edit: Edit): Promise<void> => void edits.push(...(await made(transaction, edit)));
  for (const piece of work) {
    const found = await linkOf(transaction, piece);
    if (found === null) continue;
    const { link_id, edit } = found;
    if (edit !== null) await make(edit);
    const isNew = transaction.isCreated(LINKS, { link_id });
    if (piece.isFirst) {
      for (const other_id of await missingMarks(transaction, link_id, isNew, piece.distinct_ids))
        await make({ table: 'distinct', key: { link_id, other_id }, before: null, after: {} });
      if (piece.link.favorite === true)
        edits.push(...(await addFavorite(transaction, 'link', link_id, isNew)));
    }
    for (const { folder_id, folder_link_id } of piece.members) {
      // The user may have deleted the folder meanwhile.
      if ((await transaction.get(FOLDERS, { folder_id })) === null) continue;
      const key = { folder_id, link_id };
      if (isNew) transaction.assumeMissing(FOLDER_LINKS, key);
      if ((await transaction.get(FOLDER_LINKS, key)) !== null) continue;
      await make({ table: 'folder_links', key, before: null, after: { folder_link_id } });
    }
  }
  return edits;
}

/** Reads all documents for the links in one request. For a new link, only its folders. */
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

interface FoundLink {
  readonly link_id: number;
  /** The edit that creates the link or fills in its missing fields. Null if none is needed. */
  readonly edit: Edit | null;
}

/** The link of an entry. Null if the user has deleted the link meanwhile. */
async function linkOf(
  transaction: LibraryTransaction,
  { link: entry, id, reserved, isFirst }: LinkWork,
): Promise<FoundLink | null> {
  if (!isFirst) {
    const created = await transaction.get(LINKS, { link_id: reserved });
    const link = created ?? (await transaction.get(LINKS, { link_id: id }));
    return link && { link_id: link.link_id, edit: null };
  }
  if (id !== reserved) {
    const found = await transaction.get(LINKS, { link_id: id });
    if (found?.status_id === statusOf(entry)) return { link_id: id, edit: missing(found, entry) };
  }
  const { url, name, description } = entry;
  const created_at = dateOf(entry, transaction.now).getTime() * 1000;
  const after = {
    url,
    name,
    ...picked(LINK_DETAILS, entry),
    status_id: statusOf(entry),
    image_s3_key: '',
    ...(description === undefined ? {} : { description }),
    created_at,
  };
  return {
    link_id: reserved,
    edit: { table: 'links', key: { link_id: reserved }, before: null, after },
  };
}

/** The date from the file, even if it is before 1970 or in the future. Firestore would refuse the year 0. */
function dateOf({ created_at }: ImportLink, now: Date): Date {
  const time = created_at === undefined ? Number.NaN : Date.parse(created_at);
  return time >= EARLIEST && time <= LATEST ? new Date(time) : now;
}

/** The marks that neither of the two links has yet, so that a repeated import changes nothing. A new link needs no reads. */
async function missingMarks(
  transaction: LibraryTransaction,
  link_id: number,
  isNew: boolean,
  ids: readonly number[],
): Promise<readonly number[]> {
  const { distinct_from = [] } = transaction.peek(LINKS, { link_id }) ?? {};
  const known = new Set([link_id, ...distinct_from]);
  const fresh = [...new Set(ids)].filter((id) => !known.has(id));
  if (isNew) return fresh;
  const others = await Promise.all(fresh.map(async (id) => transaction.get(LINKS, { link_id: id })));
  return others
    .flatMap((other) => (other === null || other.distinct_from.includes(link_id) ? [] : [other.link_id]))
    .slice(0, DISTINCT_LINKS_MAX_COUNT - distinct_from.length);
}

/** An edit with the values that the entry has and the link lacks. Null if there are none. */
function missing(link: ServerLink, entry: ImportLink): Edit | null {
  const isNamed = link.name !== placeholderName(link.url) || entry.name === placeholderName(entry.url);
  const wanted = {
    ...(isNamed ? {} : { name: entry.name }),
    ...filling(LINK_DETAILS, link, picked(LINK_DETAILS, entry)),
    ...(link.description === '' && entry.description !== undefined ? { description: entry.description } : {}),
  };
  const { link_id } = link;
  const { before, after } = fieldEdit<LinkValues>(
    { ...link, created_at: link.created_at.getTime() * 1000 },
    wanted,
  );
  return Object.keys(after).length === 0 ? null : { table: 'links', key: { link_id }, before, after };
}
