import type { Key } from '#web/data/library/keys.ts';

export interface Selection {
  readonly keys: ReadonlySet<Key>;
  /** Where a range begins: what was switched last. */
  readonly anchor: Key | null;
}

export const NOTHING_SELECTED: Selection = { keys: new Set(), anchor: null };

export function toggled({ keys }: Selection, key: Key): Selection {
  const next = new Set(keys);
  if (!next.delete(key)) next.add(key);
  return { keys: next, anchor: key };
}

/** Everything from the anchor to the key becomes what the anchor is: selected or not. */
export function rangeToggled(selection: Selection, key: Key, shown: readonly Key[]): Selection {
  const { keys, anchor } = selection;
  const from = anchor === null ? -1 : shown.indexOf(anchor);
  const to = shown.indexOf(key);
  if (anchor === null || from === -1 || to === -1) return toggled(selection, key);
  const next = new Set(keys);
  for (const other of shown.slice(Math.min(from, to), Math.max(from, to) + 1)) {
    if (keys.has(anchor)) next.add(other);
    else next.delete(other);
  }
  return { keys: next, anchor };
}

export function selectedOf(shown: readonly Key[], { keys }: Selection): readonly Key[] {
  return keys.size === 0 ? [] : shown.filter((key) => keys.has(key));
}
