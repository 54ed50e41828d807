import {
  LAST_CODE_POINT,
  RegexError,
  UnicodeClass,
  complement,
  union,
} from '#firestore/rules/regex/syntax.ts';
import type { CodePoints } from '#firestore/rules/regex/syntax.ts';

const DIGITS: CodePoints = [0x30, 0x39];
const UPPER: CodePoints = [0x41, 0x5a];
const LOWER: CodePoints = [0x61, 0x7a];
const WORD: CodePoints = union([DIGITS, UPPER, [0x5f, 0x5f], LOWER]);
const SPACE: CodePoints = [0x09, 0x0a, 0x0c, 0x0d, 0x20, 0x20];

/** `\d`, `\w`, `\s` and their opposites match ASCII only, as in RE2. */
const PERL: ReadonlyMap<string, CodePoints> = new Map([
  ['d', DIGITS],
  ['D', complement(DIGITS)],
  ['w', WORD],
  ['W', complement(WORD)],
  ['s', SPACE],
  ['S', complement(SPACE)],
]);

const POSIX: ReadonlyMap<string, CodePoints> = new Map([
  ['alnum', union([DIGITS, UPPER, LOWER])],
  ['alpha', union([UPPER, LOWER])],
  ['ascii', [0, 0x7f]],
  ['blank', [0x09, 0x09, 0x20, 0x20]],
  ['cntrl', [0, 0x1f, 0x7f, 0x7f]],
  ['digit', DIGITS],
  ['graph', [0x21, 0x7e]],
  ['lower', LOWER],
  ['print', [0x20, 0x7e]],
  ['punct', [0x21, 0x2f, 0x3a, 0x40, 0x5b, 0x60, 0x7b, 0x7e]],
  ['space', [0x09, 0x0d, 0x20, 0x20]],
  ['upper', UPPER],
  ['word', WORD],
  ['xdigit', union([DIGITS, [0x41, 0x46, 0x61, 0x66]])],
]);

export function isWord(point: number | undefined): boolean {
  if (point === undefined) return false;
  return (
    (point >= 0x61 && point <= 0x7a) ||
    (point >= 0x41 && point <= 0x5a) ||
    (point >= 0x30 && point <= 0x39) ||
    point === 0x5f
  );
}

export function perlClass(letter: string): CodePoints | undefined {
  return PERL.get(letter);
}

/** Takes the name inside `[:alpha:]` or `[:^alpha:]`. */
export function posixClass(name: string): CodePoints {
  const negated = name.startsWith('^');
  const points = POSIX.get(negated ? name.slice(1) : name);
  if (points === undefined) throw new RegexError(`unknown character class [:${name}:]`);
  return negated ? complement(points) : points;
}

/**
 * Takes the name inside `\pN`, `\p{Greek}` or `\p{^Lu}`: a general category or a script of JavaScript's Unicode tables.
 * `isOpposite` is true for `\P`.
 */
export function unicodeClass(given: string, isOpposite: boolean): CodePoints | UnicodeClass {
  const negated = given.startsWith('^') !== isOpposite;
  const name = given.startsWith('^') ? given.slice(1) : given;
  if (!/^[A-Za-z_]+$/.test(name)) throw new RegexError(`unknown character class \\p{${given}}`);
  if (name === 'Any') return negated ? [] : [0, LAST_CODE_POINT];
  for (const property of [`gc=${name}`, `sc=${name}`]) {
    try {
      return new UnicodeClass(new RegExp(`\\${negated ? 'P' : 'p'}{${property}}`, 'u').source);
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
    }
  }
  throw new RegexError(`unknown character class \\p{${name}}`);
}
