const KEY = 'foldmark.unwritten-search';

/** A function, because reading `sessionStorage` throws in a browser that blocks storage. */
type TabStorage = () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/**
 * The text of a search whose URL does not have it yet, for the next visit of that history entry. Back has changed the entry when the
 * page learns of it, and a reload uses the URL from its beginning.
 */
export class UnwrittenText {
  readonly #storage: TabStorage;

  constructor(storage: TabStorage) {
    this.#storage = storage;
  }

  /** `written`: the text in the URL. */
  keep(entry: string, written: string, text: string): void {
    try {
      this.#storage().setItem(KEY, JSON.stringify([entry, written, text]));
    } catch {
      // Storage is blocked or full: the entry shows the text of its URL.
    }
  }

  /** Null if the URL of the entry has changed since, or if nothing was kept for it. */
  textOf(entry: string, written: string): string | null {
    try {
      const stored: unknown = JSON.parse(this.#storage().getItem(KEY) ?? 'null');
      if (!Array.isArray(stored) || stored[0] !== entry || stored[1] !== written) return null;
      return typeof stored[2] === 'string' ? stored[2] : null;
    } catch {
      // Storage is blocked or has no JSON.
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
