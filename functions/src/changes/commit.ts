import type { Applied } from '@foldmark/library/changes/change';
import { type Edit, type EditOf, type LinkValues, withValues } from '@foldmark/library/changes/edits';
import { NEW_FOLDER } from '@foldmark/library/changes/folder-create';
import type { Deleted } from '@foldmark/library/entities/entities';
import { newLink } from '@foldmark/library/entities/new-link';

import { deleteForever } from '#functions/changes/delete-forever.ts';
import { FAVORITES, FOLDER_LINKS, FOLDERS, LINKS } from '#functions/store/collections.ts';
import type { LibraryTransaction } from '#functions/store/library.ts';

/** Names only show in the list of items that an undo left alone, so they may be cut. */
const NAME_MAX_LENGTH = 100;

export interface Committed extends Applied {
  /** True if an image could not be set because it is deleted or being deleted. The image field is left alone. */
  readonly isImageLost: boolean;
  /** The items of a deletion forever. Null for any other change. */
  readonly deleted: Deleted | null;
}

interface CommittedEdit {
  /** The edit as the action stores it. Null if nothing is left to store. */
  readonly edit: Edit | null;
  readonly isImageLost?: boolean;
  readonly deleted?: Deleted;
}

/**
 * Writes edits to the documents that the transaction has read. Adds the values that only the server knows: ids, dates, claims of
 * images.
 */
export async function commit(transaction: LibraryTransaction, applied: Applied): Promise<Committed> {
  const committed: CommittedEdit[] = [];
  for (const edit of applied.edits) committed.push(await commitOne(transaction, edit));
  const isImageLost = committed.some((one) => one.isImageLost === true);
  return {
    edits: committed.flatMap(({ edit }) => edit ?? []),
    leftAlone: isImageLost ? [...applied.leftAlone, 'image_s3_key'] : applied.leftAlone,
    isImageLost,
    deleted: committed.find(({ deleted }) => deleted !== undefined)?.deleted ?? null,
  };
}

async function commitOne(transaction: LibraryTransaction, edit: Edit): Promise<CommittedEdit> {
  switch (edit.table) {
    case 'links':
      return commitLink(transaction, edit);
    case 'folders':
      return commitFolder(transaction, edit);
    case 'folder_links':
      return { edit: await commitMember(transaction, edit) };
    case 'favorites':
      if (edit.after === null) transaction.tombstone(FAVORITES, [edit.key]);
      else transaction.put(FAVORITES, edit.key);
      return { edit };
    case 'distinct':
      commitDistinct(transaction, edit);
      return { edit };
    case 'users':
      throw new Error('The profile is not part of the library.');
  }
}

async function commitLink(transaction: LibraryTransaction, edit: EditOf<'links'>): Promise<CommittedEdit> {
  const { link_id } = edit.key;
  const link = transaction.peek(LINKS, edit.key) ?? null;
  if (edit.after === null) {
    if (link === null) throw missing(edit);
    const named = { ...edit, name: cut(link.name) };
    if (edit.forever === true) return { edit: named, deleted: await deleteForever(transaction, [link], []) };
    transaction.tombstone(LINKS, [link]);
    return { edit: named };
  }
  const kept = withoutLostPicture(transaction, { ...edit, after: edit.after });
  const { values, left, isImageLost } = await withClaim(transaction, kept);
  if (left === null) return { edit: null, isImageLost };
  const { created_at, ...others } = values;
  const fields = {
    ...others,
    ...(created_at === undefined ? {} : { created_at: new Date(Math.round(created_at / 1000)) }),
  };
  const after =
    link === null
      ? { ...newLink(link_id, values.url ?? ''), created_at: transaction.now, ...fields }
      : withValues(link, fields);
  if (link === null) transaction.put(LINKS, after);
  else transaction.change(LINKS, link, after);
  return { edit: { ...left, name: cut(after.name) }, isImageLost };
}

