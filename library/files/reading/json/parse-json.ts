/** The value of a JSON text. `isWhole` is false if the text ends early, or if there is more text after the value. */
export interface ParsedJson {
  readonly value: unknown;
  readonly isWhole: boolean;
}

/**
 * Parses JSON. If the text ends early, parses it up to the last complete entry of a list. Null if it is damaged in any other way.
 */
export function parseJson(text: string): ParsedJson | null {
  const value = tryParse(text);
  if (value !== null) return { ...value, isWhole: true };
  const lines = parseLines(text);
  if (lines !== null) return lines;
  const repaired = repair(text);
  const partial = repaired === null ? null : tryParse(repaired);
  return partial === null ? null : { ...partial, isWhole: false };
}

/** Parses a file with one JSON object per line. Null unless the first two lines are objects. */
function parseLines(text: string): ParsedJson | null {
  if (!LINES.test(text)) return null;
  const values: unknown[] = [];
  for (let at = 0; at < text.length;) {
    const found = text.indexOf('\n', at);
    const end = found < 0 ? text.length : found;
    const line = text.slice(at, end).trim();
    const parsed = line === '' ? null : tryParse(line);
    if (parsed === null && line !== '') return values.length < 2 ? null : { value: values, isWhole: false };
    if (parsed !== null) values.push(parsed.value);
    at = end + 1;
  }
  return { value: values, isWhole: true };
}

function tryParse(text: string): { readonly value: unknown } | null {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return null;
  }
}

/** Matches two lines that look like objects. */
const LINES = /^\s*\{[^\n]*\}[ \t\r]*\n\s*\{[^\n]*(?:\n|$)/;
const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const CLOSERS = new Map([
  [0x7b, '}'],
  [0x5b, ']'],
]);

/** Cuts the text after the last complete object, list or entry of a list, and closes the enclosing ones. */
function repair(text: string): string | null {
  const open: string[] = [];
  let end = 0;
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      at = stringEnd(text, at + 1);
      continue;
    }
    const closer = CLOSERS.get(code);
    if (closer !== undefined) {
      open.push(closer);
    } else if (code === 0x7d || code === 0x5d) {
      if (open.pop() !== text[at]) return null;
      end = at + 1;
      depth = open.length;
      if (depth === 0) break;
    } else if (code === COMMA && open.at(-1) === ']') {
      end = at;
      depth = open.length;
    }
  }
  return end === 0 ? null : text.slice(0, end) + open.slice(0, depth).toReversed().join('');
}

function stringEnd(text: string, start: number): number {
  let at = start;
  while (at < text.length && text.charCodeAt(at) !== QUOTE) at += text.charCodeAt(at) === BACKSLASH ? 2 : 1;
  return at;
}
