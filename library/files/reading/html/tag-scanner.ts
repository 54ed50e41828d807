/**
 * The end of a quoted value: a quote before the end of the tag or before another attribute. Some writers don't escape quotes in a
 * url. A value without an end stops before the next entry.
 */
const ENDS = {
  '"': endOf('"'),
  "'": endOf("'"),
};

function endOf(quote: string): RegExp {
  const name = String.raw`[a-z_][\w:.-]*`;
  const after = String.raw`\s*\/?>|\s*${name}\s*=|\s+${name}(?:\s+${name})?\s*(?:[=>]|\/>|$)|\s*$`;
  return new RegExp(String.raw`${quote}(?=${after})|\n[ \t]*<dt\b|<\/a>\s*<dt\b`, 'gi');
}

const NAME = /[\s/]*([^\s=<>/"']+)\s*(=?)\s*/y;
const UNQUOTED = /[^\s>]*/y;
const JUNK = /[\s/"'=]+/y;

/** A tag with the raw values of its attributes, by lower-case name. The first of two equal names counts. */
export interface ScannedTag {
  readonly attributes: ReadonlyMap<string, string>;
  /** The position after the tag. */
  readonly end: number;
  /** False if the text ends inside of the tag. */
  readonly isWhole: boolean;
}

/** Scans the attributes of tags, in linear time even if quotes are missing. */
export class TagScanner {
  readonly #text: string;
  /** The last search for the end of a value. A search that starts inside its range has the same result. */
  readonly #searched = {
    '"': { from: -1, to: -1, isQuote: false },
    "'": { from: -1, to: -1, isQuote: false },
  };

  readonly #endings = new Map<string, RegExp>();
  /** Endings that do not occur in the rest of the text. */
  readonly #missing = new Set<string>();

  constructor(text: string) {
    this.#text = text;
  }

  /** `start` is the position after the name of the tag. */
  scan(start: number): ScannedTag {
    const attributes = new Map<string, string>();
    const text = this.#text;
    let at = start;
    while (at < text.length) {
      NAME.lastIndex = at;
      const [all = '', name = '', equals = ''] = NAME.exec(text) ?? [];
      at += all.length;
      if (all === '') {
        JUNK.lastIndex = at;
        at += JUNK.exec(text)?.[0].length ?? 0;
        // A tag without an end stops before the next one.
        if (text[at] === '>') return { attributes, end: at + 1, isWhole: true };
        if (text[at] === '<') return { attributes, end: at, isWhole: true };
        continue;
      }
      if (equals === '') {
        add(attributes, name, '');
        continue;
      }
      const value = this.#valueAt(at);
      if (value === null) return { attributes, end: text.length, isWhole: false };
      add(attributes, name, value.value);
      at = value.end;
    }
    return { attributes, end: text.length, isWhole: false };
  }

  /** The position after the next `ending`, ignoring case. Returns `start` if there is none. */
  behind(ending: string, start: number): number {
    if (this.#missing.has(ending)) return start;
    const pattern = this.#endings.get(ending) ?? new RegExp(ending, 'gi');
    this.#endings.set(ending, pattern);
    pattern.lastIndex = start;
    if (pattern.test(this.#text)) return pattern.lastIndex;
    this.#missing.add(ending);
    return start;
  }

  #valueAt(at: number): { readonly value: string; readonly end: number } | null {
    const text = this.#text;
    const quote = text[at];
    if (quote !== '"' && quote !== "'") {
      UNQUOTED.lastIndex = at;
      const value = UNQUOTED.exec(text)?.[0] ?? '';
      const end = at + value.length;
      return end === text.length ? null : { value, end };
    }
    const { to, isQuote } = this.#findEnd(quote, at + 1);
    if (isQuote) return { value: text.slice(at + 1, to), end: to + 1 };
    if (to === text.length) return null;
    const tagEnd = text.indexOf('>', at);
    const end = tagEnd < 0 ? to : Math.min(to, tagEnd);
    return { value: text.slice(at + 1, end), end };
  }

  #findEnd(quote: '"' | "'", from: number): { readonly to: number; readonly isQuote: boolean } {
    const last = this.#searched[quote];
    if (from >= last.from && from <= last.to) return last;
    const pattern = ENDS[quote];
    pattern.lastIndex = from;
    const found = pattern.exec(this.#text);
    const result = { from, to: found?.index ?? this.#text.length, isQuote: found?.[0] === quote };
    this.#searched[quote] = result;
    return result;
  }
}

function add(attributes: Map<string, string>, name: string, value: string): void {
  const key = name.toLowerCase();
  if (!attributes.has(key)) attributes.set(key, value);
}
