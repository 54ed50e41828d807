import type { BotChallenge, UploadGranted } from '@foldmark/contract/answers';
import type { ObjectKind } from '@foldmark/contract/firestore-paths';

import type { Allowance } from '#functions/allowance/memory-allowance.ts';
import type { Meter } from '#functions/allowance/meter.ts';
import type { ImageDeletions, Libraries, Library, SpentChallenge } from '#functions/library/library.ts';
import type { RasterImage } from '#functions/page-details/raster-image.ts';

/** Who calls, by an ID token that was verified. */
export interface Caller {
  readonly uid: string;
  readonly email: string;
  readonly emailVerified: boolean;
  /** The name that the identity provider knows, or empty. */
  readonly name: string;
  /** How this account signed in, such as 'password' or 'google.com'. */
  readonly provider: string;
  readonly signedInAt: Date;
}

export interface Log {
  readonly info: (message: string, fields: Readonly<Record<string, unknown>>) => void;
  readonly warn: (message: string, fields: Readonly<Record<string, unknown>>) => void;
  readonly error: (message: string, fields: Readonly<Record<string, unknown>>) => void;
}

/** An account as the identity provider has it now. A token can be up to an hour older. */
export interface Account {
  readonly email: string;
  readonly hasPassword: boolean;
  /** The provider has ended sessions since the sign-up, as it does when it takes the password from an unconfirmed account. */
  readonly hasEndedSessions: boolean;
}

/** The identity provider's accounts. */
export interface Accounts {
  /** Throws the failure `notSignedIn` for a token that does not prove anybody. */
  verify(token: string): Promise<Caller>;
  /** Null where there is no account or a disabled one. */
  find(uid: string): Promise<Account | null>;
  /** Those of at most 100 uids that have no account, not even a disabled one. */
  missing(uids: readonly string[]): Promise<readonly string[]>;
  /** Ends the sessions that began before this one, unless the provider has done that. They may hold a token for an hour. */
  endEarlierSessions(caller: Pick<Caller, 'uid' | 'signedInAt'>): Promise<void>;
  /** Does nothing where the account is gone already. */
  remove(uid: string): Promise<void>;
}

/** Tells calls of our own app, in a browser that looks like one, from those of a script. */
export interface AppCheck {
  /** Throws the failure `unknownApp` for a call whose token proves nothing. Accepts every call where App Check is off. */
  verify(token: string | undefined): Promise<void>;
}

export interface BotCheck {
  challenge(): Promise<BotChallenge>;
  /** Null for what is no solution of a challenge of ours that still holds. */
  verify(solution: string): Promise<SpentChallenge | null>;
}

/** A page to read for a link that was saved. */
export interface PageJob {
  readonly uid: string;
  readonly link_id: number;
  readonly url: string;
}

export interface Uploads {
  /** True for an image that the browser has uploaded to where such images belong. */
  holds(kind: ObjectKind, bucket: string, key: string): Promise<boolean>;
  /** True for a key that an upload can have, whether one is there or not. */
  accepts(key: string): Promise<boolean>;
}

/** The bucket of uploads as the functions' own role may use it. */
export interface ImageStore {
  /** Lets a browser put one image, to this key. */
  grant(uid: string, key: string): Promise<UploadGranted>;
  /**
   * Keeps the icon of a page for this person, so that no site learns who looks at its link. Answers the key; the icon may
   * have been there already, unless it is to have a fresh key.
   */
  keepIcon(uid: string, icon: RasterImage, isFresh: boolean): Promise<string>;
  /** Whether a key lies where images of this deployment do. */
  owns(key: string): boolean;
  /** Does nothing where the object is gone already. */
  remove(key: string): Promise<void>;
  /** All objects of a folder, page by page. */
  list(folder: ImageFolder): AsyncIterable<readonly StoredImage[]>;
}

/** Where images lie below the prefix. */
export type ImageFolder = 'links' | 'folders' | 'favicons';

export interface StoredImage {
  readonly key: string;
  readonly modified: Date;
}

/** What the operations need of the world; each heavy part loads when it is first used. */
export interface Services {
  readonly version: string;
  readonly log: Log;
  readonly appCheck: AppCheck;
  readonly accounts: Accounts;
  readonly botCheck: BotCheck;
  readonly allowance: Allowance;
  readonly uploads: Uploads;
  now(): Date;
  newId(): string;
  library(uid: string, meter?: Meter): Promise<Library>;
  libraries(): Promise<Libraries>;
  imageDeletions(): Promise<ImageDeletions>;
  readPageLater(job: PageJob): Promise<void>;
  /** Null where the settings name none. */
  imageStore(): Promise<ImageStore | null>;
}
