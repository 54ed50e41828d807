import type { Collector } from '#library/files/reading/collect/collector.ts';
import type { Fields } from '#library/files/reading/collect/fields.ts';
import { FolderPath } from '#library/files/reading/collect/folder-path.ts';
import type { TextFormat } from '#library/files/reading/format.ts';
import { readXml, type XmlVisitor } from './xml-reader.ts';

/** The XML format of floccus, buku, Konqueror and GNOME Web. buku adds tags. */
export const XBEL: TextFormat = {
  kind: 'xbel',
  isMarkup: true,
  matches: (text) => /<xbel[\s>]/i.test(text.slice(0, 10_000)),
  read: (text, collector) => {
    const reader = new XbelReader(collector);
    reader.finish(readXml(text, reader));
    return 'XBEL';
  },
};

/** A folder whose name comes after its start tag. */
interface OpenFolder {
  readonly parent: FolderPath;
  readonly title: string[];
  path: FolderPath | null;
}

interface OpenBookmark {
  readonly attributes: Fields;
  readonly title: string[];
  readonly description: string[];
}

class XbelReader implements XmlVisitor {
  readonly #collector: Collector;
  readonly #open: OpenFolder[] = [];
  #bookmark: OpenBookmark | null = null;
  /** Collects the current text. Null outside of titles and descriptions. */
  #into: string[] | null = null;
  #isAtEnd = false;
  readonly #leftOut = { separator: 0, alias: 0, desc: 0 };

  constructor(collector: Collector) {
    this.#collector = collector;
  }

  start(name: string, attributes: Fields): void {
    switch (name) {
      case 'folder':
        this.#flush();
        this.#open.push({ parent: this.#folder(), title: [], path: null });
        break;
      case 'bookmark':
        this.#flush();
        this.#bookmark = { attributes, title: [], description: [] };
        break;
      case 'title':
        this.#into = this.#bookmark?.title ?? this.#open.at(-1)?.title ?? null;
        break;
      case 'desc':
        this.#into = this.#bookmark?.description ?? null;
        if (this.#bookmark === null) this.#leftOut.desc += 1;
        break;
      case 'separator':
      case 'alias':
        this.#leftOut[name] += 1;
        break;
      case 'metadata':
        if (this.#bookmark !== null) this.#collector.unused('metadata');
        break;
    }
  }

  end(name: string): void {
    if (name === 'title' || name === 'desc') this.#into = null;
    else if (name === 'bookmark') this.#flush();
    else if (name === 'folder') this.#closeFolder();
    else if (name === 'xbel') this.#isAtEnd = true;
  }

  text(text: string): void {
    this.#into?.push(text);
  }

  finish(isWhole: boolean): void {
    this.#flush();
    if (!isWhole || !this.#isAtEnd) this.#collector.endsEarly();
    this.#collector.leftOut(this.#leftOut.separator, 'separator', 'separators');
    this.#collector.leftOut(this.#leftOut.alias, 'second place of a bookmark', 'second places of bookmarks');
    this.#collector.leftOut(this.#leftOut.desc, 'description of a folder', 'descriptions of folders');
  }

  #closeFolder(): void {
    this.#flush();
    this.#folder().position();
    this.#open.pop();
  }

  #folder(): FolderPath {
    const open = this.#open.at(-1);
    if (open === undefined) return FolderPath.top(this.#collector);
    open.path ??= open.parent.child(open.title.join(''));
    return open.path;
  }

  #flush(): void {
    this.#into = null;
    if (this.#bookmark === null) return;
    const { attributes, title, description } = this.#bookmark;
    this.#bookmark = null;
    this.#folder().collect(attributes, {
      url: attributes.cell('href'),
      title: title.join(''),
      created: attributes.cell('added') || attributes.cell('modified'),
      tags: attributes.cell('tags').split(','),
      note: description.join(''),
    });
  }
}
