import type { Key } from '@foldmark/library/memory/keys';

import { type FuzzyQuery, fuzzyQuery, isWhole, scoreOf } from './fuzzy.ts';
import type { NameIndex } from './name-index.ts';

/** A folder, a command or a recent link: there are few of them. */
export interface Extra<T> {
  readonly value: T;
  /** The folded name. */
  readonly name: string;
  readonly letters: number;
  /** Added to the score of a match. */
  readonly bonus: number;
  /** The index among the recent items, latest first. */
  readonly recency: number | undefined;
}

export interface Found<T> {
  /** A key stands for a link. */
  readonly item: T | Key;
  readonly score: number;
}

type Names = Readonly<Pick<NameIndex, 'isReady' | 'version'>> & {
  readonly [F in 'keys' | 'names' | 'letters']: Readonly<NameIndex[F]>;
};

interface FinderDeps<T> {
  readonly links: Names;
  /** Called for each text, because the extras can change. */
  readonly extras: () => readonly Extra<T>[];
  /** The links that are also among the extras. */
  readonly recentLinks: ReadonlySet<Key>;
}

/** More than any score. A recent item that contains the text comes first, and the latest of them before the others. */
const RECENT = 3000;
/** Ranks recent items with other matches before equal matches. */
const RECENT_BONUS = 400;

export const RESULTS_MAX_COUNT = 50;
/** How many names are compared before the time limit is checked again. */
const PART = 512;

/** Only the links at these positions can match a text that begins with this one. */
interface Survivors {
  readonly text: string;
  readonly positions: readonly number[];
}

/** Finds the best matches of a text. A search of many links runs in slices. */
export class Finder<T> {
  readonly #deps: FinderDeps<T>;
  #query: FuzzyQuery = fuzzyQuery('');
  /** Index version last searched. */
  #version = 0;
  #best: Found<T>[] = [];
  /** Only a result with a higher score can enter `#best`. */
  #least = 0;
  /** The positions to compare. Null for all. */
  #candidates: readonly number[] | null = null;
  #next = 0;
  #positions: number[] = [];
  /** The survivors of earlier texts. Each text begins with the text of the entry before it. */
  #survivors: Survivors[] = [];

  constructor(deps: FinderDeps<T>) {
    this.#deps = deps;
  }

  get query(): FuzzyQuery {
    return this.#query;
  }

  /** The best matches so far. */
  get results(): readonly Found<T>[] {
    return this.#best;
  }

  get isDone(): boolean {
    if (this.#query.words.length === 0) return true;
    const { keys, isReady } = this.#deps.links;
    return this.#candidates === null
      ? isReady && this.#next >= keys.length
      : this.#next >= this.#candidates.length;
  }

  start(typed: string): void {
    const query = fuzzyQuery(typed);
    const { links, extras } = this.#deps;
    if (this.#version !== links.version) this.#survivors = [];
    this.#version = links.version;
    this.#query = query;
    this.#best = [];
    this.#least = 0;
    this.#positions = [];
    this.#next = 0;
    this.#survivors = this.#survivors.filter(({ text }) => query.text.startsWith(text));
    this.#candidates = this.#survivors.at(-1)?.positions ?? null;
    if (query.words.length === 0) return;
    for (const { value, name, letters, bonus, recency } of extras()) {
      if ((query.letters & ~letters) !== 0) continue;
      const score = scoreOf(name, query);
      if (score > 0) this.#add(value, ranked(score + bonus, recency));
    }
  }

  /** Continues until the search is done, or the time is over. */
  run(isOver: () => boolean): void {
    if (this.#version !== this.#deps.links.version) this.start(this.#query.text);
    while (!this.isDone) {
      const end = Math.min(this.#next + PART, (this.#candidates ?? this.#deps.links.keys).length);
      // The next slice of names is still being prepared.
      if (end === this.#next) return;
      for (; this.#next < end; this.#next += 1) this.#compare(this.#candidates?.[this.#next] ?? this.#next);
      if (this.isDone) this.#keepSurvivors();
      else if (isOver()) return;
    }
  }

  #compare(position: number): void {
    const { keys, names, letters } = this.#deps.links;
    const { letters: needed } = this.#query;
    if ((needed & ~(letters[position] ?? 0)) !== 0) return;
    const least = this.#least;
    const score = scoreOf(names[position] ?? '', this.#query, least);
    // A name that scores too little now may be among the best for a longer text.
    if (score > 0 || least > 0) this.#positions.push(position);
    const key = keys[position];
    if (score > least && key !== undefined && !this.#deps.recentLinks.has(key)) this.#add(key, score);
  }

  #add(item: T | Key, score: number): void {
    const best = this.#best;
    if (score <= this.#least) return;
    let at = best.length;
    while (at > 0 && (best[at - 1]?.score ?? 0) < score) at -= 1;
    best.splice(at, 0, { item, score });
    if (best.length > RESULTS_MAX_COUNT) best.pop();
    if (best.length === RESULTS_MAX_COUNT) this.#least = best.at(-1)?.score ?? 0;
  }

  #keepSurvivors(): void {
    if (this.#survivors.at(-1)?.text === this.#query.text) return;
    this.#survivors.push({ text: this.#query.text, positions: this.#positions });
  }
}

function ranked(score: number, recency: number | undefined): number {
  if (recency === undefined) return score;
  return isWhole(score) ? RECENT - recency : score + RECENT_BONUS;
}
