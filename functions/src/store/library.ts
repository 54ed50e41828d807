import type { StoredAction, StoredActionPart, StoredTimestamp, StoredUser } from '@foldmark/contract/stored';

import type { ActionRecord, Author } from '#functions/store/action-documents.ts';
import type { Collection, ServerLink } from '#functions/store/collections.ts';
import type { CounterDocument } from '#functions/store/counter-document.ts';
import type { ImportDocuments } from '#functions/store/import-documents.ts';
import type { LeftoversDocument } from '#functions/store/leftovers-document.ts';
import type { LibraryDeletion } from '#functions/store/library-deletion.ts';

/** A new profile without the timestamps, which the server sets. */
export type NewUser = Omit<StoredUser, 'created_at' | 'updated_at'>;

/** A solved bot check. It is stored until it expires, so that it works only once. */
export interface SpentChallenge {
  readonly id: string;
  readonly expiresAt: Date;
}

/** A condition that a field has one of the values. */
export interface Condition<Entity> {
  readonly field: keyof Entity & string;
  readonly among: readonly (string | number)[];
}

/** A document that a transaction creates, changes or deletes. Null before its creation and after its deletion. */
export interface Edit<E> {
  readonly before: E | null;
  readonly after: E | null;
}

/**
 * A transaction writes only after `work` has ended. Reads see the earlier writes, and no document is read twice. Reads that start
 * together are one request. A document is written only once, and only if it has changed, with `updated_at` set to the server's
 * time.
 */
export interface LibraryTransaction {
  /** The current time of the API. */
  readonly now: Date;
  user(): Promise<StoredUser | null>;
  get<E extends object, K extends Partial<E>>(collection: Collection<E, K>, key: K): Promise<E | null>;
  /** Like `get`, but without reading. Undefined if the document has not been read. */
  peek<E extends object, K extends Partial<E>>(collection: Collection<E, K>, key: K): E | null | undefined;
  /**
   * Returns the documents that have one of the values. With `beyond`, each query of 30 values reads at most this many documents
   * that the transaction does not have yet.
   */
  find<E extends object, K extends Partial<E>>(
    collection: Collection<E, K>,
    condition: Condition<E>,
    beyond?: number,
  ): Promise<E[]>;
  /** Like `find`, but without reading. `isComplete` tells whether Firestore has no other document with these values. */
  known<E extends object, K extends Partial<E>>(
    collection: Collection<E, K>,
    condition: Condition<E>,
  ): { readonly found: E[]; readonly isComplete: boolean };
  /** True if the image is being deleted, so no document may reference its key. */
  isImageBeingDeleted(key: string): Promise<boolean>;
  /**
   * Returns whether a document of this user may reference the key. If the user has removed the image within a day, withdraws the
   * request to delete it.
   */
  claimImage(key: string): Promise<boolean>;

  /** Writes a new document, or replaces a tombstone. */
  put<E extends object, K extends Partial<E>>(collection: Collection<E, K>, entity: E): void;
  /**
   * Writes the fields that differ, if any, and returns the changed entity. If an image field changes, the earlier image is
   * deleted after the commit, or a day later if the user had set it.
   */
  change<E extends object, K extends Partial<E>>(
    collection: Collection<E, K>,
    entity: E,
    fields: Partial<NoInfer<E>>,
  ): E;
  /** Replaces the documents with tombstones. Their images are deleted after the commit. */
  tombstone<E extends object, K extends Partial<E>>(
    collection: Collection<E, K>,
    entities: readonly E[],
  ): void;
  changeUser(
    user: StoredUser,
    fields: Partial<Pick<StoredUser, 'display_name' | 'email' | 'time_zone_abbreviation' | 'ownership'>>,
  ): StoredUser;

  /** Whether the transaction creates this document. */
  isCreated<E extends object, K extends Partial<E>>(collection: Collection<E, K>, key: K): boolean;
  /** The document before this transaction deleted it. Null if this transaction did not delete it. */
  removed<E extends object, K extends Partial<E>>(collection: Collection<E, K>, key: K): E | null;
  /** Marks a document as missing, to save the read of one that can't exist. */
  assumeMissing<E extends object, K extends Partial<E>>(collection: Collection<E, K>, key: K): void;
  /** The documents of a collection that this transaction will write. */
  edits<E extends object, K extends Partial<E>>(collection: Collection<E, K>): readonly Edit<E>[];
  /** True if the transaction has found any document. Documents exist only below a profile. */
  readonly hasFound: boolean;

  /** The app that makes the call. Null for a person and for jobs. An action that the transaction creates names it. */
  readonly author: Author | null;
  action(id: string): Promise<StoredAction | null>;
  /** The actions of an app in these states, latest first: those that are not later than `until`, if given. */
  actionsOfApp(
    grantId: string,
    states: readonly StoredAction['state'][],
    limit: number,
    until?: StoredTimestamp,
  ): Promise<StoredAction[]>;
  actionPart(id: string, part: number): Promise<StoredActionPart | null>;
  /** Stores an action. `before` is the stored one, if any. */
  putAction(action: ActionRecord, before: StoredAction | null): void;
  /** Postpones the next try of a job. The action keeps its `updated_at`, because it has not changed. */
  retryAction(id: string, tries: number): void;
  putActionPart(id: string, part: number, record: Omit<StoredActionPart, 'expire_at'>): void;
  readonly counters: CounterDocument;
  readonly imports: ImportDocuments;
  readonly leftovers: LeftoversDocument;
}

export type LinkUrl = Pick<ServerLink, 'link_id' | 'url' | 'status_id'>;

/** The documents of one user. */
export interface Library {
  user(): Promise<StoredUser | null>;
  get<E extends object, K extends Partial<E>>(collection: Collection<E, K>, key: K): Promise<E | null>;
  list<E extends object, K extends Partial<E>>(collection: Collection<E, K>): Promise<E[]>;
  /** Yields the urls of all links, without transferring their other fields. */
  linkUrls(): AsyncIterable<LinkUrl>;
  /**
   * Runs `work`, and commits all of its writes or none. Runs `work` again if another transaction contends for the same documents.
   */
  transaction<T>(work: (transaction: LibraryTransaction) => Promise<T>): Promise<T>;
  /**
   * Creates the profile, or returns the existing one. Returns null if the challenge was used before, because each solved
   * challenge is valid for one account. Throws a failure while a deletion blocks the uid.
   */
  createProfile(user: NewUser, challenge: SpentChallenge | null): Promise<NewUser | null>;
  readonly deletion: Pick<LibraryDeletion, keyof LibraryDeletion>;
}
