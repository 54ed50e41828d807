import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';

export type Attributes = ReadonlyMap<string, string>;

/** The callbacks for start tags, by the lower-case name of the element. */
export type ElementReaders = ReadonlyMap<string, (attributes: Attributes) => void>;

/**
 * Calls the readers of a page's elements. Returns the title: the text of the first title element outside an SVG, or ''. Takes
 * linear time in the page's length, so it keeps no stack of open elements. A parser searches its stack at each end tag, which
 * takes quadratic time for a page of `<b>` and `</i>`.
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
  /** The attributes of the current tag. Null if the tag has no reader. */
  #attributes: Map<string, string> | null = null;
  #attribute = '';
  #value = '';
  #openSvgs = 0;
  #titleState: 'before' | 'in' | 'after' = 'before';

  constructor(html: string, readers: ElementReaders) {
    this.#html = html;
    this.#readers = readers;
  }

  /** Inside an SVG, `style` and `title` contain elements, not text. */
  isInForeignContext(): boolean {
    return this.#openSvgs > 0;
  }

  onopentagname(start: number, end: number): void {
    this.#tag = this.#lower(start, end);
    this.#attributes = this.#readers.has(this.#tag) ? new Map() : null;
  }

  onopentagend(): void {
    this.#open();
    if (this.#tag === 'svg') this.#openSvgs += 1;
    // An SVG has its own title elements.
    if (this.#tag === 'title' && this.#openSvgs === 0 && this.#titleState === 'before')
      this.#titleState = 'in';
  }

  onselfclosingtag(): void {
    // HTML ignores the slash outside of an SVG.
    if (this.#tag === 'svg' || this.#openSvgs > 0) this.#open();
    else this.onopentagend();
  }

  onclosetag(start: number, end: number): void {
    const tag = this.#lower(start, end);
    if (tag === 'svg' && this.#openSvgs > 0) this.#openSvgs -= 1;
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
    // If an attribute is repeated, the first one is valid.
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
