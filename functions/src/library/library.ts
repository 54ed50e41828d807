import type { ObjectKind } from '@foldmark/contract/firestore-paths';
import type { StoredUser } from '@foldmark/contract/stored';

import type { Collection } from '#functions/library/collections.ts';

export type Counted = 'link' | 'folder' | 'folder_link';

export interface TakenId {
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
  takeId(kind: Counted): Promise<number>;
  /** The same, but one number only for all repeats of one request. */
  takeIdOnce(kind: ObjectKind, requestKey: string | null): Promise<TakenId>;

  /** Writes a document that was not there, or only as a tombstone. */
  put<E extends object, K extends Partial<E>>(collection: Collection<E, K>, entity: E): void;
  /** Writes what differs, and nothing where nothing does. Answers the entity as it is then. */
  change<E extends object, K extends Partial<E>>(
    collection: Collection<E, K>,
    entity: E,
    fields: Partial<NoInfer<E>>,
  ): E;
  /** Leaves nothing of them but tombstones. */
  bury<E extends object, K extends Partial<E>>(collection: Collection<E, K>, entities: readonly E[]): void;
  changeUser(
    user: StoredUser,
    fields: Partial<Pick<StoredUser, 'display_name' | 'email' | 'time_zone_abbreviation'>>,
  ): StoredUser;
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
   * before: a solved one opens a single account.
   */
  open(user: NewUser, challenge: SpentChallenge | null): Promise<NewUser | null>;
  /** Removes every document and answers the keys of the uploaded images that remain. */
  destroy(): Promise<string[]>;
}
