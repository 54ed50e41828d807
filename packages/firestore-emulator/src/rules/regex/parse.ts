import { perlClass, posixClass, unicodeClass } from '#firestore/rules/regex/classes.ts';
import {
  LAST_CODE_POINT,
  RegexError,
  UnicodeClass,
  complement,
  otherCases,
  union,
} from '#firestore/rules/regex/syntax.ts';
import type { CodePoints, Pattern } from '#firestore/rules/regex/syntax.ts';

/** RE2's limit. */
const MAX_REPEAT = 1_000;
/** Keeps the recursion of the parser and the compiler within the stack. RE2 allows 1,000. */
const MAX_DEPTH = 200;

const CONTROL_ESCAPES: ReadonlyMap<string, number> = new Map([
  ['a', 0x07],
  ['f', 0x0c],
  ['n', 0x0a],
  ['r', 0x0d],
  ['t', 0x09],
  ['v', 0x0b],
]);

const ALL_CODE_POINTS: CodePoints = [0, LAST_CODE_POINT];
const NOT_NEWLINE: CodePoints = complement([0x0a, 0x0a]);

type ClassItem = CodePoints | UnicodeClass;

interface Flags {
  readonly i: boolean;
  readonly m: boolean;
  readonly s: boolean;
  readonly U: boolean;
}

const NO_FLAGS: Flags = { i: false, m: false, s: false, U: false };

/** Parses RE2's syntax. https://github.com/google/re2/wiki/Syntax */
export function parseRegex(source: string): Pattern {
  return new RegexParser(source).parse();
}

class RegexParser {
  readonly #source: string;
  #at = 0;
  #flags = NO_FLAGS;
  #depth = 0;
  #nestedRepeats = 0;

  constructor(source: string) {
    this.#source = source;
  }

  parse(): Pattern {
    const pattern = this.#choice();
    if (this.#at < this.#source.length) throw new RegexError("')' without '('");
    return pattern;
  }

  #choice(): Pattern {
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH) throw new RegexError('the nesting is too deep');
    const options = [this.#sequence()];
    while (this.#takeIf('|')) options.push(this.#sequence());
    this.#depth -= 1;
    const [only] = options;
    return options.length === 1 && only !== undefined ? only : { kind: 'choice', options };
  }

  #sequence(): Pattern {
    const parts: Pattern[] = [];
    while (this.#at < this.#source.length && !this.#sees('|') && !this.#sees(')')) {
      const atoms = this.#takeIf('\\Q') ? this.#quotation() : this.#atom();
      parts.push(...atoms);
      // A repetition after flags or after an empty quotation repeats the part before them, as in RE2.
      const last = parts.pop();
      if (last === undefined) continue;
      const repeated = this.#repeated(last);
      if (atoms.length === 0 && repeated !== last) this.#countNestedRepeat();
      parts.push(repeated);
    }
    return { kind: 'sequence', parts };
  }

  #countNestedRepeat(): void {
    this.#nestedRepeats += 1;
    if (this.#nestedRepeats > MAX_DEPTH) throw new RegexError('the nesting is too deep');
  }

  /** Reads literal characters up to `\E`. A repetition after it repeats only the last character. */
  #quotation(): readonly Pattern[] {
    const end = this.#source.indexOf('\\E', this.#at);
    const text = this.#source.slice(this.#at, end === -1 ? undefined : end);
    this.#at = end === -1 ? this.#source.length : end + 2;
    return Array.from(text, (character) => this.#literal(character.codePointAt(0) ?? 0));
  }

  /** Returns no pattern for a group that only sets flags. */
  #atom(): readonly Pattern[] {
    if (!this.#takeIf('(')) return [this.#single()];
    const group = this.#group();
    return group === null ? [] : [group];
  }

