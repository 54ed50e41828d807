import type { Item } from '@foldmark/library/memory/items';
import type { Key } from '@foldmark/library/memory/keys';

/** A folder and a link can have the same key, so each kind has its own set. */
export interface Selection {
  readonly folder: ReadonlySet<Key>;
  readonly link: ReadonlySet<Key>;
  /** The start of a range: the row that was toggled last. */
  readonly anchor: Item | null;
}

export const NOTHING_SELECTED: Selection = { folder: new Set(), link: new Set(), anchor: null };

/** The selection that was made last, and the key of the history entry of its list. */
export interface KeptSelection {
  readonly entry: string;
  readonly selection: Selection;
}