async function commitFolder(
  transaction: LibraryTransaction,
  edit: EditOf<'folders'>,
): Promise<CommittedEdit> {
  const folder = transaction.peek(FOLDERS, edit.key) ?? null;
  if (edit.after === null) {
    if (folder === null) throw missing(edit);
    const named = { ...edit, name: cut(folder.name) };
    if (edit.forever === true)
      return { edit: named, deleted: await deleteForever(transaction, [], [folder]) };
    transaction.tombstone(FOLDERS, [folder]);
    return { edit: named };
  }
  const { values, left, isImageLost } = await withClaim(transaction, { ...edit, after: edit.after });
  if (left === null) return { edit: null, isImageLost };
  const after = { ...(folder ?? { ...NEW_FOLDER, ...edit.key }), ...values };
  if (folder === null) transaction.put(FOLDERS, after);
  else transaction.change(FOLDERS, folder, after);
  return { edit: { ...left, name: cut(after.name) }, isImageLost };
}

/** A restored membership keeps its id, and needs no counter. */
async function commitMember(
  transaction: LibraryTransaction,
  edit: EditOf<'folder_links'>,
): Promise<EditOf<'folder_links'>> {
  const { key, after } = edit;
  if (after === null) {
    const member = transaction.peek(FOLDER_LINKS, key) ?? null;
    if (member === null) throw missing(edit);
    transaction.tombstone(FOLDER_LINKS, [member]);
    return edit;
  }
  const known = transaction.removed(FOLDER_LINKS, key)?.folder_link_id ?? after.folder_link_id;
  const folder_link_id = known === 0 ? await transaction.counters.allocateId('folder_link') : known;
  transaction.put(FOLDER_LINKS, { ...key, folder_link_id });
  return { ...edit, after: { folder_link_id } };
}

function commitDistinct(transaction: LibraryTransaction, { key, after }: EditOf<'distinct'>): void {
  const { link_id, other_id } = key;
  const link = transaction.peek(LINKS, { link_id }) ?? null;
  if (link === null) return;
  const others = link.distinct_from.filter((id) => id !== other_id);
  const distinct_from = after === null ? others : [...others, other_id];
  transaction.change(LINKS, link, { distinct_from });
}

type Values<E extends { readonly after: unknown }> = NonNullable<E['after']>;
interface Claimed<E extends { readonly after: unknown }> {
  readonly values: Values<E>;
  /** The edit without the lost image. Null if nothing is left. */
  readonly left: E | null;
  readonly isImageLost: boolean;
}

/** Drops an image whose deletion has begun. An undo can still claim an image that the user removed within the last day. */
async function withClaim<
  E extends {
    readonly before: { readonly image_s3_key?: string } | null;
    readonly after: { readonly image_s3_key?: string };
  },
>(transaction: LibraryTransaction, edit: E): Promise<Claimed<E>> {
  const { image_s3_key: key = '' } = edit.after;
  if (key === '' || isReferenced(transaction, key) || (await transaction.claimImage(key)))
    return { values: edit.after, left: edit, isImageLost: false };
  const { image_s3_key: _, ...values } = edit.after;
  const { image_s3_key: _earlier, ...before } = edit.before ?? {};
  const left = { ...edit, before: edit.before && before, after: values };
  return { values, left: Object.keys(values).length === 0 ? null : left, isImageLost: true };
}

type SetLink = EditOf<'links'> & { readonly after: LinkValues };

/** A merge copies the picture of a link. When it is redone, that link may have lost its picture, which is then deleted. */
function withoutLostPicture(transaction: LibraryTransaction, edit: SetLink): SetLink {
  const { picture_s3_key: key = '', ...after } = edit.after;
  const others = { field: 'picture_s3_key', among: [key] } as const;
  if (key === '' || transaction.known(LINKS, others).found.length > 0) return edit;
  const { picture_s3_key: _, ...before } = edit.before ?? {};
  return { ...edit, before: edit.before && before, after };
}

/** Whether a document references the image. Then its deletion can't begin, as when a merge copies the image of another link. */
function isReferenced(transaction: LibraryTransaction, key: string): boolean {
  const condition = { field: 'image_s3_key', among: [key] } as const;
  const links = transaction.known(LINKS, condition).found;
  return links.length > 0 || transaction.known(FOLDERS, condition).found.length > 0;
}

function cut(name: string): string {
  return name.slice(0, NAME_MAX_LENGTH).toWellFormed();
}

function missing({ table, key }: Edit): Error {
  return new Error(`An edit deletes a record of ${table} that is missing: ${JSON.stringify(key)}.`);
}
