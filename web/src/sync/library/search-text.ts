import type { Key } from '#web/sync/library/keys.ts';

interface SearchedFields {
  readonly name: string;
  readonly url: string;
}

interface Texts {
  readonly source: SearchedFields;
  /** Name and url in lower case. The line break between them cannot occur in a search. */
  readonly text: string;
}

/** Caches name and url of links in lower case. */
export class SearchText {
  readonly #texts = new Map<Key, Texts>();

  matches(key: Key, source: SearchedFields, needle: string): boolean {
    return this.#textOf(key, source).includes(needle);
  }

  /** Fills the cache before the first search. */
  prepare(key: Key, source: SearchedFields): void {
    this.#textOf(key, source);
  }

  delete(key: Key): void {
    this.#texts.delete(key);
  }

  #textOf(key: Key, source: SearchedFields): string {
    const known = this.#texts.get(key);
    if (known?.source === source) return known.text;
    const text = `${source.name}\n${source.url}`.toLowerCase();
    this.#texts.set(key, { source, text });
    return text;
  }
}
