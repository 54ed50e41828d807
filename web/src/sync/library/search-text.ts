import type { Key } from '#web/sync/library/keys.ts';

interface Searched {
  readonly name: string;
  readonly url: string;
}

interface Texts {
  readonly source: Searched;
  /** Name and url in lower case, with a line break between them that no search has. */
  readonly text: string;
}

/** Name and url of links in lower case, made when they are first searched. */
export class SearchText {
  readonly #texts = new Map<Key, Texts>();

  matches(key: Key, source: Searched, needle: string): boolean {
    return this.#textOf(key, source).includes(needle);
  }

  /** Does in a quiet moment what the first search would have to do. */
  prepare(key: Key, source: Searched): void {
    this.#textOf(key, source);
  }

  delete(key: Key): void {
    this.#texts.delete(key);
  }

  #textOf(key: Key, source: Searched): string {
    const known = this.#texts.get(key);
    if (known?.source === source) return known.text;
    const text = `${source.name}\n${source.url}`.toLowerCase();
    this.#texts.set(key, { source, text });
    return text;
  }
}
