import { STATUS_ACTIVE } from '@foldmark/contract/limits';

import { fold } from '#web/search/fold.ts';
import { shownName } from '#web/listing/items/link-text.ts';
import type { Key } from '#web/sync/library/keys.ts';
import type { Library } from '#web/sync/library/library.ts';

import type { Extra } from './finder.ts';
import { lettersOf } from './fuzzy.ts';
import type { RecentItem } from '#web/hooks/recent.ts';
import type { Command } from './use-commands.ts';

/** An entry of quick open. */
export type Item =
  | { readonly kind: 'folder' | 'link'; readonly key: Key }
  | { readonly kind: 'command'; readonly command: Command };

/** Among equal matches, commands come first, then folders. */
const COMMAND_BONUS = 40;
const FOLDER_BONUS = 20;

/** The recent items that still exist. */
export function existing(recent: readonly RecentItem[], library: Library): readonly Item[] {
  return recent.flatMap(({ kind, id }): readonly Item[] => {
    const key = library.keyOf(kind, id);
    const exists =
      kind === 'folder' ? library.tree.isVisible(key) : library.link(key)?.status_id === STATUS_ACTIVE;
    return exists ? [{ kind, key }] : [];
  });
}

/** The folders, commands and recent links to search. */
export function extrasOf(
  library: Library,
  commands: readonly Command[],
  recent: readonly Item[],
): readonly Extra<Item>[] {
  const recency = new Map(recent.map((item, index) => [itemId(item), index]));
  const extra = (value: Item, text: string, bonus: number): Extra<Item> => {
    const name = fold(text);
    return { value, name, letters: lettersOf(name), bonus, recency: recency.get(itemId(value)) };
  };
  return [
    ...commands.map((command) => extra({ kind: 'command', command }, command.name, COMMAND_BONUS)),
    ...library.tree.visible.map((key) =>
      extra({ kind: 'folder', key }, library.tree.name(key), FOLDER_BONUS),
    ),
    ...recentLinksOf(recent).flatMap((key) => {
      const link = library.link(key);
      return link === undefined ? [] : [extra({ kind: 'link', key }, shownName(link.name, link.url), 0)];
    }),
  ];
}

export function recentLinksOf(recent: readonly Item[]): readonly Key[] {
  return recent.flatMap((item) => (item.kind === 'link' ? [item.key] : []));
}

/** Unique among the results. */
export function itemId(item: Item): string {
  return item.kind === 'command' ? item.command.name.replaceAll(/\W+/g, '-') : `${item.kind}-${item.key}`;
}
