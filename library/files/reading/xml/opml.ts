import { TOP } from '#library/files/library-file.ts';

import type { Collector } from '#library/files/reading/collect/collector.ts';
import type { Fields } from '#library/files/reading/collect/fields.ts';
import type { TextFormat } from '#library/files/reading/format.ts';
import { textOf } from '#library/files/reading/collect/json-values.ts';
import { readXml, type XmlVisitor } from './xml-reader.ts';

const START = /^\s*<(?:\?xml|!|opml)/i;
const URLS = ['htmlurl', 'url', 'xmlurl'];
const LINK_TYPES = new Set(['link', 'rss', 'atom', 'feed', 'url', 'bookmark']);

/** Reads OPML. An outline is a link, a folder, or text. If an outline has a feed and its page, the link leads to the page. */
export const OPML: TextFormat = {
  kind: 'opml',
  isMarkup: true,
  matches: (text) => START.test(text.slice(0, 1000)) && /<opml[\s>]/i.test(text.slice(0, 10_000)),
  read: (text, collector) => {
    const reader = new OpmlReader(collector);
    readXml(text, reader);
    if (!reader.hasEnd) collector.endsEarly();
    return 'OPML';
  },
};

/** An outline before its end tag. */
interface OpenOutline {
  readonly parent: number;
  readonly name: string;
  /** Null for a link that has no children so far. */
  folder: number | null;
}

class OpmlReader implements XmlVisitor {
  readonly #collector: Collector;
  readonly #open: OpenOutline[] = [];
  hasEnd = false;

  constructor(collector: Collector) {
    this.#collector = collector;
  }

  start(element: string, fields: Fields, isEmpty: boolean): void {
    if (element !== 'outline') return;
    const url = fields.take(URLS, textOf);
    const name = fields.takeText(['text', 'title']) ?? '';
    const parent = this.#parent();
    const isLink =
      url !== null ||
      URLS.some((attribute) => fields.has(attribute)) ||
      LINK_TYPES.has(fields.cell('type').toLowerCase());
    if (isLink) {
      this.#collector.link({
        url,
        title: name,
        created: fields.cell('created'),
        folders: [parent],
        note: fields.cell('_note'),
      });
    } else if (isEmpty) {
      this.#collector.skip('not-a-link', '', name);
    }
    fields.tellUnused(this.#collector);
    this.#open.push({
      parent,
      name,
      folder: isLink || isEmpty ? null : this.#collector.folder(parent, name),
    });
  }

  end(element: string): void {
    if (element === 'opml') this.hasEnd = true;
    else if (element === 'outline') this.#open.pop();
  }

  text(): void {
    // Outlines have attributes only.
  }

  /** The folder of the innermost open outline. A link becomes a folder too as soon as it has a child. */
  #parent(): number {
    const outline = this.#open.at(-1);
    if (outline === undefined) return TOP;
    outline.folder ??= this.#collector.folder(outline.parent, outline.name);
    return outline.folder;
  }
}
