import type { LibraryCollection } from '@foldmark/library/entities/collections';
import type { DocumentVersion, Records } from '@foldmark/library/entities/records';

/** The documents of one collection of the test server, with all their versions. */
export class Documents<C extends LibraryCollection> {
  readonly all = new Map<string, Records[C]>();
  readonly #versions: DocumentVersion<C>[] = [];

  put(id: string, record: Records[C]): void {
    this.all.set(id, record);
    this.#versions.push({ id, at: record.updated_at, record });
  }

  delete(id: string, at: number): void {
    this.all.delete(id);
    this.#versions.push({ id, at, record: null });
  }

  everything(): DocumentVersion<C>[] {
    return [...this.all].map(([id, record]) => ({ id, at: record.updated_at, record }));
  }

  /** Returns a function that returns the newest version of each document that changed since its last call. */
  feed(): () => DocumentVersion<C>[] {
    let position = this.#versions.length;
    return () => {
      const news = new Map(this.#versions.slice(position).map((version) => [version.id, version]));
      position = this.#versions.length;
      return [...news.values()];
    };
  }
}
