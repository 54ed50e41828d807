import type { LinkRecord } from '#library/entities/records.ts';

import type { Key } from '#library/memory/keys.ts';
import type { LinkQuery, LinkRanking, StatusQuery } from '#library/memory/link-query.ts';

import { rankingOf } from './best-match.ts';
import { Candidate, type Condition, implies, passTestOf, type TextField } from './conditions.ts';
import { type Excerpt, excerptOf, type ExcerptWord, type ShownTexts } from './excerpt.ts';
import type { FieldContext } from './field-condition.ts';
import { bestFolders } from './best-folders.ts';
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
  readonly marks: (text: string, field: MarkedField) => readonly Mark[];
  /** Why the link is a result, if the shown texts do not say so. */
  readonly excerpt: (key: Key, link: LinkRecord, shown: ShownTexts) => Excerpt | null;
  /** Whether the name of a folder contains the words. False for a query with a field that only links have. */
  readonly matchesFolder: (name: string) => boolean;
  /** The best matches among the folders that the filter accepts, at most five. */
  readonly bestFolders: (isWithin: (key: Key) => boolean) => readonly Key[];
  /** The whole text in quotes. Null if the text has no operators. */
  readonly quoted: string | null;
  /** Whether the text has several plain words. Then the best match comes first, unless the user has chosen an order. */
  readonly hasManyWords: boolean;
  /** The text with each `or`, `and` and `not` in capitals, which makes them operators. Null without these words. */
  readonly capitalized: string | null;
}

interface QueryTexts extends Pick<QueryNotes, 'hints' | 'quoted' | 'capitalized'> {
  /** The words to highlight. */
  readonly marked: readonly MarkedWord[];
  /** The query without its scope. Null if it has a field that only links have. */
  readonly words: Condition | null;
  /** The query with its scope. */
  readonly condition: Condition;
}

export type MarkedField = TextField | 'description' | 'folder';

/** A folded word to highlight, in one field or in any. */
export interface MarkedWord {
  readonly field: MarkedField;
  readonly folded: string;
}

export function queryOf(
  { active, trashed }: ByStatus,
  index: SearchIndex,
  context: FieldContext,
  texts: QueryTexts,
): SearchQuery {
  const notes = notesOf(index, context, texts);
  const ranking = rankingOf(texts.condition, exactTitle(texts.marked), index);
  const compiled = (condition: Condition, isTrash: boolean) =>
    new CompiledQuery(condition, isTrash, ranking, index);
  if (active === null) return Object.assign(compiled(trashed, true), notes);
  const query = compiled(active, false);
  if (trashed === null) return Object.assign(query, notes);
  const inTrash = compiled(trashed, true);
  return {
    id: `${query.id}|${inTrash.id}`,
    ranking,
    byStatus: { active: query, trashed: inTrash },
    ...notes,
  };
}

function notesOf(
  index: SearchIndex,
  context: FieldContext,
  { marked, words, hints, quoted, capitalized }: QueryTexts,
): QueryNotes {
  const marks = marksOf(marked);
  const excerptWords = excerptWordsOf(marked);
  const plain = plainWords(marked);
  const candidate = new Candidate(index);
  const matchesFolder = (text: SearchText): boolean =>
    words?.test(candidate.set(0, undefined, text)) === true;
  return {
    hints,
    quoted,
    capitalized,
    hasManyWords: plain.length > 1,
    marks,
    excerpt: (key, link, shown) => excerptOf({ key, link, shown }, { words: excerptWords, marks }, context),
    matchesFolder: (name) => matchesFolder(textOfName(name)),
    bestFolders: (isWithin) =>
      words === null ? [] : bestFolders(context.folders, { plain, matches: matchesFolder, isWithin }),
  };
}

function excerptWordsOf(marked: readonly MarkedWord[]): readonly ExcerptWord[] {
  const ofFolders = marked.filter(({ field }) => field === 'folder');
  return marked.flatMap((word) => {
    if (word.field === 'folder') return [];
    const same = word.field === 'any' ? ofFolders.filter(({ folded }) => folded === word.folded) : [];
    return { marks: marksOf([word, ...same]), isOfFolder: same.length > 0 };
  });
}

/** Finds the ranges of the words in a text. */
function marksOf(words: readonly MarkedWord[]): QueryNotes['marks'] {
  const markedIn = (field: MarkedField): readonly string[] =>
    words.flatMap((word) => (word.field === 'any' || word.field === field ? word.folded : []));
  const markedBy: Readonly<Record<MarkedField, readonly string[]>> = {
    any: words.flatMap(({ field, folded }) => (field === 'note' || field === 'folder' ? [] : folded)),
    title: markedIn('title'),
    url: markedIn('url'),
    note: markedIn('note'),
    description: markedIn('description'),
    folder: words.flatMap(({ field, folded }) => (field === 'folder' ? folded : [])),
  };
  return (text, field) => {
    const folded = markedBy[field];
    if (folded.length === 0) return [];
    return field === 'any' || field === 'url' ? findUrlMarks(text, folded) : findMarks(text, folded);
  };
}

/** The words that match in any field, each once. */
function plainWords(marked: readonly MarkedWord[]): readonly string[] {
  return [...new Set(marked.flatMap(({ field, folded }) => (field === 'any' ? folded : [])))];
}

/** The title that matches best: all wanted words of a title, in their order. */
function exactTitle(marked: readonly MarkedWord[]): string {
  const words = marked.flatMap(({ field, folded }) => (field === 'any' || field === 'title' ? folded : []));
  return [...new Set(words)].join(' ');
}

const MIN_PASS = 1000;

class CompiledQuery implements StatusQuery {
  readonly id: string;
  readonly ranking: LinkRanking;
  readonly isTrash: boolean;
  readonly byStatus = null;
  readonly #condition: Condition;
  readonly #index: SearchIndex;
  readonly #candidate: Candidate;

  constructor(condition: Condition, isTrash: boolean, ranking: LinkRanking, index: SearchIndex) {
    this.id = `${isTrash ? 'trash' : 'active'}:${condition.id}`;
    this.isTrash = isTrash;
    this.ranking = ranking;
    this.#condition = condition;
    this.#index = index;
    this.#candidate = new Candidate(index);
  }

  readonly matches = (key: Key, link: LinkRecord): boolean =>
    this.#condition.test(this.#candidate.set(key, link, undefined));

  readonly filter = (keys: readonly Key[]): readonly Key[] => {
    const texts = this.#index.textsOf(keys);
    // For a short list, preparing a test would take longer than the pass.
    const test = keys.length < MIN_PASS ? this.#condition.test : passTestOf(this.#condition);
    const found: Key[] = [];
    const foundTexts: SearchText[] = [];
    for (let place = 0; place < keys.length; place += 1) {
      const key = keys[place] ?? 0;
      const candidate = this.#candidate.set(key, undefined, texts?.[place]);
      if (!test(candidate)) continue;
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
