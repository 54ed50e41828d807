import type { LibraryCollection } from '@foldmark/library/entities/collections';
import type { DocumentVersion, Records } from '@foldmark/library/entities/records';

/** The documents of one collection of a server in memory, with all their versions. */
export class Documents<C extends LibraryCollection> {
  readonly all = new Map<string, Records[C]>();
  readonly #versions: DocumentVersion<C>[] = [];
  readonly #listeners = new Set<() => void>();

  put(id: string, record: Records[C]): void {
    this.all.set(id, record);
    this.#push({ id, at: record.updated_at, record });
  }

  delete(id: string, at: number): void {
    this.all.delete(id);
    this.#push({ id, at, record: null });
  }

  /** Calls the listener after each new version. Returns a function that stops this. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  /** How many versions were written. */
  get count(): number {
    return this.#versions.length;
  }

  /** The newest of these versions of each document. Without `to`, up to now. */
  newest(from: number, to?: number): DocumentVersion<C>[] {
    return [...new Map(this.#versions.slice(from, to).map((version) => [version.id, version])).values()];
  }

  #push(version: DocumentVersion<C>): void {
    this.#versions.push(version);
    for (const listener of this.#listeners) listener();
  }
}
