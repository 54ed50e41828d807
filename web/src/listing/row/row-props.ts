import type { ObjectKind } from '@foldmark/library/entities/collections';

import type { Item } from '@foldmark/library/memory/items';
import type { Key } from '@foldmark/library/memory/keys';
import type { MenuPoint } from '#web/ui/menus/menu-point.ts';

/** The item of a row menu, and the element that opens it. */
export interface MenuTarget extends Item {
  readonly button: HTMLElement;
  /** The position of a context menu. */
  readonly at?: MenuPoint | undefined;
}

/** The open menu of one row, or of all selected items. */
export interface OpenMenu extends MenuTarget {
  readonly isOfSelection: boolean;
}

/** Callbacks that all rows share. Keep the object stable: a new one renders every row. */
export interface RowCallbacks {
  readonly toggle: (item: Item, withShift: boolean) => void;
  readonly openMenu: (target: MenuTarget) => void;
}

export interface RowProps {
  readonly id: Key;
  readonly isSelected: boolean;
  readonly index: number;
  /** The distance from the top of the list, in pixels. */
  readonly top: number;
  /** The id of the heading above the row. */
  readonly describedBy?: string | undefined;
  /** Only the current row is in the tab order. */
  readonly isCurrent: boolean;
  /** Whether its menu is open. Then the row stays marked. */
  readonly hasMenu: boolean;
  readonly callbacks: RowCallbacks;
}

/** A rendered item of a list. */
export interface ShownRow extends RowProps {
  readonly kind: ObjectKind;
  /** The React key. */
  readonly elementKey: string;
  readonly isTrashed: boolean;
  readonly isNew: boolean;
}

/** The id of the element with the name of a row, which labels the row. */
export function rowNameId(kind: ObjectKind, key: Key): string {
  return `${kind}-row-${key}`;
}
