import type { Favorite, Folder, FolderLink } from '@foldmark/library/entities/entities';
import { favoritePath, folderLinkPath, folderPath, linkPath } from '@foldmark/contract/firestore-paths';
import type { LibraryCollection } from '@foldmark/library/entities/collections';
import { serverLinkFields, storedFields } from '@foldmark/contract/stored';
import type * as z from 'zod/mini';

/** A collection of the library: the paths and the fields of its documents. */
export interface Collection<Entity extends object, Key extends Partial<Entity>> {
  readonly name: LibraryCollection;
  /** Fills in the fields that documents of older versions lack. */
  readonly schema: z.ZodMiniType<Entity>;
  /** The fields that identify a document. Its tombstone has only these. */
  readonly keyOf: (entity: Entity) => Key;
  readonly path: (uid: string, key: Key) => string;
  /** Whether a new document gets `created_at`. Links have it as a field. */
  readonly dated: boolean;
  /** The fields that reference an image. An image without references is deleted. */
  readonly images: readonly (keyof Entity & string)[];
  /** Of these, the fields that a person sets. An image that leaves such a field stays for a day, for undo. */
  readonly ownImages: readonly (keyof Entity & string)[];
}

/** A link with the fields that only the API uses. */
export type ServerLink = z.infer<typeof serverLinkFields>;
export type LinkKey = Pick<ServerLink, 'link_id'>;
export type FolderKey = Pick<Folder, 'folder_id'>;
export type FolderLinkKey = Pick<FolderLink, 'folder_id' | 'link_id'>;

export const LINKS: Collection<ServerLink, LinkKey> = {
  name: 'links',
  schema: serverLinkFields,
  keyOf: ({ link_id }) => ({ link_id }),
  path: (uid, { link_id }) => linkPath(uid, link_id),
  dated: false,
  images: ['image_s3_key', 'favicon_key'],
  ownImages: ['image_s3_key'],
};

export const FOLDERS: Collection<Folder, FolderKey> = {
  name: 'folders',
  schema: storedFields.folder,
  keyOf: ({ folder_id }) => ({ folder_id }),
  path: (uid, { folder_id }) => folderPath(uid, folder_id),
  dated: true,
  images: ['image_s3_key'],
  ownImages: ['image_s3_key'],
};

export const FOLDER_LINKS: Collection<FolderLink, FolderLinkKey> = {
  name: 'folder_links',
  schema: storedFields.folderLink,
  keyOf: (membership) => membership,
  path: (uid, { folder_id, link_id }) => folderLinkPath(uid, folder_id, link_id),
  dated: false,
  images: [],
  ownImages: [],
};

export const FAVORITES: Collection<Favorite, Favorite> = {
  name: 'favorites',
  schema: storedFields.favorite,
  keyOf: (favorite) => favorite,
  path: (uid, { object_type, object_id }) => favoritePath(uid, object_type, object_id),
  dated: false,
  images: [],
  ownImages: [],
};
