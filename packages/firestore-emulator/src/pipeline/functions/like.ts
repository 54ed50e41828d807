import type { Meter } from '#firestore/rules/limits/meter.ts';

const ANY_TEXT = Symbol('%');
const ANY_CHARACTER = Symbol('_');

type Token = string | typeof ANY_TEXT | typeof ANY_CHARACTER;

/**
 * In LIKE, `%` stands for any text, `_` for any character, and a backslash escapes them. A mismatch goes back to the last
 * `%` only, so a match takes at most text length times pattern length.
 */
export function matchesLike(text: string, pattern: string, meter: Meter): boolean {
  const characters = Array.from(text);
  const tokens = tokensOf(pattern);
  let at = 0;
  let token = 0;
  /** Where to continue after a mismatch. Null before the first `%`. */
  let retry: { readonly at: number; readonly token: number } | null = null;
  meter.work(tokens.length);
  while (at < characters.length) {
    meter.work(1);
    const expected = tokens[token];
    if (expected === ANY_TEXT) {
      token += 1;
      retry = { at: at + 1, token };
    } else if (expected === ANY_CHARACTER || expected === characters[at]) {
      at += 1;
      token += 1;
    } else if (retry === null) {
      return false;
    } else {
      ({ at, token } = retry);
      retry = { at: at + 1, token };
    }
  }
  return tokens.slice(token).every((rest) => rest === ANY_TEXT);
}

function tokensOf(pattern: string): readonly Token[] {
  return Array.from(pattern.matchAll(/\\?./gsu), ([part]) => {
    if (part === '%') return ANY_TEXT;
    if (part === '_') return ANY_CHARACTER;
    return part.length > 1 && part.startsWith('\\') ? part.slice(1) : part;
  });
}
