import type { Item, Items } from '@foldmark/library/memory/items';
import type { Key } from '@foldmark/library/memory/keys';

/** The link in a row of the list; the folders come first. */
export function linkAt({ folders, links }: Items, index: number): Key | undefined {
  return links[index - folders.length];
}

export function itemAt(rows: Items, index: number): Item | null {
  const folder = rows.folders[index];
  if (folder !== undefined) return { kind: 'folder', key: folder };
  const link = linkAt(rows, index);
  return link === undefined ? null : { kind: 'link', key: link };
}

/** The items of `count` rows, starting with this one. */
export function itemsFrom({ folders, links }: Items, row: number, count: number): Items {
  const shown = folders.slice(row, row + count);
  const first = Math.max(0, row - folders.length);
  return { folders: shown, links: links.slice(first, first + count - shown.length) };
}

/** The row that shows an item; -1 if there is none. */
export function rowOfItem({ folders, links }: Items, { kind, key }: Item): number {
  const index = (kind === 'folder' ? folders : links).indexOf(key);
  return index === -1 || kind === 'folder' ? index : folders.length + index;
}

/** The current row of the item that was in this row of an earlier list; -1 if the item is gone. */
export function placeNow(rows: Items, before: Items, row: number): number {
  const item = itemAt(before, row);
  return item === null ? -1 : rowOfItem(rows, item);
}
