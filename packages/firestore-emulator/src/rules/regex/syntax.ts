/** A set of code points as sorted ranges that don't touch: first, last, first, last, ... */
export type CodePoints = readonly number[];

/** A class like `\pL`. JavaScript's `RegExp` tests one character at a time, so it can't backtrack. */
export class UnicodeClass {
  /** As in a regular expression of JavaScript, such as `\p{gc=Lu}`. */
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }
}

export interface CharacterSet {
  readonly points: CodePoints;
  /** Matches a character of the Unicode classes in the set; null without any. One test for all, however many there are. */
  readonly classes: RegExp | null;
  readonly negated: boolean;
  readonly insensitive: boolean;
}

/** The syntax tree of a regular expression. */
export type Pattern =
  | { readonly kind: 'set'; readonly set: CharacterSet }
  | { readonly kind: 'assert'; readonly assertion: Assertion }
  | { readonly kind: 'sequence'; readonly parts: readonly Pattern[] }
  | { readonly kind: 'choice'; readonly options: readonly Pattern[] }
  | {
      readonly kind: 'repeat';
      readonly part: Pattern;
      readonly min: number;
      /** Infinity if the repetition has no upper bound. */
      readonly max: number;
      readonly greedy: boolean;
    };

export type Assertion = 'text-start' | 'text-end' | 'line-start' | 'line-end' | 'word' | 'not-word';

/** The pattern is invalid in RE2, or this engine doesn't support it. */
export class RegexError extends Error {
  constructor(problem: string) {
    super(`Invalid regular expression: ${problem}.`);
    this.name = 'RegexError';
  }
}

export const LAST_CODE_POINT = 0x10ffff;
const DOTLESS_I = 0x131;

export function union(sets: readonly CodePoints[]): CodePoints {
  const [only] = sets;
  if (sets.length === 1 && only !== undefined) return only;
  const ranges: [number, number][] = [];
  for (const set of sets) {
    for (let at = 0; at + 1 < set.length; at += 2) ranges.push([set[at] ?? 0, set[at + 1] ?? 0]);
  }
  ranges.sort(([left], [right]) => left - right);
  const merged: number[] = [];
  for (const [first, last] of ranges) {
    const end = merged.length - 1;
    const previous = merged[end];
    if (previous !== undefined && first <= previous + 1) merged[end] = Math.max(previous, last);
    else merged.push(first, last);
  }
  return merged;
}

export function complement(set: CodePoints): CodePoints {
  const result: number[] = [];
  let next = 0;
  for (let at = 0; at + 1 < set.length; at += 2) {
    const first = set[at] ?? 0;
    if (first > next) result.push(next, first - 1);
    next = (set[at + 1] ?? 0) + 1;
  }
  if (next <= LAST_CODE_POINT) result.push(next, LAST_CODE_POINT);
  return result;
}

export function matchesSet(set: CharacterSet, point: number): boolean {
  if (includes(set, point)) return !set.negated;
  if (!set.insensitive) return set.negated;
  const other = otherCases(point).some((folded) => includes(set, folded));
  return other !== set.negated;
}

/** The code points that differ from this one only by case, as RE2 sees it. A dotless i has none, although its upper case is I. */
export function otherCases(point: number): readonly number[] {
  if (point === DOTLESS_I) return [];
  const text = String.fromCodePoint(point);
  const upper = text.toUpperCase();
  return [text.toLowerCase(), upper, upper.toLowerCase()].flatMap((folded) => {
    const [first, second] = folded;
    return first === undefined || second !== undefined ? [] : [first.codePointAt(0) ?? 0];
  });
}

function includes(set: CharacterSet, point: number): boolean {
  if (inRanges(set.points, point)) return true;
  return set.classes?.test(String.fromCodePoint(point)) === true;
}

function inRanges(ranges: CodePoints, point: number): boolean {
  let low = 0;
  let high = ranges.length / 2 - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    if (point < (ranges[middle * 2] ?? 0)) high = middle - 1;
    else if (point > (ranges[middle * 2 + 1] ?? 0)) low = middle + 1;
    else return true;
  }
  return false;
}
