import type { Position } from '#firestore/rules/ast.ts';
import { readQuoted } from '#firestore/rules/quoted.ts';
import { RulesError } from '#firestore/rules/rules-error.ts';

export type Token = { readonly position: Position } & (
  | { readonly kind: 'name' | 'symbol'; readonly text: string }
  | { readonly kind: 'int'; readonly text: string; readonly value: bigint }
  | { readonly kind: 'float'; readonly text: string; readonly value: number }
  | { readonly kind: 'string'; readonly text: string; readonly value: string }
  | { readonly kind: 'bytes'; readonly text: string; readonly value: Uint8Array }
  | { readonly kind: 'end'; readonly text: '' }
);

const SPACE = /(?:[ \t\r\n\f]|\/\/[^\n]*|\/\*[^]*?\*\/)*/y;
/** A single dollar sign is no name: it starts an inserted path segment. */
const NAME = /(?:[A-Za-z_]|\$[A-Za-z0-9_$])[A-Za-z0-9_$]*/y;
/** The real service has no exponents, no hexadecimal numbers and no leading zeros. */
const NUMBER = /(?:0|[1-9][0-9]*)(?:\.[0-9]*)?|\.[0-9]+/y;
const SYMBOL = /==|!=|<=|>=|&&|\|\||\+\+|--|\*\*|[{}()[\],;:.?!<>+\-*/%=$]/y;
/**
 * Dots, quotes and stars belong to a segment: `/a/b.c` has two segments, and in `/a/'b'` the quotes are part of the id. Other
 * characters are percent-encoded.
 */
const SEGMENT = String.raw`(?:[\w\-.~&'*+:@]|%[0-9A-Fa-f]{2})+`;
const PATH_SEGMENT = new RegExp(String.raw`${SEGMENT}|\(${SEGMENT}\)`, 'y');
const ENCODED_BYTES = /(?:%[0-9A-Fa-f]{2})+/g;
/** White space may come before an inserted segment only. */
const INSERTION = /[ \t\r\n\f]*\$[ \t\r\n\f]*\(/y;

/**
 * Reads tokens on demand, because only the parser knows whether a slash starts a path or is a division. The lookahead is one
 * token, so the parser can read a path segment as raw text right after the slash.
 */
export class Lexer {
  readonly #source: string;
  readonly #lineStarts: readonly number[];
  #offset = 0;
  #ahead: Token | null = null;
  #end = 0;

  constructor(source: string) {
    this.#source = source;
    const starts = [0];
    for (let at = source.indexOf('\n'); at !== -1; at = source.indexOf('\n', at + 1)) starts.push(at + 1);
    this.#lineStarts = starts;
  }

  peek(): Token {
    this.#ahead ??= this.#read();
    return this.#ahead;
  }

  /** The offset after the last token taken. */
  get end(): number {
    return this.#end;
  }

  take(): Token {
    const token = this.peek();
    this.#ahead = null;
    // The lookahead is one token, so reading has stopped at its end.
    this.#end = this.#offset;
    return token;
  }

  takeIf(text: string): boolean {
    if (!this.at(text)) return false;
    this.take();
    return true;
  }

  /** Whether the next token is a name or symbol with this text. */
  at(text: string): boolean {
    const token = this.peek();
    return token.text === text && (token.kind === 'name' || token.kind === 'symbol');
  }

  expect(text: string): Token {
    if (!this.at(text)) throw this.unexpected(`'${text}'`);
    return this.take();
  }

  /** Takes a literal segment right after a slash. Returns null if no segment follows. */
  takePathSegment(): string | null {
    const segment = this.#match(PATH_SEGMENT);
    this.#end = this.#offset;
    return segment === null ? null : decodeSegment(segment);
  }

  /** Takes `$(`, which starts an inserted path segment. Returns false if something else follows. */
  takeInsertion(): boolean {
    return this.#match(INSERTION) !== null;
  }

  /** Whether the next token is a slash with a path segment after it. Otherwise, it is a division: `/a/ 2`. */
  atPathSlash(): boolean {
    if (!this.at('/')) return false;
    return [PATH_SEGMENT, INSERTION].some((pattern) => {
      pattern.lastIndex = this.#offset;
      return pattern.test(this.#source);
    });
  }

  unexpected(expected: string): RulesError {
    const token = this.peek();
    if (this.#source.startsWith('/*', token.position.offset))
      return new RulesError('The comment does not end.', token.position);
    const found = token.kind === 'end' ? 'end of the file' : `'${token.text}'`;
    return new RulesError(`Unexpected ${found}; expected ${expected}.`, token.position);
  }

  position(): Position {
    return this.#ahead === null ? this.#positionAt(this.#offset) : this.#ahead.position;
  }

  #read(): Token {
    this.#match(SPACE);
    const start = this.#offset;
    const position = this.#positionAt(start);
    const first = this.#source[start];
    if (first === undefined) return { kind: 'end', text: '', position };
    if (first === "'" || first === '"') return this.#string(start, position);
    if (first === 'b' && /['"]/.test(this.#source[start + 1] ?? '')) return this.#bytes(start, position);
    const name = this.#match(NAME);
    if (name !== null) return { kind: 'name', text: name, position };
    if (/[0-9]/.test(first) || /^\.[0-9]/.test(this.#source.slice(start, start + 2))) {
      return this.#number(position);
    }
    const symbol = this.#match(SYMBOL);
    if (symbol !== null) return { kind: 'symbol', text: symbol, position };
    const character = String.fromCodePoint(this.#source.codePointAt(start) ?? 0);
    throw new RulesError(`Unexpected character '${character}'.`, position);
  }

  #string(start: number, position: Position): Token {
    const quoted = readQuoted(this.#source, start, 'string', (at) => this.#positionAt(at));
    this.#offset = quoted.end;
    return { kind: 'string', text: this.#source.slice(start, quoted.end), value: quoted.text, position };
  }

  #bytes(start: number, position: Position): Token {
    const quoted = readQuoted(this.#source, start + 1, 'bytes', (at) => this.#positionAt(at));
    this.#offset = quoted.end;
    return { kind: 'bytes', text: this.#source.slice(start, quoted.end), value: quoted.bytes, position };
  }

  #number(position: Position): Token {
    const text = this.#match(NUMBER) ?? '';
    if (/[A-Za-z0-9_$]/.test(this.#source[this.#offset] ?? '')) {
      throw new RulesError(`A letter or digit may not follow the number '${text}' directly.`, position);
    }
    if (text.includes('.')) return { kind: 'float', text, value: Number(text), position };
    return { kind: 'int', text, value: BigInt(text), position };
  }

  #match(pattern: RegExp): string | null {
    pattern.lastIndex = this.#offset;
    const found = pattern.exec(this.#source);
    if (found === null) return null;
    this.#offset = pattern.lastIndex;
    return found[0];
  }

  #positionAt(offset: number): Position {
    let low = 0;
    let high = this.#lineStarts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((this.#lineStarts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return { line: low + 1, column: offset - (this.#lineStarts[low] ?? 0) + 1, offset };
  }
}

/** Decodes a segment like the query of a URL: a plus is a space. */
export function decodeSegment(text: string): string {
  return text
    .replaceAll('+', ' ')
    .replaceAll(ENCODED_BYTES, (bytes) => Buffer.from(bytes.replaceAll('%', ''), 'hex').toString());
}
