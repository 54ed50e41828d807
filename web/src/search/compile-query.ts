import type { LinkScope } from '#web/sync/library/link-views.ts';
import type { LinkQuery } from '#web/sync/library/link-query.ts';
import type { Library } from '#web/sync/library/library.ts';

/** A place in a text, from `start` up to `end`. */
export interface Mark {
  readonly start: number;
  readonly end: number;
}

export interface SearchQuery extends LinkQuery {
  /** What was taken as text although it looks like an operator, in sentences. */
  readonly hints: readonly string[];
  /** The places in a name or url to highlight, in order. They do not overlap. */
  readonly marks: (text: string) => readonly Mark[];
  /** The whole text in quotes, if it has operators. */
  readonly quoted: string | null;
}

export interface SearchContext {
  readonly library: Library;
  /** The part of the library to search. */
  readonly within: LinkScope;
}

/** Compiles the text of a search. */
export function compileQuery(text: string, { within }: SearchContext): SearchQuery {
  const needle = text.trim().toLowerCase();
  return {
    id: needle,
    isTrash: within.kind === 'trash',
    matches: (_key, { name, url }) => `${name}\n${url}`.toLowerCase().includes(needle),
    narrows: (other) => needle.includes(other.id),
    hints: [],
    marks: (shown) => {
      const start = shown.toLowerCase().indexOf(needle);
      return start === -1 || needle === '' ? [] : [{ start, end: start + needle.length }];
    },
    quoted: null,
  };
}
