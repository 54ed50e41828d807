import type { LinkRecord } from '#library/entities/records.ts';

import type { Key } from '#library/memory/keys.ts';
import type { LinkQuery, StatusQuery } from '#library/memory/link-query.ts';

import { Candidate, type Condition, implies, type TextField } from './conditions.ts';
import { type Excerpt, excerptOf } from './excerpt.ts';
import { findMarks, findUrlMarks } from './find-marks.ts';
import type { Mark } from './fold.ts';
import { type SearchIndex, type SearchText, textOfName } from './search-index.ts';
import type { ByStatus } from './trash-branches.ts';

export type SearchQuery = LinkQuery & QueryNotes;

interface QueryNotes {
  /** Sentences about words that look like operators but were taken as text. */
  readonly hints: readonly string[];
  /**
   * The ranges to highlight in a text of a link, in order and without overlaps. `field` is `any` for a name that is still the
   * url.
   */
  readonly marks: (text: string, field: TextField) => readonly Mark[];
  /** The part of the url or note of a link that matches. Null if neither matches. */
  readonly excerpt: (link: LinkRecord) => Excerpt | null;
  /** Whether the name of a folder contains the words. False for a query with a field that only links have. */
  readonly matchesFolder: (name: string) => boolean;
  /** The whole text in quotes. Null if the text has no operators. */
  readonly quoted: string | null;
  /** The text with each `or`, `and` and `not` in capitals, which makes them operators. Null without these words. */
  readonly capitalized: string | null;
}

interface QueryTexts extends Pick<QueryNotes, 'hints' | 'quoted' | 'capitalized'> {
  /** The words to highlight. */
  readonly marked: readonly MarkedWord[];
  /** The query without its scope. Null if it has a field that only links have. */
  readonly words: Condition | null;
}

/** A folded word to highlight, in one field or in any. */
export interface MarkedWord {
  readonly field: TextField;
  readonly folded: string;
}

export function queryOf({ active, trashed }: ByStatus, index: SearchIndex, texts: QueryTexts): SearchQuery {
  const notes = notesOf(index, texts);
  const compiled = (condition: Condition, isTrash: boolean) => new CompiledQuery(condition, isTrash, index);
  if (active === null) return Object.assign(compiled(trashed, true), notes);
  const query = compiled(active, false);
  if (trashed === null) return Object.assign(query, notes);
  const inTrash = compiled(trashed, true);
  return { id: `${query.id}|${inTrash.id}`, byStatus: { active: query, trashed: inTrash }, ...notes };
}

function notesOf(index: SearchIndex, { marked, words, ...texts }: QueryTexts): QueryNotes {
  const markedIn = (field: TextField): readonly string[] =>
    marked.flatMap((word) => (word.field === 'any' || word.field === field ? word.folded : []));
  const markedBy: Readonly<Record<TextField, readonly string[]>> = {
    any: marked.flatMap(({ field, folded }) => (field === 'note' ? [] : folded)),
    title: markedIn('title'),
    url: markedIn('url'),
    note: markedIn('note'),
  };
  const marks: QueryNotes['marks'] = (text, field) => {
    const folded = markedBy[field];
    if (folded.length === 0) return [];
    return field === 'any' || field === 'url' ? findUrlMarks(text, folded) : findMarks(text, folded);
  };
  const candidate = new Candidate(index);
  return {
    ...texts,
    marks,
    excerpt: (link) => excerptOf(link, marks),
    matchesFolder: (name) => words?.test(candidate.set(0, undefined, textOfName(name))) === true,
  };
}

class CompiledQuery implements StatusQuery {
  readonly id: string;
  readonly isTrash: boolean;
  readonly byStatus = null;
  readonly #condition: Condition;
  readonly #index: SearchIndex;
  readonly #candidate: Candidate;

  constructor(condition: Condition, isTrash: boolean, index: SearchIndex) {
    this.id = `${isTrash ? 'trash' : 'active'}:${condition.id}`;
    this.isTrash = isTrash;
    this.#condition = condition;
    this.#index = index;
    this.#candidate = new Candidate(index);
  }

  readonly matches = (key: Key, link: LinkRecord): boolean =>
    this.#condition.test(this.#candidate.set(key, link, undefined));

  readonly filter = (keys: readonly Key[]): readonly Key[] => {
    const texts = this.#index.textsOf(keys);
    const found: Key[] = [];
    const foundTexts: SearchText[] = [];
    for (let place = 0; place < keys.length; place += 1) {
      const key = keys[place] ?? 0;
      const candidate = this.#candidate.set(key, undefined, texts?.[place]);
      if (!this.#condition.test(candidate)) continue;
      found.push(key);
      if (candidate.readText !== undefined) foundTexts.push(candidate.readText);
    }
    if (foundTexts.length === found.length) this.#index.keepTexts(found, foundTexts);
    return found;
  };

  readonly narrows = (other: StatusQuery): boolean =>
    other instanceof CompiledQuery &&
    other.isTrash === this.isTrash &&
    implies(this.#condition, other.#condition);
}
