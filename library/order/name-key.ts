import type { CodeUnits } from './code-units.ts';

const BLANK = 0x20;
const ZERO = 0x30;
const NINE = 0x39;
const UPPER_A = 0x41;
const UPPER_Z = 0x5a;
const TO_LOWER = 0x20;
const AFTER_ASCII = 0x80;
/** Higher digit counts are written as this one. A digit count must sort before the letters. */
const MAX_DIGITS = 48;
const OUTSIDE = -1;

/**
 * Writes the sort key of a name, without case and accents. Writes the number of digits before each number, so that "Part 2" sorts
 * before "Part 10". Ignores leading blanks.
 */
export function writeNameKey(name: string, start: number, units: CodeUnits): void {
  let from = start;
  while (from < name.length && name.charCodeAt(from) <= BLANK) from += 1;
  // In the worst case, each digit is a number with its own digit count.
  let out = units.room(2 * (name.length - from));
  let { end } = units;
  /** The index of the current number's digit count. */
  let number = OUTSIDE;
  for (let index = from; index < name.length; index += 1) {
    const unit = name.charCodeAt(index);
    const folded = unit < AFTER_ASCII ? lowerAscii(unit) : (FOLDED[unit] ?? fold(unit));
    if (folded === MANY) {
      units.end = end;
      writeNameKey(EXPANSIONS.get(unit) ?? '', 0, units);
      ({ end } = units);
      out = units.room(2 * (name.length - index));
      number = OUTSIDE;
    } else if (folded < ZERO || folded > NINE) {
      out[end] = folded;
      end += 1;
      number = OUTSIDE;
    } else {
      if (number === OUTSIDE) {
        number = end;
        end += 1;
      } else if (end === number + 2 && out[number + 1] === ZERO) end -= 1; // A leading zero does not count.
      out[end] = folded;
      end += 1;
      out[number] = ZERO + Math.min(MAX_DIGITS, end - number - 2);
    }
  }
  units.end = end;
}

function lowerAscii(unit: number): number {
  // A name must not contain unit 0, because that ends the sort key.
  if (unit < BLANK) return BLANK;
  return unit >= UPPER_A && unit <= UPPER_Z ? unit + TO_LOWER : unit;
}

/** Letters that readers see as a base letter, although Unicode does not decompose them. */
const BASE_LETTERS: ReadonlyMap<string, string> = new Map([
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ø', 'o'],
  ['ł', 'l'],
  ['đ', 'd'],
]);
/** Accents, which belong to no single script. The vowel signs of a script stay. */
const ACCENTS = /\p{Script=Inherited}/gu;

const MANY = -1;
/** Caches the results of `fold`, because a name has about 50 units and a library can have 100,000 names. */
const FOLDED: number[] = [];
const EXPANSIONS = new Map<number, string>();

/** The unit without case and accent. `MANY` if the result is not exactly one unit. */
function fold(unit: number): number {
  const base = String.fromCharCode(unit).normalize('NFKD').replace(ACCENTS, '');
  // Upper case first: ß becomes SS, and both forms of sigma become the same.
  const lower = base.toUpperCase().toLowerCase();
  const text = BASE_LETTERS.get(lower) ?? lower;
  const folded = text.length === 1 ? text.charCodeAt(0) : MANY;
  FOLDED[unit] = folded;
  if (folded === MANY) EXPANSIONS.set(unit, text);
  return folded;
}
