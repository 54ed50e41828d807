import type { LinkRecord } from '@foldmark/contract/library-records';

import type { Key } from '#web/sync/library/keys.ts';
import type { LinkQuery, StatusQuery } from '#web/sync/library/link-query.ts';

import { Candidate, type Condition, implies } from './conditions.ts';
import { findFolded, type Mark } from './fold.ts';
import type { SearchIndex, SearchText } from './search-index.ts';
import type { ByStatus } from './trash-branches.ts';

export type SearchQuery = LinkQuery & QueryNotes;

interface QueryNotes {
  /** What was taken as text although it looks like an operator, in sentences. */
  readonly hints: readonly string[];
  /** The places in a name or url to highlight, in order. They do not overlap. */
  readonly marks: (text: string) => readonly Mark[];
  /** The whole text in quotes, if it has operators. */
  readonly quoted: string | null;
}

interface QueryTexts extends Pick<QueryNotes, 'hints' | 'quoted'> {
  /** The folded words to highlight. */
  readonly marked: readonly string[];
}

export function queryOf(byStatus: ByStatus, index: SearchIndex, texts: QueryTexts): SearchQuery {
  const { active, trashed } = byStatus;
  const compiled = (condition: Condition, isTrash: boolean) =>
    new CompiledQuery({ condition, isTrash, index, texts });
  if (active === null) return compiled(trashed, true);
  const query = compiled(active, false);
  if (trashed === null) return query;
  const { hints, marks, quoted } = query;
  const inTrash = compiled(trashed, true);
  return {
    id: `${query.id}|${inTrash.id}`,
    byStatus: { active: query, trashed: inTrash },
    hints,
    marks,
    quoted,
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
  readonly #condition: Condition;
  readonly #index: SearchIndex;
  readonly #candidate: Candidate;
  readonly #marked: readonly string[];

  constructor({ condition, isTrash, index, texts }: Compiled) {
    this.id = `${isTrash ? 'trash' : 'active'}:${condition.id}`;
    this.isTrash = isTrash;
    this.hints = texts.hints;
    this.quoted = texts.quoted;
    this.#condition = condition;
    this.#index = index;
    this.#candidate = new Candidate(index);
    this.#marked = texts.marked;
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

  readonly marks = (text: string): readonly Mark[] => findFolded(text, this.#marked);
}
