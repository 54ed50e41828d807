import type { Library } from '#library/memory/library.ts';

import { editDistance } from './edit-distance.ts';
import { foldTrimmed } from './folder-names.ts';
import { hostOf } from './readable-url.ts';
import { searchIndexOf } from './search-index.ts';

/** Shorter words have too many neighbours. */
const MIN_LENGTH = 3;
/** In a word up to this length, two edits make any other word. */
const SHORT_LENGTH = 4;
const MAX_LENGTH = 40;
const WORD = /[\p{L}\p{N}\p{M}]+/gu;
/** A step takes a few milliseconds. */
const LINKS_PER_STEP = 300;
const WORDS_PER_STEP = 2000;

/** The words of all titles, hosts and names of folders, with how often they occur. */
export class Vocabulary {
  readonly #counts = new Map<string, number>();

  /** Reads a library. Yields regularly, because 100,000 links have a million words. */
  static *of(library: Pick<Library, 'link' | 'links' | 'tree' | 'watchLinks'>): Generator<void, Vocabulary> {
    const vocabulary = new Vocabulary();
    const index = searchIndexOf(library);
    for (const folder of library.tree.visible) vocabulary.#add(foldTrimmed(library.tree.name(folder)));
    for (const [place, key] of library.links({ kind: 'all' }).get().entries()) {
      if (place % LINKS_PER_STEP === 0) yield;
      const link = library.link(key);
      if (link === undefined) continue;
      const { name, url } = index.textOf(key, link);
      if (name !== url) vocabulary.#add(name);
      vocabulary.#add(hostOf(url));
    }
    return vocabulary;
  }

  /** The known words that are one or two edits from a folded word, the nearest and then the most frequent first. */
  *near(word: string): Generator<void, readonly string[]> {
    if (word.length < MIN_LENGTH) return [];
    const max = word.length <= SHORT_LENGTH ? 1 : 2;
    const letters = lettersOf(word);
    const found: { readonly known: string; readonly distance: number; readonly count: number }[] = [];
    let looked = 0;
    for (const [known, count] of this.#counts) {
      looked += 1;
      if (looked % WORDS_PER_STEP === 0) yield;
      // Each edit adds and removes at most one letter.
      if (Math.abs(known.length - word.length) > max || bitsIn(lettersOf(known) ^ letters) > 2 * max)
        continue;
      const distance = editDistance(word, known, max);
      if (distance > 0 && distance <= max) found.push({ known, distance, count });
    }
    return found
      .toSorted((left, right) => left.distance - right.distance || right.count - left.count)
      .map(({ known }) => known);
  }

  /** Whether a known word contains the folded text. */
  has(text: string): boolean {
    if (this.#counts.has(text)) return true;
    for (const known of this.#counts.keys()) if (known.includes(text)) return true;
    return false;
  }

  #add(text: string): void {
    for (const [word] of text.matchAll(WORD)) {
      if (word.length < MIN_LENGTH || word.length > MAX_LENGTH) continue;
      this.#counts.set(word, (this.#counts.get(word) ?? 0) + 1);
    }
  }
}

/** A bit for each letter of the text. */
function lettersOf(text: string): number {
  let letters = 0;
  for (let at = 0; at < text.length; at += 1) letters |= 1 << (text.charCodeAt(at) & 31);
  return letters;
}

function bitsIn(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}
