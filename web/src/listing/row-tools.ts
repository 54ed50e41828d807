import type { Item } from '#web/sync/library/items.ts';
import type { Key } from '#web/sync/library/keys.ts';

/** What a menu of a row is about, and the button it opens at. */
export interface MenuTarget extends Item {
  readonly button: HTMLElement;
}

/** What rows share. Stays the same while the list does, so that no row renders for it. */
export interface RowTools {
  readonly toggle: (item: Item, withShift: boolean) => void;
  readonly openMenu: (target: MenuTarget) => void;
}

export interface RowProps {
  readonly id: Key;
  readonly isSelected: boolean;
  readonly index: number;
  /** Pixels from the top of the list. */
  readonly top: number;
  /** The one row that is in the order of the tab key. */
  readonly isCurrent: boolean;
  readonly tools: RowTools;
}
