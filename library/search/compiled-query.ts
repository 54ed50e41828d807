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
  /** What was taken as text although it looks like an operator, in sentences. */
  readonly hints: readonly string[];
  /**
   * The places to highlight in a text of a link, in order. They do not overlap. `field` is `any` for a name that is still the
   * url.
   */
  readonly marks: (text: string, field: TextField) => readonly Mark[];
  /** Where in its url or note a link was found; null if in neither. */
  readonly excerpt: (link: LinkRecord) => Excerpt | null;
  /** Whether the words are in the name of a folder. False for a query with a field that only links have. */
  readonly matchesFolder: (name: string) => boolean;
  /** The whole text in quotes, if it has operators. */
  readonly quoted: string | null;
  /** The text with each `or`, `and` and `not` as an operator, in capitals. Null without these words. */
  readonly capitalized: string | null;
}

interface QueryTexts extends Pick<QueryNotes, 'hints' | 'quoted' | 'capitalized'> {
  /** The words to highlight. */
  readonly marked: readonly MarkedWord[];
  /** The query without its place. Null if it has a field that only links have. */
  readonly words: Condition | null;
}

/** A folded word to highlight in one field, or in any. */
export interface MarkedWord {
  readonly field: TextField;
  readonly folded: string;
}

export function queryOf(byStatus: ByStatus, index: SearchIndex, texts: QueryTexts): SearchQuery {
  const { active, trashed } = byStatus;
  const compiled = (condition: Condition, isTrash: boolean) =>
    new CompiledQuery({ condition, isTrash, index, texts });
  if (active === null) return compiled(trashed, true);
  const query = compiled(active, false);
  if (trashed === null) return query;
  const { hints, marks, excerpt, matchesFolder, quoted, capitalized } = query;
  const inTrash = compiled(trashed, true);
  return {
    id: `${query.id}|${inTrash.id}`,
    byStatus: { active: query, trashed: inTrash },
    hints,
    marks,
    excerpt,
    matchesFolder,
    quoted,
    capitalized,
  };
}

interface Compiled {
  readonly condition: Condition;
  readonly isTrash: boolean;
  readonly index: SearchIndex;
  readonly texts: QueryTexts;
}

class CompiledQuery implements StatusQuery, QueryNotes {
  readonly id: string;
  readonly isTrash: boolean;
  readonly byStatus = null;
  readonly hints: readonly string[];
  readonly quoted: string | null;
  readonly capitalized: string | null;
  readonly #condition: Condition;
  readonly #index: SearchIndex;
  readonly #candidate: Candidate;
  readonly #words: Condition | null;
  /** The folded words to highlight in each field. */
  readonly #marked: Readonly<Record<TextField, readonly string[]>>;

  constructor({ condition, isTrash, index, texts }: Compiled) {
    this.id = `${isTrash ? 'trash' : 'active'}:${condition.id}`;
    this.isTrash = isTrash;
    this.hints = texts.hints;
    this.quoted = texts.quoted;
    this.capitalized = texts.capitalized;
    this.#condition = condition;
    this.#index = index;
    this.#candidate = new Candidate(index);
    this.#words = texts.words;
    this.#marked = {
      any: texts.marked.flatMap(({ field, folded }) => (field === 'note' ? [] : folded)),
      title: markedIn('title', texts),
      url: markedIn('url', texts),
      note: markedIn('note', texts),
    };
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

  readonly marks: QueryNotes['marks'] = (text, field) => {
    const words = this.#marked[field];
    if (words.length === 0) return [];
    return field === 'any' || field === 'url' ? findUrlMarks(text, words) : findMarks(text, words);
  };

  readonly excerpt: QueryNotes['excerpt'] = (link) => excerptOf(link, this.marks);

  readonly matchesFolder = (name: string): boolean =>
    this.#words?.test(this.#candidate.set(0, undefined, textOfName(name))) === true;
}

function markedIn(field: TextField, { marked }: QueryTexts): readonly string[] {
  return marked.flatMap((word) => (word.field === 'any' || word.field === field ? word.folded : []));
}
