import type { Folder, FolderLink, Link, User } from '@foldmark/contract/entities';
import type { Status } from '@foldmark/contract/fields';
import type { ObjectKind } from '@foldmark/contract/firestore-paths';

import type { Items } from '#web/sync/library/items.ts';
import type { Key } from '#web/sync/library/keys.ts';
import type { ActionContext, Awaited, Created, ImagePlace } from '#web/sync/mutations/actions/context.ts';
import { toggleFavorite } from '#web/sync/mutations/actions/favorites.ts';
import {
  createFolder,
  type FolderEdits,
  moveFolder,
  type NewFolder,
  setFolderImage,
  updateFolder,
} from '#web/sync/mutations/actions/folders.ts';
import { deleteItems, setFavorites, setItemsStatus } from '#web/sync/mutations/actions/items.ts';
import {
  createLink,
  type LinkEdits,
  type NewLink,
  setLinkImage,
  updateLink,
} from '#web/sync/mutations/actions/links.ts';
import {
  addLinksToFolder,
  addLinkToFolder,
  removeLinkFromFolder,
} from '#web/sync/mutations/actions/memberships.ts';
import { emptyTrash } from '#web/sync/mutations/actions/trash.ts';
import { updateUser, type UserEdits } from '#web/sync/mutations/actions/user.ts';
import type { Outcome } from '#web/sync/mutations/mutation.ts';

type Done<A> = Promise<Outcome<A>>;

/**
 * Everything a user can change in the library. Each action is an optimistic update. Its outcome resolves with the
 * server's answer and never rejects. With `isAwaited` the caller shows errors, otherwise they go to the failure list.
 */
export interface Actions {
  readonly createLink: (link: NewLink, options?: Awaited) => Created<Link>;
  readonly updateLink: (key: Key, edits: LinkEdits, options?: Awaited) => Done<Link>;
  /** Status 2 moves to the trash, status 1 restores. */
  readonly setItemsStatus: (items: Items, status: Status) => Done<unknown>;
  readonly setFavorites: (items: Items, isFavorite: boolean) => Done<unknown>;
  readonly deleteItems: (items: Items) => Done<unknown>;
  readonly setLinkImage: (key: Key, place: ImagePlace | null, options?: Awaited) => Done<Link>;
  readonly createFolder: (folder: NewFolder, options?: Awaited) => Created<Folder>;
  /** Status 2 moves to the trash, status 1 restores. */
  readonly updateFolder: (key: Key, edits: FolderEdits, options?: Awaited) => Done<Folder>;
  readonly moveFolder: (key: Key, parent: Key) => Done<Folder>;
  readonly setFolderImage: (key: Key, place: ImagePlace | null, options?: Awaited) => Done<Folder>;
  readonly addLinkToFolder: (link: Key, folder: Key, options?: Awaited) => Done<FolderLink>;
  readonly addLinksToFolder: (links: readonly Key[], folder: Key) => Done<readonly FolderLink[]>;
  readonly removeLinkFromFolder: (link: Key, folder: Key) => Done<void>;
  readonly toggleFavorite: (kind: ObjectKind, key: Key) => Done<void>;
  readonly emptyTrash: () => Done<void>;
  readonly updateUser: (edits: UserEdits, options?: Awaited) => Done<User>;
}

export function createActions(context: ActionContext): Actions {
  return {
    createLink: (link, options) => createLink(context, link, options),
    updateLink: async (key, edits, options) => updateLink(context, key, edits, options),
    setItemsStatus: async (items, status) => setItemsStatus(context, items, status),
    setFavorites: async (items, isFavorite) => setFavorites(context, items, isFavorite),
    deleteItems: async (items) => deleteItems(context, items),
    setLinkImage: async (key, place, options) => setLinkImage(context, key, place, options),
    createFolder: (folder, options) => createFolder(context, folder, options),
    updateFolder: async (key, edits, options) => updateFolder(context, key, edits, options),
    moveFolder: async (key, parent) => moveFolder(context, key, parent),
    setFolderImage: async (key, place, options) => setFolderImage(context, key, place, options),
    addLinkToFolder: async (link, folder, options) => addLinkToFolder(context, link, folder, options),
    addLinksToFolder: async (links, folder) => addLinksToFolder(context, links, folder),
    removeLinkFromFolder: async (link, folder) => removeLinkFromFolder(context, link, folder),
    toggleFavorite: async (kind, key) => toggleFavorite(context, kind, key),
    emptyTrash: async () => emptyTrash(context),
    updateUser: async (edits, options) => updateUser(context, edits, options),
  };
}
