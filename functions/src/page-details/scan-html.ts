import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';

export type Attributes = ReadonlyMap<string, string>;

/** What to call for each start tag of an element, by its name in lower case. */
export type ElementReaders = ReadonlyMap<string, (attributes: Attributes) => void>;

/**
 * Reads some elements of a page and answers its title: the text of the first one that is not a drawing's, or empty text.
 * The time grows with the page's length alone. That is why no stack of open elements is kept: a parser that keeps one
 * searches it at each end tag, and a page of `<b>` and `</i>` makes the search quadratic.
 */
export function scanHtml(html: string, readers: ElementReaders): string {
  const scan = new Scan(html, readers);
  const tokenizer = new Tokenizer({}, scan);
  tokenizer.write(html);
  tokenizer.end();
  return scan.title;
}

class Scan implements TokenizerCallbacks {
  title = '';
  readonly #html: string;
  readonly #readers: ElementReaders;
  #tag = '';
  /** Of the tag that is read now. Null where it has no reader. */
  #attributes: Map<string, string> | null = null;
  #attribute = '';
  #value = '';
  #drawings = 0;
  #titleState: 'before' | 'in' | 'after' = 'before';

  constructor(html: string, readers: ElementReaders) {
    this.#html = html;
    this.#readers = readers;
  }

  /** In a drawing `style` and `title` hold elements, not text. */
  isInForeignContext(): boolean {
    return this.#drawings > 0;
  }

  onopentagname(start: number, end: number): void {
    this.#tag = this.#lower(start, end);
    this.#attributes = this.#readers.has(this.#tag) ? new Map() : null;
  }

  onopentagend(): void {
    this.#open();
    if (this.#tag === 'svg') this.#drawings += 1;
    // A drawing has titles of its own.
    if (this.#tag === 'title' && this.#drawings === 0 && this.#titleState === 'before')
      this.#titleState = 'in';
  }

  onselfclosingtag(): void {
    // Only in a drawing does the slash close anything.
    if (this.#tag === 'svg' || this.#drawings > 0) this.#open();
    else this.onopentagend();
  }

  onclosetag(start: number, end: number): void {
    const tag = this.#lower(start, end);
    if (tag === 'svg' && this.#drawings > 0) this.#drawings -= 1;
    if (tag === 'title' && this.#titleState === 'in') this.#titleState = 'after';
  }

  onattribname(start: number, end: number): void {
    if (this.#attributes !== null) this.#attribute = this.#lower(start, end);
  }

  onattribdata(start: number, end: number): void {
    if (this.#attributes !== null) this.#value += this.#html.slice(start, end);
  }

  onattribentity(codePoint: number): void {
    if (this.#attributes !== null) this.#value += String.fromCodePoint(codePoint);
  }

  onattribend(): void {
    // The first of two with one name counts.
    if (this.#attributes?.has(this.#attribute) === false) this.#attributes.set(this.#attribute, this.#value);
    this.#value = '';
  }

  ontext(start: number, end: number): void {
    if (this.#titleState === 'in') this.title += this.#html.slice(start, end);
  }

  ontextentity(codePoint: number): void {
    if (this.#titleState === 'in') this.title += String.fromCodePoint(codePoint);
  }

  oncomment(): void {}
  oncdata(): void {}
  ondeclaration(): void {}
  onprocessinginstruction(): void {}
  onend(): void {}

  #open(): void {
    if (this.#attributes !== null) this.#readers.get(this.#tag)?.(this.#attributes);
    this.#attributes = null;
  }

  #lower(start: number, end: number): string {
    return this.#html.slice(start, end).toLowerCase();
  }
}
