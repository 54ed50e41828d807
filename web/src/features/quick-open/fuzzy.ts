import { fold, foldWithPlaces, type Mark } from '@foldmark/library/search/fold';

export interface FuzzyQuery {
  /** The folded text, with single blanks. */
  readonly text: string;
  readonly words: readonly string[];
  /** The letters of the text. A name without one of them does not match. */
  readonly letters: number;
}

/** Longer texts match nothing anyway. */
const TEXT_MAX_LENGTH = 200;

export function fuzzyQuery(typed: string): FuzzyQuery {
  const words = fold(typed.slice(0, TEXT_MAX_LENGTH))
    .split(/\s+/)
    .filter((word) => word !== '');
  const text = words.join(' ');
  return { text, words, letters: lettersOf(words.join('')) };
}

const A = 97;
const Z = 122;
const ZERO = 48;
const NINE = 57;

/** One bit for each letter of a folded text, two for digits, and one for anything else but a blank. */
export function lettersOf(folded: string): number {
  let letters = 0;
  for (let at = 0; at < folded.length; at += 1) {
    const code = folded.charCodeAt(at);
    if (code >= A && code <= Z) letters |= 1 << (code - A);
    else if (code >= ZERO && code <= NINE) letters |= code < ZERO + 5 ? 1 << 26 : 1 << 27;
    else if (code !== 32) letters |= 1 << 28;
  }
  return letters;
}

/** A word that occurs in the name scores more than a word whose letters are only scattered over the name. */
const WHOLE = 1000;
const SCATTERED = 500;
const AT_START = 300;
const AT_WORD = 200;
const COMPLETE = 200;
const PER_WORD_START = 30;
const WORD_STARTS_MAX = 300;
const PER_GAP = 5;
const LENGTH_MAX_PENALTY = 50;

/** Whether the score means that the name contains the whole text, or all of its words. */
export function isWhole(score: number): boolean {
  return score >= WHOLE - LENGTH_MAX_PENALTY;
}

/**
 * Scores a match of a folded name; 0 if it does not match or cannot score more than `least`. Matches at the start of a word, and
 * in shorter names, score more.
 */
export function scoreOf(name: string, query: FuzzyQuery, least = 0): number {
  const { text, words } = query;
  const length = Math.min(name.length / 4, LENGTH_MAX_PENALTY);
  const needed = least + length;
  if (text === '' || !canScore(name, words, needed)) return 0;
  const whole = wholeScore(name, text);
  if (whole > 0) return whole - length;
  if (words.length === 1) return needed >= SCATTERED + WORD_STARTS_MAX ? 0 : scattered(name, text, length);
  let sum = 0;
  for (const word of words) {
    const score = wholeScore(name, word) || scattered(name, word, 0);
    if (score === 0) return 0;
    sum += score;
  }
  return Math.max(1, sum / words.length - length);
}

/** Skips names that cannot beat the cutoff. */
function canScore(name: string, words: readonly string[], needed: number): boolean {
  if (needed < WHOLE + AT_WORD) return true;
  // A name that equals the text is never skipped: it is shorter than any name with this cutoff.
  if (needed >= WHOLE + AT_START) return false;
  for (const word of words) if (name.startsWith(word)) return true;
  return false;
}

function wholeScore(name: string, word: string): number {
  const at = bestPlace(name, word);
  if (at === -1) return 0;
  if (at === 0) return WHOLE + AT_START + (word.length === name.length ? COMPLETE : 0);
  return WHOLE + (isWordStart(name, at) ? AT_WORD : 0);
}

/** The index of the first occurrence, or of one after a blank if the first does not begin a word. -1 if there is none. */
function bestPlace(name: string, word: string): number {
  const first = name.indexOf(word);
  if (first <= 0 || isWordStart(name, first)) return first;
  const afterBlank = name.indexOf(` ${word}`, first);
  return afterBlank === -1 ? first : afterBlank + 1;
}

function scattered(name: string, word: string, length: number): number {
  const end = endOfLetters(name, word);
  if (end === -1) return 0;
  let starts = 0;
  let start = end;
  for (let letter = word.length - 1, at = end; letter >= 0; letter -= 1, at = start - 1) {
    start = name.lastIndexOf(word.charAt(letter), at);
    if (isWordStart(name, start)) starts += 1;
  }
  const gaps = end - start + 1 - word.length;
  return Math.max(
    1,
    SCATTERED + Math.min(starts * PER_WORD_START, WORD_STARTS_MAX) - gaps * PER_GAP - length,
  );
}

/** The index of the last letter if the name has the letters of the word in this order; else -1. */
function endOfLetters(name: string, word: string): number {
  let at = -1;
  for (let letter = 0; letter < word.length; letter += 1) {
    at = name.indexOf(word.charAt(letter), at + 1);
    if (at === -1) return -1;
  }
  return at;
}

/** Compares character codes, because this runs for each name and letter. Other scripts than Latin have no cheap test. */
function isWordStart(name: string, at: number): boolean {
  if (at === 0) return true;
  const before = name.charCodeAt(at - 1);
  const isLetter = before >= A && before <= Z;
  return !isLetter && !(before >= ZERO && before <= NINE) && before < 128;
}

/** The ranges of a name that a query matches. They do not overlap. */
export function marksIn(name: string, query: FuzzyQuery): readonly Mark[] {
  const { text, placeOf } = foldWithPlaces(name);
  const matched = new Set<number>();
  for (const word of text.includes(query.text) ? [query.text] : query.words)
    for (const at of placesOf(text, word)) matched.add(at);
  const marks: Mark[] = [];
  for (const at of [...matched].sort((left, right) => left - right)) {
    const { start, end } = placeOf(at, at + 1);
    const last = marks.at(-1);
    if (last !== undefined && start <= last.end)
      marks[marks.length - 1] = { start: last.start, end: Math.max(end, last.end) };
    else marks.push({ start, end });
  }
  return marks;
}

function placesOf(name: string, word: string): readonly number[] {
  const start = bestPlace(name, word);
  if (start !== -1) return Array.from({ length: word.length }, (_, index) => start + index);
  const places: number[] = [];
  let at = endOfLetters(name, word);
  for (let letter = word.length - 1; letter >= 0 && at !== -1; letter -= 1) {
    at = name.lastIndexOf(word.charAt(letter), at);
    places.push(at);
    at -= 1;
  }
  return places;
}
