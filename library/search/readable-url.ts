const ESCAPED = /(?:%[\da-f]{2})+/gi;
const ASCII_LABEL = /(^|[./@])xn--([\da-z-]+)/gi;

/** A url as users read it, with escapes decoded and punycode as letters. Returns the same string if it has neither. */
export function readableUrl(url: string): string {
  const decoded = url.includes('%') ? url.replaceAll(ESCAPED, decodeEscapes) : url;
  if (!/xn--/i.test(decoded)) return decoded;
  return decoded.replaceAll(ASCII_LABEL, (label: string, before: string, encoded: string) => {
    const letters = decodePunycode(encoded.toLowerCase());
    return letters === null ? label : `${before}${letters}`;
  });
}

interface ReadableText {
  readonly text: string;
  /** The range of the original text for a range of the readable text. */
  readonly placeOf: (start: number, end: number) => { readonly start: number; readonly end: number };
}

/** A text with its punycode labels as letters. Null if it has no such labels. */
export function withReadableHosts(original: string): ReadableText | null {
  if (!/xn--/i.test(original)) return null;
  let text = '';
  // The range of the original that each unit of the readable text comes from.
  const starts: number[] = [];
  const ends: number[] = [];
  const append = (part: string, placeOf: (unit: number) => readonly [number, number]): void => {
    text += part;
    for (let unit = 0; unit < part.length; unit += 1) {
      const [start, end] = placeOf(unit);
      starts.push(start);
      ends.push(end);
    }
  };
  let copied = 0;
  const copyTo = (to: number): void => {
    const from = copied;
    append(original.slice(from, to), (unit) => [from + unit, from + unit + 1]);
    copied = to;
  };
  for (const { 0: label, 1: before = '', 2: encoded = '', index } of original.matchAll(ASCII_LABEL)) {
    const letters = decodePunycode(encoded.toLowerCase());
    if (letters === null) continue;
    const end = index + label.length;
    copyTo(index + before.length);
    append(letters, () => [index + before.length, end]);
    copied = end;
  }
  copyTo(original.length);
  return {
    text,
    placeOf: (start, end) => ({ start: starts[start] ?? 0, end: ends[end - 1] ?? original.length }),
  };
}

/** The host of a url with its port, without a user name. Much cheaper than parsing the url. */
export function hostOf(url: string): string {
  const scheme = url.indexOf('://');
  if (scheme === -1) return '';
  const rest = url.slice(scheme + 3);
  const end = rest.search(/[/?#\\]/);
  const authority = end === -1 ? rest : rest.slice(0, end);
  return authority.slice(authority.lastIndexOf('@') + 1);
}

function decodeEscapes(escaped: string): string {
  try {
    return decodeURIComponent(escaped);
  } catch {
    return escaped;
  }
}

const BASE = 36;
const FIRST_NOT_ASCII = 128;
const MAX_CODE_POINT = 0x10_ff_ff;

/** Decodes a label after its `xn--` (RFC 3492). Null if it is not punycode. */
function decodePunycode(encoded: string): string | null {
  const delimiter = encoded.lastIndexOf('-');
  const letters = Array.from(encoded.slice(0, Math.max(delimiter, 0)), (letter) => letter.charCodeAt(0));
  let code = FIRST_NOT_ASCII;
  let place = 0;
  let bias = 72;
  for (let at = delimiter + 1; at < encoded.length;) {
    const before = place;
    for (let weight = 1, step = BASE; ; step += BASE) {
      const digit = digitOf(encoded.charCodeAt(at));
      if (digit === null) return null;
      at += 1;
      place += digit * weight;
      const threshold = Math.min(Math.max(step - bias, 1), 26);
      if (digit < threshold) break;
      weight *= BASE - threshold;
      if (weight > MAX_CODE_POINT * letters.length + MAX_CODE_POINT) return null;
    }
    const length = letters.length + 1;
    bias = adapt(place - before, length, before === 0);
    code += Math.floor(place / length);
    if (code > MAX_CODE_POINT) return null;
    place %= length;
    letters.splice(place, 0, code);
    place += 1;
  }
  return String.fromCodePoint(...letters);
}

function digitOf(code: number): number | null {
  if (code >= 0x61 && code <= 0x7a) return code - 0x61;
  return code >= 0x30 && code <= 0x39 ? code - 0x30 + 26 : null;
}

function adapt(difference: number, length: number, isFirst: boolean): number {
  let delta = Math.floor(difference / (isFirst ? 700 : 2));
  delta += Math.floor(delta / length);
  let shift = 0;
  for (; delta > 455; shift += BASE) delta = Math.floor(delta / 35);
  return shift + Math.floor((36 * delta) / (delta + 38));
}
