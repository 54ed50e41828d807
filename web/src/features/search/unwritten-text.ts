const KEY = 'foldmark.unwritten-search';

/** A function, because reading `sessionStorage` throws in a browser that blocks storage. */
type TabStorage = () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/**
 * Stores the text of a search that is not in its URL yet, for the next visit of that history entry. When the page learns of Back,
 * the browser has already left the entry. A reload uses the URL as it was at the start.
 */
export class UnwrittenText {
  readonly #storage: TabStorage;

  constructor(storage: TabStorage) {
    this.#storage = storage;
  }

  /** `written` is the text in the URL. */
  keep(entry: string, written: string, text: string): void {
    try {
      this.#storage().setItem(KEY, JSON.stringify([entry, written, text]));
    } catch {
      // Storage is blocked or full, so the entry shows the text of its URL.
    }
  }

  /** Null if the URL of the entry has changed since, or if no text was kept for the entry. */
  textOf(entry: string, written: string): string | null {
    try {
      const stored: unknown = JSON.parse(this.#storage().getItem(KEY) ?? 'null');
      if (!Array.isArray(stored) || stored[0] !== entry || stored[1] !== written) return null;
      return typeof stored[2] === 'string' ? stored[2] : null;
    } catch {
      // Storage is blocked, or the value is not JSON.
      return null;
    }
  }

  clear(): void {
    try {
      this.#storage().removeItem(KEY);
    } catch {
      // Storage is blocked, so nothing is stored.
    }
  }
}
