import { URL_MAX_LENGTH } from '#library/entities/limits.ts';

import { decodeEntities } from '#library/files/reading/html/html-entities.ts';

export interface LineLink {
  readonly url: string;
  readonly title: string;
}

/** The url of a label in `[title][label]`, or undefined. */
export type FindDefinition = (label: string) => string | undefined;

/** A mark that can begin or end a link. A letter directly before `http` makes it part of a word. */
const MARKS = /\\|!?\[|\]|<|(?<![a-z\d])(?:https?:\/\/|ftp:\/\/|www\.|mailto:)/gi;
const AUTOLINK = /<([a-z][a-z\d+.-]{1,31}:[^\s<>]+)>/iy;
const BARE = /[^\s<>"]+/y;
/** Punctuation of a sentence around a bare url. */
const SENTENCE_END = new Set(".,;:!?'*_~`|");
const ANGLED = /<([^<>]*)>/y;
const LINK_TITLE = /"[^"]*"|'[^']*'/y;
const LABEL = /\[([^\][]{0,999})\]/y;
const BLANKS = /[ \t]*/y;
const MAX_PARENTHESES = 32;
/** The most open brackets to remember. Outer ones are dropped, because a line may have millions. */
const MAX_OPENERS = 20;
const MANY_BRACKETS = '['.repeat(MAX_OPENERS);
const LABEL_MAX_LENGTH = 999;
const ESCAPED = /\\([!-/:-@[-`{-~])/g;
const IMAGE = /!\[([^\][]*)\]\([^()\s]*\)/g;
const EMPHASIS = /\*\*([^*]+)\*\*|__([^_]+)__|~~([^~]+)~~|`([^`]+)`/g;

/** Removes formatting from a title. */
export function plainText(markdown: string): string {
  const text = markdown
    .replaceAll(IMAGE, '$1')
    .replaceAll(EMPHASIS, (_all, ...groups: (string | undefined)[]) => groups.slice(0, 4).join(''));
  return decodeEntities(text.replaceAll(ESCAPED, '$1'));
}

/** Finds the links of a line: `[title](url)`, `[title][label]`, `<url>` and bare urls. */
export function lineLinks(line: string, findDefinition: FindDefinition): LineLink[] {
  return new LineReader(line, findDefinition).read();
}

interface Opener {
  /** The position after the bracket. */
  readonly at: number;
  readonly isImage: boolean;
  /** How many links were found before the bracket. A link replaces the links inside its title. */
  readonly found: number;
}

/** Takes linear time in the length of the line: a failed attempt at a link is not scanned again. */
class LineReader {
  readonly #line: string;
  readonly #findDefinition: FindDefinition;
  readonly #found: LineLink[] = [];
  #openers: Opener[] = [];
  /** The next `)` after a position, cached so that a missing one is searched only once. */
  #closing = -1;

  constructor(line: string, findDefinition: FindDefinition) {
    this.#line = line;
    this.#findDefinition = findDefinition;
  }

  read(): LineLink[] {
    let at = 0;
    for (;;) {
      MARKS.lastIndex = at;
      const match = MARKS.exec(this.#line);
      if (match === null) return this.#found;
      const [mark] = match;
      const { index } = match;
      if (mark === '\\') {
        at = index + 2;
      } else if (mark.endsWith('[')) {
        at = index + mark.length;
        while (this.#line.startsWith(MANY_BRACKETS, at)) at += 1;
        this.#openers.push({ at, isImage: mark === '![', found: this.#found.length });
        if (this.#openers.length > MAX_OPENERS) this.#openers.shift();
      } else if (mark === ']') {
        at = this.#close(index);
      } else {
        at = mark === '<' ? this.#autolink(index) : this.#bare(index);
      }
    }
  }

  #close(index: number): number {
    const opener = this.#openers.pop();
    if (opener === undefined) return index + 1;
    const target = this.#target(opener, index);
    if (target === null) return index + 1;
    this.#found.length = opener.found;
    if (!opener.isImage) {
      this.#found.push({ url: target.url, title: plainText(this.#line.slice(opener.at, index)) });
      // Links can't be nested, so the outer brackets are dropped.
      this.#openers = [];
    }
    return target.end;
  }

  #target(opener: Opener, index: number): { readonly url: string; readonly end: number } | null {
    if (this.#line[index + 1] === '(') return this.#destination(index + 2);
    const label = index - opener.at <= LABEL_MAX_LENGTH ? this.#line.slice(opener.at, index) : '';
    const [all = '', other = ''] = matchAt(LABEL, this.#line, index + 1);
    const url = this.#findDefinition(other === '' ? label : other);
    return url === undefined ? null : { url, end: index + 1 + all.length };
  }

  /** Reads the destination of a link, `url "title")`. Many writers leave blanks in the url. */
  #destination(start: number): { readonly url: string; readonly end: number } | null {
    const line = this.#line;
    const at = start + (matchAt(BLANKS, line, start)[0]?.length ?? 0);
    const [angled, inside] = matchAt(ANGLED, line, at);
    const urlEnd = angled === undefined ? this.#urlEnd(at) : at + angled.length;
    let end = urlEnd + (matchAt(BLANKS, line, urlEnd)[0]?.length ?? 0);
    end += matchAt(LINK_TITLE, line, end)[0]?.length ?? 0;
    end += matchAt(BLANKS, line, end)[0]?.length ?? 0;
    if (line[end] === ')') return { url: unescape(inside ?? line.slice(at, urlEnd)), end: end + 1 };
    if (this.#closing < at) {
      const found = line.indexOf(')', at);
      this.#closing = found < 0 ? line.length + URL_MAX_LENGTH : found;
    }
    const isNear = this.#closing - at < URL_MAX_LENGTH && this.#closing < line.length;
    return isNear ? { url: unescape(line.slice(at, this.#closing)), end: this.#closing + 1 } : null;
  }

  /** The end of a url, which can contain balanced parentheses. */
  #urlEnd(start: number): number {
    let open = 0;
    let at = start;
    for (; at < this.#line.length && open <= MAX_PARENTHESES; at += 1) {
      const character = this.#line.charAt(at);
      if (character === ' ' || character === '\t') return at;
      if (character === '\\') at += 1;
      else if (character === '(') open += 1;
      else if (character === ')' && open === 0) return at;
      else if (character === ')') open -= 1;
    }
    return Math.min(at, this.#line.length);
  }

  #autolink(index: number): number {
    const [all, url] = matchAt(AUTOLINK, this.#line, index);
    if (all === undefined || url === undefined) return index + 1;
    this.#found.push({ url, title: '' });
    return index + all.length;
  }

  #bare(index: number): number {
    const [all = ''] = matchAt(BARE, this.#line, index);
    // Inside the title of a link, the url ends where the title ends.
    const bracket = this.#openers.length > 0 ? all.indexOf(']') : -1;
    const url = withoutSentenceEnd(bracket < 0 ? all : all.slice(0, bracket));
    // The url of an HTML image is no link.
    const isImage = /\bsrc=["']?$/i.test(this.#line.slice(Math.max(0, index - 8), index));
    if (!isImage) this.#found.push({ url, title: '' });
    return index + Math.max(url.length, 1);
  }
}

function matchAt(pattern: RegExp, line: string, at: number): readonly (string | undefined)[] {
  pattern.lastIndex = at;
  return pattern.exec(line) ?? [];
}

function unescape(url: string): string {
  return decodeEntities(url.replaceAll(ESCAPED, '$1'));
}

/** Removes trailing punctuation, and closing brackets that were opened before the url. */
export function withoutSentenceEnd(text: string): string {
  let surplus = 0;
  for (const character of text) {
    if (character === ')' || character === ']') surplus += 1;
    else if (character === '(' || character === '[') surplus -= 1;
  }
  let end = text.length;
  for (; end > 0; end -= 1) {
    const last = text.charAt(end - 1);
    const isSurplus = (last === ')' || last === ']') && surplus > 0;
    if (isSurplus) surplus -= 1;
    else if (!SENTENCE_END.has(last)) break;
  }
  return text.slice(0, end);
}
