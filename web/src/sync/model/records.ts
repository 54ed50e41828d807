import type { Favorite, Folder, FolderLink, Link } from '@foldmark/contract/entities';
import type { LibraryCollection } from '@foldmark/contract/firestore-paths';

/** Microseconds since 1970: as exact as Firestore keeps a moment, and a whole number that JavaScript can hold. */
export type Micros = number;

export interface LinkRecord extends Readonly<Link> {
  readonly created_at: Micros;
  readonly updated_at: Micros;
}

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

/** What a document of the server is now: a record, or null where it was deleted. */
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
