import type { Item, Items } from '@foldmark/library/memory/items';
import type { Key } from '@foldmark/library/memory/keys';

/** The scroll position and focus of a list when the user left it. */
export interface ScrollPosition {
  /** The number of rows above the visible ones. Counted in rows, because their height depends on the width of the window. */
  readonly top: number;
  /** The index of the row that had the focus; null if none had it. */
  readonly focused: number | null;
  /** The items of the first visible row and of those after it. By now, they may be in other rows. */
  readonly items?: Items;
  /** The item of the focused row. */
  readonly focusedItem?: Item | null;
}

/** Also read by public/first-screen.js. */
const KEY = 'foldmark.scroll';

/** The number of history entries to keep. Older ones are many steps back. */
const MAX_ENTRIES = 50;

/** A function, because reading `sessionStorage` throws in a browser that blocks storage. */
type TabStorage = () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/**
 * The scroll positions of the lists in the history of this tab, by the key of their history entry. They survive a reload. As in
 * browsers, the focused row does not.
 */
export class ScrollPositions {
  readonly #storage: TabStorage;
  readonly #positions: Map<string, ScrollPosition>;

  constructor(storage: TabStorage) {
    this.#storage = storage;
    this.#positions = stored(storage);
  }

  /** Null for a list that shows for the first time. */
  get(entry: string): ScrollPosition | null {
    return this.#positions.get(entry) ?? null;
  }

  set(entry: string, position: ScrollPosition): void {
    this.#positions.delete(entry);
    this.#positions.set(entry, position);
    const kept = [...this.#positions]
      .filter(([, { top }]) => top > 0)
      .slice(-MAX_ENTRIES)
      .map(([key, { top, items }]) => [key, [top, items?.folders, items?.links]]);
    try {
      if (kept.length === 0) this.#storage().removeItem(KEY);
      else this.#storage().setItem(KEY, JSON.stringify(Object.fromEntries(kept)));
    } catch {
      // Storage is blocked or full: the position lasts until the next reload.
    }
  }

  /** Removes all positions, for the next user of this tab. */
  clear(): void {
    this.#positions.clear();
    try {
      this.#storage().removeItem(KEY);
    } catch {
      // Storage is blocked, so nothing is stored.
    }
  }
}

function stored(storage: TabStorage): Map<string, ScrollPosition> {
  const positions = new Map<string, ScrollPosition>();
  try {
    const saved: unknown = JSON.parse(storage().getItem(KEY) ?? '{}');
    for (const [entry, position] of Object.entries(
      typeof saved === 'object' && saved !== null ? saved : {},
    )) {
      if (!Array.isArray(position)) continue;
      const [top, folders, links]: unknown[] = position;
      if (typeof top !== 'number' || !Number.isFinite(top) || top <= 0) continue;
      positions.set(entry, { top, focused: null, items: { folders: keysIn(folders), links: keysIn(links) } });
    }
  } catch {
    // Storage is blocked, or the value is not JSON.
  }
  return positions;
}

function keysIn(saved: unknown): readonly Key[] {
  return Array.isArray(saved) ? saved.filter((key) => Number.isSafeInteger(key)) : [];
}
