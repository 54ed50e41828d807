import { decodeEntities } from './html-entities.ts';
import type { ScannedTag } from './tag-scanner.ts';
import { TagScanner } from './tag-scanner.ts';

/** Receives the content of an exported HTML file, in order. Texts and attributes are raw. */
export interface MarkupVisitor {
  heading(level: number, name: string, attributes: ReadonlyMap<string, string>): void;
  link(title: string, attributes: ReadonlyMap<string, string>): void;
  /** The note of the preceding link or folder. */
  note(text: string): void;
  listStart(): void;
  listEnd(): void;
  separator(): void;
  /** Called if the text ends inside of a tag or a title. */
  endsEarly(): void;
}

/** The tags between entries that have a meaning. Others, such as DT, P and LI, have none. */
const TAG = /<(?:(!--)|(!|\?)|(\/?)(a|dl|ul|ol|menu|dir|dd|hr|h[1-6]|script|style)(?=[\s>/]|$))/gi;
/**
 * The tags in a title. `closing` ends the title. `entry` starts another entry. Other structural tags end the title only if they
 * must.
 */
const IN_TITLE =
  /<(?:\/(?<closing>a|h[1-6])(?=[\s>]|$)|(?<entry>dt\b[^<>]*>\s*<(?:a|h[1-6])(?=[\s>]))|(?<start>a\s|h[1-6](?=[\s>]))|\/?(?:dl|ul|ol|menu|dir|dt|dd|li|hr)(?=[\s>/]|$))/gi;
/** The end of a note. A link in a note is text, unless it starts a line or has the date of an entry. */
const NOTE_END =
  /<(?:\/?(?:dl|ul|ol|menu|dir|dt|dd)|\/(?:body|html)|li|hr|h[1-6])(?=[\s>/]|$)|\n[ \t\r]*<a\s|<a\s(?=[^<>]*\sadd_date\s*=)/gi;
/** The end of a note in a file whose entries are terms. Other lists and links are then part of the note. */
const TERM_NOTE_END =
  /<(?:\/?(?:dl|dt|dd)|\/(?:body|html)|hr|h[1-6])(?=[\s>/]|$)|<a\s(?=[^<>]*\sadd_date\s*=)/gi;
const TERM = /<dt[\s>]/i;
const INLINE_TAGS =
  /<\/?(?:abbr|b|bdi|bdo|big|cite|code|del|dfn|em|font|i|img|ins|kbd|mark|q|s|samp|small|span|strike|strong|sub|sup|tt|u|var|wbr)(?=[\s>/])[^<>]*>/gi;
const LINE_TAGS = /<(?:br|\/?p)\s*\/?>/gi;
const ITEM_TAGS = /<li(?:\s[^<>]*)?>/gi;
const LIST_TAGS = /<\/?(?:ul|ol|menu|dir)(?:\s[^<>]*)?>|<\/li>/gi;

/**
 * Reads the HTML of an export. Does not use an HTML parser, because parsers lose the entries after an unescaped `<script>` or
 * `<!--` in a title. They also nest lists in ways that depend on notes (docs/decisions/038). Takes linear time for any text.
 */
export function readMarkup(text: string, visitor: MarkupVisitor): void {
  new MarkupReader(text, visitor).read();
}

class MarkupReader {
  readonly #text: string;
  readonly #visitor: MarkupVisitor;
  readonly #tags: TagScanner;
  readonly #noteEnd: RegExp;
  /** The next line break, cached so that a file with one line is searched only once. */
  #lineEnd = -1;

  constructor(text: string, visitor: MarkupVisitor) {
    this.#text = text;
    this.#visitor = visitor;
    this.#tags = new TagScanner(text);
    this.#noteEnd = TERM.test(text) ? TERM_NOTE_END : NOTE_END;
  }

  read(): void {
    let at = 0;
    for (;;) {
      TAG.lastIndex = at;
      const found = TAG.exec(this.#text);
      if (found === null) return;
      const [all, comment, declaration, slash, name = ''] = found;
      const behind = found.index + all.length;
      if (comment !== undefined) at = this.#tags.behind('-->', behind);
      else if (declaration !== undefined) at = behind;
      else if (slash === '/') at = this.#endTag(name.toLowerCase(), behind);
      else at = this.#startTag(name.toLowerCase(), behind);
    }
  }

  #endTag(name: string, behind: number): number {
    if (/^(?:dl|ul|ol|menu|dir)$/.test(name)) this.#visitor.listEnd();
    return behind;
  }

