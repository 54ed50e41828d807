import type { LinkView, RecordView } from '@foldmark/library/changes/change';
import type { FolderValues, UserValues } from '@foldmark/library/changes/edits';
import type { ObjectKind } from '@foldmark/library/entities/collections';

import { type Collection, FAVORITES, FOLDER_LINKS, FOLDERS, LINKS } from '#functions/store/collections.ts';
import type { LibraryTransaction } from '#functions/store/library.ts';

interface Options {
  /** Whether an unread record counts as missing. Otherwise using an unread record is a bug, and throws. */
  readonly isPartial?: boolean;
  readonly user?: UserValues;
}

/**
 * A view of the documents that a transaction has read, with its own edits. An id below 0 is a reference to an object that is not
 * created.
 */
export class LoadedView implements RecordView {
  readonly #transaction: LibraryTransaction;
  readonly #options: Options;

  constructor(transaction: LibraryTransaction, options: Options = {}) {
    this.#transaction = transaction;
    this.#options = options;
  }

  link(link_id: number): LinkView | undefined {
    const link = this.#document(LINKS, { link_id }, link_id);
    return link && { ...link, created_at: link.created_at.getTime() * 1000 };
  }

  folder(folder_id: number): Required<FolderValues> | undefined {
    return this.#document(FOLDERS, { folder_id }, folder_id);
  }

  member(folder_id: number, link_id: number): { readonly folder_link_id: number } | undefined {
    const key = { folder_id, link_id };
    const isMissing = (): boolean =>
      this.#isComplete(FOLDER_LINKS, 'link_id', link_id) || this.#isNew('link', link_id);
    return this.#document(FOLDER_LINKS, key, Math.min(folder_id, link_id), isMissing);
  }

  isFavorite(object_type: ObjectKind, object_id: number): boolean {
    const isMissing = (): boolean =>
      this.#isComplete(FAVORITES, 'object_id', object_id) || this.#isNew(object_type, object_id);
    return this.#document(FAVORITES, { object_type, object_id }, object_id, isMissing) !== undefined;
  }

  distinctOf(link_id: number): readonly number[] {
    return this.#document(LINKS, { link_id }, link_id)?.distinct_from ?? [];
  }

  foldersOf(link: number): readonly number[] {
    return this.#among('link', FOLDER_LINKS, 'link_id', link).map(({ folder_id }) => folder_id);
  }

  isFolderUsed(folder: number): boolean {
    const members = { field: 'folder_id', among: [folder] } as const;
    const subfolders = { field: 'parent_folder_id', among: [folder] } as const;
    return (
      this.#transaction.known(FOLDER_LINKS, members).found.length > 0 ||
      this.#transaction.known(FOLDERS, subfolders).found.length > 0 ||
      this.#among('folder', FOLDER_LINKS, 'folder_id', folder).length > 0 ||
      this.#among('folder', FOLDERS, 'parent_folder_id', folder).length > 0
    );
  }

  user(): UserValues | undefined {
    return this.#options.user;
  }

  #document<E extends object, K extends Partial<E>>(
    collection: Collection<E, K>,
    key: K,
    id: number,
    isMissing = (): boolean => false,
  ): E | undefined {
    const found = this.#transaction.peek(collection, key);
    if (found === undefined && id > 0 && !isMissing()) this.#fail(collection, key);
    return found ?? undefined;
  }

  /** The documents that belong to an item: all of them, or at least one, if there are any. */
  #among<E extends object, K extends Partial<E>>(
    kind: ObjectKind,
    collection: Collection<E, K>,
    field: keyof E & string,
    id: number,
  ): readonly E[] {
    const { found, isComplete } = this.#transaction.known(collection, { field, among: [id] });
    if (found.length === 0 && !isComplete && id > 0 && !this.#isNew(kind, id))
      this.#fail(collection, { [field]: id });
    return found;
  }

  #isComplete<E extends object, K extends Partial<E>>(
    collection: Collection<E, K>,
    field: keyof E & string,
    id: number,
  ): boolean {
    return this.#transaction.known(collection, { field, among: [id] }).isComplete;
  }

  #isNew(kind: ObjectKind, id: number): boolean {
    return isNew(this.#transaction, kind, id);
  }

  #fail(collection: { readonly name: string }, key: object): void {
    if (this.#options.isPartial === true) return;
    throw new Error(
      `A change needs a record of ${collection.name} that was not read: ${JSON.stringify(key)}.`,
    );
  }
}

/** Whether the transaction creates the link or folder. Then Firestore has no relations of it. */
export function isNew(transaction: LibraryTransaction, kind: ObjectKind, id: number): boolean {
  return kind === 'link'
    ? transaction.isCreated(LINKS, { link_id: id })
    : transaction.isCreated(FOLDERS, { folder_id: id });
}
