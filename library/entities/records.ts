import type { Favorite, FolderLink } from './entities.ts';
import type { Fields } from './field.ts';
import type { FOLDER } from './folder.ts';
import type { LINK } from './link.ts';
import type { LibraryCollection } from './collections.ts';

/** A timestamp in microseconds since 1970: Firestore's precision, within JavaScript's safe integers. */
export type Micros = number;

interface Versioned {
  readonly updated_at: Micros;
}

type ValuesOf<E extends { readonly key: Fields; readonly fields: Fields }> = {
  readonly [K in keyof E['key']]: E['key'][K]['missing'];
} & { readonly [K in keyof E['fields']]: E['fields'][K]['missing'] };

export interface LinkRecord extends ValuesOf<typeof LINK>, Versioned {}
export interface FolderRecord extends ValuesOf<typeof FOLDER>, Versioned {}

export interface MembershipRecord extends Readonly<FolderLink>, Versioned {}
export interface FavoriteRecord extends Readonly<Favorite>, Versioned {}

export interface Records {
  readonly links: LinkRecord;
  readonly folders: FolderRecord;
  readonly folder_links: MembershipRecord;
  readonly favorites: FavoriteRecord;
}

/** A version of a server document. The record is null if the document was deleted. */
export interface DocumentVersion<C extends LibraryCollection = LibraryCollection> {
  /** The last segment of the document's path. */
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