  /** Returns the position to continue at. */
  #startTag(name: string, behind: number): number {
    if (name === 'script' || name === 'style') return this.#tags.behind(`</${name}`, behind);
    const tag = this.#tags.scan(behind);
    if (name === 'a') return this.#link(tag);
    if (/^h[1-6]$/.test(name)) return this.#heading(Number(name[1]), tag);
    if (name === 'dd') return this.#note(tag.end);
    if (name === 'hr') this.#visitor.separator();
    else this.#visitor.listStart();
    return tag.end;
  }

  #link(tag: ScannedTag): number {
    if (!tag.isWhole) this.#visitor.endsEarly();
    const { end, next } = this.#titleEnd(tag.end, 'a');
    if (tag.isWhole || tag.attributes.has('href')) {
      this.#visitor.link(inline(this.#text.slice(tag.end, end)), tag.attributes);
    }
    return next;
  }

  #heading(level: number, tag: ScannedTag): number {
    if (!tag.isWhole) {
      this.#visitor.endsEarly();
      return tag.end;
    }
    const { end, next } = this.#titleEnd(tag.end, 'h');
    this.#visitor.heading(level, inline(this.#text.slice(tag.end, end)), tag.attributes);
    return next;
  }

  #note(start: number): number {
    this.#noteEnd.lastIndex = start;
    const end = this.#noteEnd.exec(this.#text)?.index ?? this.#text.length;
    this.#visitor.note(noteText(this.#text.slice(start, end)));
    return end;
  }

  /**
   * A title ends at its closing tag. Without one, it ends before the next structural tag. Writers that escape nothing have such
   * tags inside titles: then the closing tag follows on the same line.
   */
  #titleEnd(start: number, closer: 'a' | 'h'): { readonly end: number; readonly next: number } {
    const text = this.#text;
    const lineEnd = this.#lineEndBehind(start);
    let earlier = -1;
    IN_TITLE.lastIndex = start;
    for (let found = IN_TITLE.exec(text); found !== null; found = IN_TITLE.exec(text)) {
      const { index } = found;
      if (earlier >= 0 && index > lineEnd) break;
      const { closing, entry, start: opening } = found.groups ?? {};
      if (closing !== undefined) {
        if (closing[0]?.toLowerCase() !== closer) continue;
        return { end: index, next: index + found[0].length };
      }
      const isEntry =
        entry !== undefined || (opening !== undefined && (earlier >= 0 || this.#startsEntry(index, start)));
      const ends = isEntry || (opening === undefined && index > lineEnd);
      if (ends) return both(earlier < 0 ? index : earlier);
      if (opening === undefined && earlier < 0) earlier = index;
    }
    if (earlier >= 0) return both(earlier);
    this.#visitor.endsEarly();
    return both(text.length);
  }

  /** Whether only blanks are between a tag and the start of its line or another tag. A title can begin with the name of a tag. */
  #startsEntry(index: number, start: number): boolean {
    let before = index - 1;
    while (before >= 0 && (this.#text[before] === ' ' || this.#text[before] === '\t')) before -= 1;
    if (before < start) return this.#text[index + 1]?.toLowerCase() === 'a';
    const character = this.#text[before];
    return character === '>' || character === '\n' || character === '\r';
  }

  #lineEndBehind(start: number): number {
    if (this.#lineEnd < start) {
      const found = this.#text.indexOf('\n', start);
      this.#lineEnd = found < 0 ? this.#text.length : found;
    }
    return this.#lineEnd;
  }
}

function both(position: number): { readonly end: number; readonly next: number } {
  return { end: position, next: position };
}

/** Makes a note plain text, with a line for each item of a list. */
function noteText(raw: string): string {
  const lines = raw.replaceAll(LINE_TAGS, '\n').replaceAll(ITEM_TAGS, '\n- ').replaceAll(LIST_TAGS, '');
  return decodeEntities(lines);
}

/** Decodes a title or name. Removes formatting tags, and keeps other tags as text. */
function inline(raw: string): string {
  return decodeEntities(raw.replaceAll(LINE_TAGS, ' ').replaceAll(INLINE_TAGS, ''));
}
