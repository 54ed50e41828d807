const CONTROLS: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
]);
/** The number of hexadecimal digits of each escape. */
const CODE_LENGTHS: ReadonlyMap<string, number> = new Map([
  ['x', 2],
  ['u', 4],
  ['U', 8],
]);

/**
 * Returns the texts of a Python list, such as `['one', "it's"]`, or of a comma-separated list. Reads character by character,
 * because a regular expression for quoted texts is quadratic if a quote is missing.
 */
export function pythonList(text: string): string[] {
  const list = text.trim();
  if (!list.startsWith('[')) return list.split(',');
  const items: string[] = [];
  let at = 1;
  while (at < list.length) {
    const quote = list.charAt(at);
    if (quote === "'" || quote === '"') {
      const { value, end } = quotedText(list, at + 1, quote);
      items.push(value);
      at = end;
    } else if (/[\s,\]]/.test(quote)) {
      at += 1;
    } else {
      const start = at;
      while (at < list.length && !/[,\]]/.test(list.charAt(at))) at += 1;
      items.push(list.slice(start, at));
    }
  }
  return items;
}

function quotedText(list: string, start: number, quote: string): { value: string; end: number } {
  const parts: string[] = [];
  let at = start;
  while (at < list.length && list.charAt(at) !== quote) {
    if (list.charAt(at) !== '\\') {
      parts.push(list.charAt(at));
      at += 1;
      continue;
    }
    const letter = list.charAt(at + 1);
    const length = CODE_LENGTHS.get(letter) ?? 0;
    const digits = list.slice(at + 2, at + 2 + length);
    const code = /^[\da-f]+$/i.test(digits) ? Number.parseInt(digits, 16) : NaN;
    parts.push(code <= 0x10ffff ? String.fromCodePoint(code) : (CONTROLS.get(letter) ?? letter));
    at += 2 + (code <= 0x10ffff ? length : 0);
  }
  return { value: parts.join(''), end: at + 1 };
}
