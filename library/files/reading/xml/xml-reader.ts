import { decodeEntities } from '#library/files/reading/html/html-entities.ts';
import { Fields } from '#library/files/reading/collect/fields.ts';
import { TagScanner } from '#library/files/reading/html/tag-scanner.ts';

/** Receives the content of an XML file, in order. Names are in lower case, and texts and attributes are decoded. */
export interface XmlVisitor {
  /** `isEmpty` is true for `<name/>`. In that case, `end` is called too. */
  start(name: string, attributes: Fields, isEmpty: boolean): void;
  end(name: string): void;
  /** A part of the text of an element. */
  text(text: string): void;
}

const TAG = /<(?:(!--)|(!\[CDATA\[)|([!?])|(\/?)([a-z_][\w:.-]*)(?=[\s>/]|$))/gi;
const DECLARATION_END = /[[>]/g;

/**
 * Reads XML in linear time. Knows only the entities of HTML. Entities that a file declares stay text, so that they can't expand.
 * Returns false if the text ends inside of a tag.
 */
export function readXml(text: string, visitor: XmlVisitor): boolean {
  return new XmlReader(text, visitor).read();
}

class XmlReader {
  readonly #text: string;
  readonly #visitor: XmlVisitor;
  readonly #tags: TagScanner;

  constructor(text: string, visitor: XmlVisitor) {
    this.#text = text;
    this.#visitor = visitor;
    this.#tags = new TagScanner(text);
  }

  read(): boolean {
    let at = 0;
    for (;;) {
      TAG.lastIndex = at;
      const found = TAG.exec(this.#text);
      this.#content(at, found?.index ?? this.#text.length);
      if (found === null) return true;
      const [all, comment, data, declaration, slash, name = ''] = found;
      const behind = found.index + all.length;
      if (comment !== undefined) at = this.#tags.behind('-->', behind);
      else if (data !== undefined) at = this.#data(behind);
      else if (declaration !== undefined) at = this.#declaration(behind);
      else if (slash === '/') at = this.#end(name.toLowerCase(), behind);
      else {
        const { attributes, end, isWhole } = this.#tags.scan(behind);
        if (!isWhole) return false;
        const isEmpty = this.#text.startsWith('/>', end - 2);
        this.#visitor.start(name.toLowerCase(), Fields.ofAttributes(attributes), isEmpty);
        if (isEmpty) this.#visitor.end(name.toLowerCase());
        at = end;
      }
    }
  }

  #content(start: number, end: number): void {
    if (end > start) this.#visitor.text(decodeEntities(this.#text.slice(start, end)));
  }

  #data(start: number): number {
    const end = this.#tags.behind(']]>', start);
    if (end > start) this.#visitor.text(this.#text.slice(start, end - ']]>'.length));
    return end;
  }

  /** Skips a declaration, with the declarations inside of a doctype. */
  #declaration(start: number): number {
    DECLARATION_END.lastIndex = start;
    const found = DECLARATION_END.exec(this.#text);
    if (found === null) return this.#text.length;
    return this.#tags.behind('>', found[0] === '[' ? this.#tags.behind(']', found.index) : found.index);
  }

  #end(name: string, start: number): number {
    this.#visitor.end(name);
    return this.#tags.behind('>', start);
  }
}
