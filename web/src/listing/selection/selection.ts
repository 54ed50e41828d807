import type { ObjectKind } from '@foldmark/library/entities/collections';

import type { Selection } from '#web/state/selection.ts';
import type { Item, Items } from '@foldmark/library/memory/items';
import type { Key } from '@foldmark/library/memory/keys';

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
  const from = anchor === null ? -1 : rowOf(anchor, shown);
  const to = rowOf(item, shown);
  if (anchor === null || from === -1 || to === -1) return toggled(selection, item);
  const isSelected = selection[anchor.kind].has(anchor.key);
  const start = Math.min(from, to);
  const end = Math.max(from, to) + 1;
  const { length } = shown.folders;
  const inRange = (kind: ObjectKind) =>
    kind === 'folder'
      ? shown.folders.slice(start, end)
      : shown.links.slice(Math.max(0, start - length), Math.max(0, end - length));
  return {
    folder: withSelection(selection.folder, inRange('folder'), isSelected),
    link: withSelection(selection.link, inRange('link'), isSelected),
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

function rowOf({ kind, key }: Item, { folders, links }: Items): number {
  if (kind === 'folder') return folders.indexOf(key);
  const index = links.indexOf(key);
  return index === -1 ? -1 : folders.length + index;
}
