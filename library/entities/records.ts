import type { Favorite, Folder, FolderLink, Link } from './entities.ts';
import type { LibraryCollection } from './collections.ts';

/** A timestamp in microseconds since 1970: Firestore's precision, within JavaScript's safe integers. */
export type Micros = number;

export interface LinkRecord extends Readonly<Omit<Link, 'created_at'>> {
  /** The ids of links that a person said are no duplicates of this one. `areDistinct` answers it for a pair. */
  readonly distinct_from: readonly number[];
  readonly created_at: Micros;
  readonly updated_at: Micros;
}

/** Most links share this list, because a library can have 100,000 links. */
export const NO_IDS: readonly number[] = [];

export interface FolderRecord extends Readonly<Folder> {
  readonly created_at: Micros;
  readonly updated_at: Micros;
}

export interface MembershipRecord extends Readonly<FolderLink> {
  readonly updated_at: Micros;
}

export interface FavoriteRecord extends Readonly<Favorite> {
  readonly updated_at: Micros;
}

export interface Records {
  readonly links: LinkRecord;
  readonly folders: FolderRecord;
  readonly folder_links: MembershipRecord;
  readonly favorites: FavoriteRecord;
}

/** A new version of a server document. The record is null if the document was deleted. */
export interface Change<C extends LibraryCollection = LibraryCollection> {
  /** The last part of the document's path. */
  readonly id: string;
  readonly at: Micros;
  readonly record: Records[C] | null;
}

export function dateOf(micros: Micros): Date {
  return new Date(micros / 1000);
}

export function microsOf(date: Date): Micros {
  return date.getTime() * 1000;
}

export function microsOfTimestamp({
  seconds,
  nanoseconds,
}: {
  readonly seconds: number;
  readonly nanoseconds: number;
}): Micros {
  return seconds * 1_000_000 + Math.floor(nanoseconds / 1000);
}
