import { bounded, of1, of2, of3 } from '#firestore/rules/builtins/builtin.ts';
import type { Methods } from '#firestore/rules/builtins/builtin.ts';
import type { Meter } from '#firestore/rules/limits/meter.ts';
import { Regex, compileRegex } from '#firestore/rules/regex/regex.ts';
import { Failure } from '#firestore/rules/values/slot.ts';

const SPACE = 0x20;

/** https://firebase.google.com/docs/reference/rules/rules.String */
export const STRING_METHODS: Methods = new Map([
  // Like the official emulator, lower() and upper() change only ASCII letters.
  ['lower', of1('string', 'string', (text) => text.replaceAll(/[A-Z]+/g, (part) => part.toLowerCase()))],
  ['upper', of1('string', 'string', (text) => text.replaceAll(/[a-z]+/g, (part) => part.toUpperCase()))],
  ['trim', of1('string', 'string', trim)],
  // Like the official emulator, sizes and indexes count UTF-16 units.
  ['size', of1('string', 'int', (text) => BigInt(text.length))],
  ['toUtf8', of1('string', 'bytes', (text) => new TextEncoder().encode(text))],
  [
    'matches',
    of2(['string', 'string'], 'bool', (text, pattern, meter) =>
      withRegex(pattern, meter, (regex) => regex.matchesWhole(text, meter)),
    ),
  ],
  [
    'split',
    of2(['string', 'string'], 'list', (text, pattern, meter) =>
      withRegex(pattern, meter, (regex) => split(text, regex, meter)),
    ),
  ],
  [
    'replace',
    of3(['string', 'string', 'string'], 'string', (text, pattern, substitute, meter) =>
      withRegex(pattern, meter, (regex) => {
        const kept = parts(text, regex, meter);
        const tooLarge = bounded(text.length + kept.length * substitute.length);
        return tooLarge ?? kept.join(substitute);
      }),
    ),
  ],
]);

/** https://firebase.google.com/docs/reference/rules/rules.Bytes */
export const BYTES_METHODS: Methods = new Map([
  ['size', of1('bytes', 'int', (bytes) => BigInt(bytes.length))],
  ['toBase64', of1('bytes', 'string', (bytes) => padded(Buffer.from(bytes).toString('base64url')))],
  ['toHexString', of1('bytes', 'string', (bytes) => Buffer.from(bytes).toString('hex').toUpperCase())],
]);

function padded(base64: string): string {
  return base64.padEnd(Math.ceil(base64.length / 4) * 4, '=');
}

/** Like the official emulator, removes spaces and control characters of ASCII. A loop, because a regular expression may be quadratic. */
export function trim(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && text.charCodeAt(start) <= SPACE) start += 1;
  while (end > start && text.charCodeAt(end - 1) <= SPACE) end -= 1;
  return text.slice(start, end);
}

function isPair(text: string, at: number): boolean {
  return (text.codePointAt(at) ?? 0) > 0xffff;
}

function withRegex<T>(pattern: string, meter: Meter, use: (regex: Regex) => T): T | Failure {
  meter.work(pattern.length * 4);
  const regex = compileRegex(pattern);
  return regex instanceof Regex ? use(regex) : new Failure(regex.message);
}

/** Returns the parts between the matches. Like the official emulator's, an empty match counts, even after another match. */
function parts(text: string, regex: Regex, meter: Meter): string[] {
  const found: string[] = [];
  let from = 0;
  let at = 0;
  while (at <= text.length) {
    const match = regex.find(text, at, meter);
    if (match === null) break;
    const { start, end } = match;
    found.push(text.slice(from, start));
    from = end;
    at = start === end ? end + (isPair(text, end) ? 2 : 1) : end;
  }
  found.push(text.slice(from));
  return found;
}

/** Drops empty parts at the end, as Java does, but returns at least one part. */
function split(text: string, regex: Regex, meter: Meter): readonly string[] {
  const found = parts(text, regex, meter);
  const last = found.findLastIndex((part) => part !== '');
  return found.slice(0, Math.max(last, 0) + 1);
}
