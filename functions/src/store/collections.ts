import type { Favorite, Folder, FolderLink } from '@foldmark/library/entities/entities';
import { favoritePath, folderLinkPath, folderPath, linkPath } from '@foldmark/contract/firestore-paths';
import type { Fields } from '@foldmark/library/entities/field';
import { FOLDER } from '@foldmark/library/entities/folder';
import { LINK } from '@foldmark/library/entities/link';
import type { LibraryCollection } from '@foldmark/library/entities/collections';
import { serverLinkFields, storedFields } from '@foldmark/contract/stored';
import type * as z from 'zod/mini';

/** A collection of the library: the paths and the fields of its documents. */
export interface Collection<Entity extends object, Key extends Partial<Entity>> {
  readonly name: LibraryCollection;
  /** Fills in the fields that documents of older versions lack. */
  readonly schema: z.ZodMiniType<Entity>;
  /** The key fields, which identify a document. Its tombstone has only these. */
  readonly keyOf: (entity: Entity) => Key;
  readonly path: (uid: string, key: Key) => string;
  /** Whether a new document gets `created_at`. Links have it as a field. */
  readonly dated: boolean;
  /**
   * The fields that reference an image. An image without references is deleted. An image that the user had set stays for a day,
   * for undo.
   */
  readonly images: readonly ImageField[];
}

interface ImageField {
  readonly name: string;
  /** Whether the user sets the image. */
  readonly isOwn: boolean;
}

function imagesOf(fields: Fields): ImageField[] {
  return Object.entries(fields).flatMap(([name, { isImage, before }]) =>
    isImage === true ? [{ name, isOwn: before !== null }] : [],
  );
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
  images: imagesOf(LINK.fields),
};

export const FOLDERS: Collection<Folder, FolderKey> = {
  name: 'folders',
  schema: storedFields.folder,
  keyOf: ({ folder_id }) => ({ folder_id }),
  path: (uid, { folder_id }) => folderPath(uid, folder_id),
  dated: true,
  images: imagesOf(FOLDER.fields),
};

export const FOLDER_LINKS: Collection<FolderLink, FolderLinkKey> = {
  name: 'folder_links',
  schema: storedFields.folderLink,
  keyOf: (membership) => membership,
  path: (uid, { folder_id, link_id }) => folderLinkPath(uid, folder_id, link_id),
  dated: false,
  images: [],
};

export const FAVORITES: Collection<Favorite, Favorite> = {
  name: 'favorites',
  schema: storedFields.favorite,
  keyOf: (favorite) => favorite,
  path: (uid, { object_type, object_id }) => favoritePath(uid, object_type, object_id),
  dated: false,
  images: [],
};