  #single(): Pattern {
    if (this.#takeIf('[')) return this.#class();
    if (this.#takeIf('.')) return this.#set([this.#flags.s ? ALL_CODE_POINTS : NOT_NEWLINE]);
    if (this.#takeIf('^')) return { kind: 'assert', assertion: this.#flags.m ? 'line-start' : 'text-start' };
    if (this.#takeIf('$')) return { kind: 'assert', assertion: this.#flags.m ? 'line-end' : 'text-end' };
    if (this.#takeIf('\\')) return this.#escape();
    if (this.#bounds() !== null) throw new RegexError('nothing to repeat');
    return this.#literal(this.#takePoint());
  }

  #repeated(atom: Pattern): Pattern {
    const bounds = this.#bounds();
    if (bounds === null) return atom;
    const lazy = this.#takeIf('?');
    if (this.#takeIf('+') || this.#takeIf('*') || this.#takeIf('?') || this.#bounds() !== null) {
      throw new RegexError('a repetition cannot be repeated');
    }
    return { kind: 'repeat', part: atom, ...bounds, greedy: lazy === this.#flags.U };
  }

  #bounds(): { min: number; max: number } | null {
    if (this.#takeIf('*')) return { min: 0, max: Number.POSITIVE_INFINITY };
    if (this.#takeIf('+')) return { min: 1, max: Number.POSITIVE_INFINITY };
    if (this.#takeIf('?')) return { min: 0, max: 1 };
    // Any other text in braces is literal, as in RE2.
    const found = this.#takeMatch(/\{(\d{1,6})(?:(,)(\d{1,6})?)?\}/y);
    if (found === null) return null;
    const min = Number(found[1]);
    const open = found[2] === undefined ? min : Number.POSITIVE_INFINITY;
    const max = found[3] === undefined ? open : Number(found[3]);
    if (min > MAX_REPEAT || max < min || (max > MAX_REPEAT && max !== Number.POSITIVE_INFINITY)) {
      throw new RegexError(`a repetition count is out of range (at most ${String(MAX_REPEAT)})`);
    }
    return { min, max };
  }

  #group(): Pattern | null {
    const outer = this.#flags;
    if (this.#takeIf('?')) {
      if (this.#takeMatch(/P?<[A-Za-z_][A-Za-z0-9_]*>/y) === null) {
        if (this.#takeMatch(/<?[=!]/y) !== null) throw new RegexError('RE2 has no lookaround');
        this.#takeFlags();
        if (this.#takeIf(')')) return null;
        if (!this.#takeIf(':')) throw new RegexError('an unknown kind of group');
      }
    }
    const inner = this.#choice();
    if (!this.#takeIf(')')) throw new RegexError("'(' without ')'");
    this.#flags = outer;
    return inner;
  }

  #takeFlags(): void {
    let value = true;
    for (const letter of this.#takeMatch(/[imsU-]*/y)?.[0] ?? '') {
      if (letter === '-') value = false;
      else this.#flags = { ...this.#flags, [letter]: value };
    }
  }

  #escape(): Pattern {
    if (this.#takeIf('A')) return { kind: 'assert', assertion: 'text-start' };
    if (this.#takeIf('z')) return { kind: 'assert', assertion: 'text-end' };
    if (this.#takeIf('b')) return { kind: 'assert', assertion: 'word' };
    if (this.#takeIf('B')) return { kind: 'assert', assertion: 'not-word' };
    const points = this.#escapedClass();
    if (points !== null) return this.#set([points]);
    return this.#literal(this.#escapedPoint());
  }

  #escapedClass(): ClassItem | null {
    const letter = this.#source[this.#at] ?? '';
    const perl = perlClass(letter);
    if (perl !== undefined) {
      this.#at += 1;
      return perl;
    }
    const found = this.#takeMatch(/([pP])(?:\{([^}]*)\}|([A-Za-z]))/y);
    return found === null ? null : unicodeClass(found[2] ?? found[3] ?? '', found[1] === 'P');
  }

  #escapedPoint(): number {
    const hex = this.#takeMatch(/x(?:([0-9a-fA-F]{2})|\{([0-9a-fA-F]{1,6})\})/y);
    if (hex !== null) {
      const point = Number.parseInt(hex[1] ?? hex[2] ?? '', 16);
      if (point > LAST_CODE_POINT) throw new RegexError('no such character');
      return point;
    }
    const octal = this.#takeMatch(/0[0-7]{0,2}|[1-7][0-7]{1,2}/y);
    if (octal !== null) return Number.parseInt(octal[0], 8);
    const point = this.#takePoint();
    const character = String.fromCodePoint(point);
    if (/[1-9]/.test(character)) throw new RegexError('RE2 has no backreferences');
    const named = CONTROL_ESCAPES.get(character);
    if (named !== undefined) return named;
    if (point > 0x7f || /[A-Za-z0-9]/.test(character)) throw new RegexError(`unknown escape \\${character}`);
    return point;
  }

  #class(): Pattern {
    const negated = this.#takeIf('^');
    const items: ClassItem[] = [];
    do {
      if (this.#at >= this.#source.length) throw new RegexError("'[' without ']'");
      items.push(this.#classItem());
    } while (!this.#takeIf(']'));
    return this.#set(items, negated);
  }

  #classItem(): ClassItem {
    const posix = this.#takeMatch(/\[:(\^?[a-z]+):\]/y);
    if (posix !== null) return posixClass(posix[1] ?? '');
    const first = this.#classPoint();
    if (typeof first !== 'number') return first;
    if (this.#takeMatch(/-(?!\])/y) === null) return [first, first];
    const last = this.#classPoint();
    if (typeof last !== 'number' || last < first) throw new RegexError('a bad range in a character class');
    return [first, last];
  }

  #classPoint(): number | ClassItem {
    if (!this.#takeIf('\\')) return this.#takePoint();
    return this.#escapedClass() ?? this.#escapedPoint();
  }

  #literal(point: number): Pattern {
    // Of `ς` and `σ`, each is another case of `Σ`. So both sides need their other cases.
    const points = this.#flags.i ? [point, ...otherCases(point)] : [point];
    return this.#set(points.map((each) => [each, each]));
  }

  #set(items: readonly ClassItem[], negated = false): Pattern {
    const ranges: CodePoints[] = [];
    const sources = new Set<string>();
    for (const item of items) {
      if (item instanceof UnicodeClass) sources.add(item.source);
      else ranges.push(item);
    }
    const classes = sources.size === 0 ? null : new RegExp(`^[${[...sources].join('')}]$`, 'u');
    const set = { points: union(ranges), classes, negated, insensitive: this.#flags.i };
    return { kind: 'set', set };
  }

  #sees(text: string): boolean {
    return this.#source.startsWith(text, this.#at);
  }

  #takeIf(text: string): boolean {
    if (!this.#sees(text)) return false;
    this.#at += text.length;
    return true;
  }

  #takePoint(): number {
    const point = this.#source.codePointAt(this.#at);
    if (point === undefined) throw new RegexError('the pattern ends too early');
    this.#at += point > 0xffff ? 2 : 1;
    return point;
  }

  #takeMatch(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#source);
    if (found !== null) this.#at += found[0].length;
    return found;
  }
}
