import type { ObjectKind } from '@foldmark/contract/firestore-paths';

import type { Key } from '#web/data/library/keys.ts';

/** What one can listen to, each as narrow as a row is. */
export const TOPICS = {
  link: (key: Key) => `link:${key}`,
  folder: (key: Key) => `folder:${key}`,
  favorite: (kind: ObjectKind, key: Key) => `favorite:${kind}_${key}`,
  membership: (folder: Key, link: Key) => `membership:${folder}_${link}`,
  foldersOf: (link: Key) => `foldersOf:${link}`,
  count: (folder: Key) => `count:${folder}`,
  tree: 'tree',
  favoriteFolders: 'favoriteFolders',
} as const;
