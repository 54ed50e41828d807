import { STATUS_ACTIVE } from '@foldmark/library/entities/limits';

import type { BoundCommand } from '#web/commands/command.ts';
import type { Key } from '@foldmark/library/memory/keys';
import type { Library } from '@foldmark/library/memory/library';

import type { RecentItem } from '#web/hooks/recent.ts';

/** An entry of quick open. */
export type Item =
  | { readonly kind: 'folder' | 'link'; readonly key: Key }
  | { readonly kind: 'command'; readonly command: BoundCommand };

/** Whether an item still exists outside of the trash. */
export function isThere(item: Item, library: Library): boolean {
  switch (item.kind) {
    case 'command':
      return true;
    case 'folder':
      return library.tree.isVisible(item.key);
    case 'link':
      return library.link(item.key)?.status_id === STATUS_ACTIVE;
  }
}

/** The recent items that still exist. */
export function existing(recent: readonly RecentItem[], library: Library): readonly Item[] {
  return recent
    .map(({ kind, id }): Item => ({ kind, key: library.keyOf(kind, id) }))
    .filter((item) => isThere(item, library));
}

export function recentLinksOf(recent: readonly Item[]): readonly Key[] {
  return recent.flatMap((item) => (item.kind === 'link' ? [item.key] : []));
}

/** Unique among the results. */
export function itemId(item: Item): string {
  return item.kind === 'command' ? item.command.id : `${item.kind}-${item.key}`;
}
