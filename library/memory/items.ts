import type { ObjectKind } from '#library/entities/collections.ts';

import type { Key } from './keys.ts';

/** Folders and links of a list or a selection. */
export interface Items {
  readonly folders: readonly Key[];
  readonly links: readonly Key[];
}

export interface Item {
  readonly kind: ObjectKind;
  readonly key: Key;
}

export function itemsOf(kind: ObjectKind, keys: readonly Key[]): Items {
  return kind === 'folder' ? { folders: keys, links: [] } : { folders: [], links: keys };
}

export function itemsIn({ folders, links }: Items): readonly Item[] {
  return [
    ...folders.map((key) => ({ kind: 'folder', key }) as const),
    ...links.map((key) => ({ kind: 'link', key }) as const),
  ];
}

export function countOf({ folders, links }: Items): number {
  return folders.length + links.length;
}
