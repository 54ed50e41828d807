import { FOLDER_NAME_MAX_LENGTH, ROOT_FOLDER_ID } from '#library/entities/limits.ts';

import { matchingFolders, type OutlineEntry } from './folder-outline.ts';
import { folderPathOf, isNameTaken } from './folder-path.ts';
import type { FolderTree } from './folder-tree.ts';
import type { Key } from './keys.ts';

/** The folders that a typed text would create, one in the other. */
export interface NewFolders {
  readonly parent: Key;
  readonly names: readonly [string, ...string[]];
}

export interface FolderChoices {
  /** The best match first. */
  readonly entries: readonly OutlineEntry[];
  /** Null if a folder there has this name already, or if the text is no name. */
  readonly created: NewFolders | null;
  /** Whether the text is a path, such as `Work/New`. */
  readonly isPath: boolean;
}

/** What a person can choose after typing a text: the folders that match it, and the folders that it can create. */
export function folderChoices(
  tree: FolderTree,
  text: string,
  isListed: (folder: Key) => boolean,
): FolderChoices {
  const path = folderPathOf(tree, text, isListed);
  const { parent, names } = path ?? { parent: ROOT_FOLDER_ID, names: [text] as const };
  const isCreatable =
    names.every((name) => name !== '' && name.length <= FOLDER_NAME_MAX_LENGTH) &&
    !isNameTaken(tree, parent, names[0]);
  return {
    entries: matchingFolders(tree, text, isListed, path),
    created: isCreatable ? { parent, names } : null,
    isPath: path !== null,
  };
}
