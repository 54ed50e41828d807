import type { Position } from '#firestore/rules/ast.ts';
import { RulesError } from '#firestore/rules/rules-error.ts';

const SIMPLE_ESCAPES: ReadonlyMap<string, string> = new Map([
  ['\\', '\\'],
  ["'", "'"],
  ['"', '"'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
]);

/** `\x41`, `\101` and `\u0041`. A bytes literal supports only the first two. */
const HEX = /x([0-9a-fA-F]{2})/y;
const OCTAL = /([0-3][0-7]{2})/y;
const UNICODE = /u([0-9a-fA-F]{4})/y;

interface Escape {
  readonly end: number;
  readonly text: string;
  /** The byte that a hex or octal escape adds to a bytes literal. Other escapes add the UTF-8 bytes of `text`. */
  readonly byte: number | null;
}

export interface Quoted {
  /** The offset after the closing quote. */
  readonly end: number;
  readonly text: string;
  readonly bytes: Uint8Array;
}

/** Reads a literal. Its opening quote is at `start`. */
export function readQuoted(
  source: string,
  start: number,
  kind: 'string' | 'bytes',
  positionAt: (offset: number) => Position,
): Quoted {
  const quote = source[start];
  const bytes: number[] = [];
  let text = '';
  let at = start + 1;
  for (;;) {
    const character = source[at];
    if (character === undefined || character === '\n') {
      throw new RulesError('The string does not end on its line.', positionAt(start));
    }
    if (character === quote) return { end: at + 1, text, bytes: Uint8Array.from(bytes) };
    if (character === '\\') {
      const escape = readEscape(source, at + 1, kind);
      if (escape === null) throw new RulesError('Unknown escape in a string.', positionAt(at));
      text += escape.text;
      if (escape.byte === null) bytes.push(...Buffer.from(escape.text));
      else bytes.push(escape.byte);
      at = escape.end;
    } else {
      const whole = String.fromCodePoint(source.codePointAt(at) ?? 0);
      text += whole;
      if (kind === 'bytes') bytes.push(...Buffer.from(whole));
      at += whole.length;
    }
  }
}

function readEscape(source: string, at: number, kind: 'string' | 'bytes'): Escape | null {
  const simple = SIMPLE_ESCAPES.get(source[at] ?? '');
  if (simple !== undefined) return { end: at + 1, text: simple, byte: null };
  const hex = numberAt(HEX, source, at, 16) ?? numberAt(OCTAL, source, at, 8);
  if (hex !== null) return { end: hex.end, text: String.fromCodePoint(hex.value), byte: hex.value };
  const unicode = kind === 'string' ? numberAt(UNICODE, source, at, 16) : null;
  return unicode && { end: unicode.end, text: String.fromCharCode(unicode.value), byte: null };
}

function numberAt(
  pattern: RegExp,
  source: string,
  at: number,
  radix: number,
): { end: number; value: number } | null {
  pattern.lastIndex = at;
  const found = pattern.exec(source);
  if (found === null) return null;
  return { end: pattern.lastIndex, value: Number.parseInt(found[1] ?? '', radix) };
}
