import type { Dragged } from '#web/state/dragged.ts';
import type { Selection } from '#web/state/selection.ts';
import type { Item, Items } from '@foldmark/library/memory/items';
import type { Key } from '@foldmark/library/memory/keys';

import { itemAt, itemsFrom, rowOfItem } from '../list/item-at.ts';

export function selectionOf({ folders, links }: Items): Selection {
  return { folder: new Set(folders), link: new Set(links), anchor: null };
}

export function toggled(selection: Selection, item: Item): Selection {
  const { kind, key } = item;
  const keys = withSelection(selection[kind], [key], !selection[kind].has(key));
  return { ...selection, [kind]: keys, anchor: item };
}

/** Selects every row from the anchor to the item, or deselects them if the anchor is deselected. */
export function rangeToggled(selection: Selection, item: Item, shown: Items): Selection {
  const { anchor } = selection;
  const from = anchor === null ? -1 : rowOfItem(shown, anchor);
  const to = rowOfItem(shown, item);
  if (anchor === null || from === -1 || to === -1) return toggled(selection, item);
  const isSelected = selection[anchor.kind].has(anchor.key);
  const { folders, links } = itemsFrom(shown, Math.min(from, to), Math.abs(to - from) + 1);
  return {
    folder: withSelection(selection.folder, folders, isSelected),
    link: withSelection(selection.link, links, isSelected),
    anchor,
  };
}

export function selectedOf({ folders, links }: Items, { folder, link }: Selection): Items {
  return { folders: selectedKeys(folders, folder), links: selectedKeys(links, link) };
}

function selectedKeys(keys: readonly Key[], selected: ReadonlySet<Key>): readonly Key[] {
  return selected.size === 0 ? [] : keys.filter((key) => selected.has(key));
}

function withSelection(
  keys: ReadonlySet<Key>,
  changed: readonly Key[],
  isSelected: boolean,
): ReadonlySet<Key> {
  const next = new Set(keys);
  for (const key of changed) {
    if (isSelected) next.add(key);
    else next.delete(key);
  }
  return next;
}

/** The items that a drag of this row carries. Dragging a selected link drags all selected links. */
export function draggedItems(
  rows: Items,
  selection: Selection,
  index: number,
  from: Key | null,
): Dragged | null {
  const item = itemAt(rows, index);
  if (item === null) return null;
  const { kind, key } = item;
  const keys = kind === 'link' && selection.link.has(key) ? selectedOf(rows, selection).links : [key];
  return { kind, keys, from };
}
