import type { ObjectKind } from '@foldmark/contract/firestore-paths';
import type { StoredUser } from '@foldmark/contract/stored';

import type { Collection } from '#functions/library/collections.ts';

export type CountedKind = 'link' | 'folder' | 'folder_link';

export interface AllocatedId {
  readonly id: number;
  /** False where this request took the number before: what it asked for is made already. */
  readonly isNew: boolean;
}

/** A new profile, without the times that the server sets. */
export type NewUser = Omit<StoredUser, 'created_at' | 'updated_at'>;

/** A solved bot check, to be remembered until it expires by itself. */
export interface SpentChallenge {
  readonly id: string;
  readonly expiresAt: Date;
}

/** A field and the values one of which it must have. */
export interface Condition<Entity> {
  readonly field: keyof Entity & string;
  readonly among: readonly (string | number)[];
}

/** Reads come before the first write. Whatever is written carries the server's time. */
export interface LibraryTransaction {
  user(): Promise<StoredUser | null>;
  get<E extends object, K extends Partial<E>>(collection: Collection<E, K>, key: K): Promise<E | null>;
  find<E extends object, K extends Partial<E>>(
    collection: Collection<E, K>,
    condition: Condition<E>,
    limit?: number,
  ): Promise<E[]>;
  /** The next number of its kind. Fails where there is no profile: the counters come with it. */
  allocateId(kind: CountedKind): Promise<number>;
  /** The same, but one number only for all repeats of one request. */
  allocateIdOnce(kind: ObjectKind, requestKey: string | null): Promise<AllocatedId>;
  /** Counts an upload of this day, and answers how many there are with it. Fails where there is no profile. */
  countUpload(day: string): Promise<number>;
  /** Whether an image is being deleted, so that nothing can be given its key any more. */
  isImageBeingDeleted(key: string): Promise<boolean>;

  /** Writes a document that was not there, or only as a tombstone. */
  put<E extends object, K extends Partial<E>>(collection: Collection<E, K>, entity: E): void;
  /**
   * Writes what differs, and nothing where nothing does. Answers the entity as it is then. An image that it names no more
   * is deleted after the commit.
   */
  change<E extends object, K extends Partial<E>>(
    collection: Collection<E, K>,
    entity: E,
    fields: Partial<NoInfer<E>>,
  ): E;
  /** Leaves nothing of them but tombstones. Their images are deleted after the commit. */
  tombstone<E extends object, K extends Partial<E>>(
    collection: Collection<E, K>,
    entities: readonly E[],
  ): void;
  changeUser(
    user: StoredUser,
    fields: Partial<Pick<StoredUser, 'display_name' | 'email' | 'time_zone_abbreviation' | 'ownership'>>,
  ): StoredUser;
}

/** Images on their way out: see `StoredImageDeletion`. */
export interface ImageDeletions {
  /** Asks for the deletion of an object, and answers the id of that. */
  request(key: string): Promise<string>;
  /** The key of the object to delete now, or null where there is none. */
  begin(id: string): Promise<string | null>;
  finish(id: string): Promise<void>;
  due(limit: number): Promise<readonly string[]>;
  isReferenced(key: string): Promise<boolean>;
}

/** Everything one user has. */
export interface Library {
  user(): Promise<StoredUser | null>;
  get<E extends object, K extends Partial<E>>(collection: Collection<E, K>, key: K): Promise<E | null>;
  list<E extends object, K extends Partial<E>>(collection: Collection<E, K>): Promise<E[]>;
  /** Runs `work`, again where it collided with another one, and commits all of it or nothing. */
  transaction<T>(work: (transaction: LibraryTransaction) => Promise<T>): Promise<T>;
  /**
   * Makes the profile where there is none yet and answers the one that is there then. Null when the challenge was spent
   * before: a solved one opens a single account. Throws a failure while the uid is barred by a deletion.
   */
  createProfile(user: NewUser, challenge: SpentChallenge | null): Promise<NewUser | null>;
  /**
   * Bars the uid, so that nothing new can come, then removes every document, and the images after that. Can be run again
   * after it broke off. `check` gets the profile in the transaction that bars the uid; if it throws, nothing is deleted. It
   * gets null in a run after one that broke off.
   */
  destroy(check?: (profile: StoredUser | null) => void): Promise<void>;
  /** Says that `destroy` and what belongs to it are done. The uid of a deleted account stays barred for a day. */
  markDestroyed(): Promise<void>;
}

/** What jobs ask about everybody's libraries. */
export interface Libraries {
  /** The uids of all libraries, in pages, with those that have lost their profile. */
  uids(pageSize: number): AsyncIterable<readonly string[]>;
  /** The uids of deletions that began before `time` and have not ended, the oldest first. */
  unfinishedDeletions(time: Date, limit: number): Promise<readonly string[]>;
}
