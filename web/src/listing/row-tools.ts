import type { ObjectKind } from '@foldmark/contract/firestore-paths';

import type { Key } from '#web/data/library/keys.ts';

/** What a menu of a row is about, and the button it opens at. */
export interface MenuTarget {
  readonly kind: ObjectKind;
  readonly key: Key;
  readonly button: HTMLElement;
}

/** What rows share. Stays the same while the list does, so that no row renders for it. */
export interface RowTools {
  readonly toggle: (link: Key, withShift: boolean) => void;
  readonly openMenu: (target: MenuTarget) => void;
}

export interface RowProps {
  readonly id: Key;
  readonly index: number;
  /** Pixels from the top of the list. */
  readonly top: number;
  /** The one row that is in the order of the tab key. */
  readonly isCurrent: boolean;
  readonly tools: RowTools;
}
