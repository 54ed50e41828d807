import type { ObjectKind } from '#library/entities/collections.ts';

import type { Key } from './keys.ts';
import { PENDING_TOPICS, type Topic } from './topics.ts';

export const TOPICS = {
  link: (key: Key): Topic => `link:${key}`,
  folder: (key: Key): Topic => `folder:${key}`,
  favorite: (kind: ObjectKind, key: Key): Topic => `favorite:${kind}_${key}`,
  membership: (folder: Key, link: Key): Topic => `membership:${folder}_${link}`,
  foldersOf: (link: Key): Topic => `foldersOf:${link}`,
  count: (folder: Key): Topic => `count:${folder}`,
  pending: (kind: ObjectKind, key: Key): Topic => `${PENDING_TOPICS[kind]}:${key}`,
  tree: 'tree:',
  favoriteFolders: 'favoriteFolders:',
  /** The topic for a link or folder that no longer uses an image. */
  images: 'images:',
} as const;
