import { STATUS_TRASHED } from '@foldmark/library/entities/limits';

import { countOf, type Item, type Items, itemsIn } from '@foldmark/library/memory/items';
import type { Key } from '@foldmark/library/memory/keys';
import type { Library } from '@foldmark/library/memory/library';

export function isTrashedLink(link: Key, library: Library): boolean {
  return library.link(link)?.status_id === STATUS_TRASHED;
}

export function onlyItem(items: Items): Item | undefined {
  return countOf(items) === 1 ? itemsIn(items)[0] : undefined;
}

export function areStarred({ folders, links }: Items, library: Library): boolean {
  return (
    folders.every((key) => library.isFavorite('folder', key)) &&
    links.every((key) => library.isFavorite('link', key))
  );
}

export function urlsOf(links: readonly Key[], library: Library): readonly string[] {
  return links.flatMap((key) => library.link(key)?.url ?? []);
}
