import { TOP } from '#web/import/library-file.ts';

import type { Collector } from './collector.ts';
import { Fields } from './fields.ts';
import type { TextFormat } from './format.ts';
import { textOf } from './json-values.ts';
import { TagScanner } from './tag-scanner.ts';
import { ENDS_EARLY } from './told.ts';

/** Comments and CDATA hold no outlines. Without an end they are text. */
const TAG = /<(?:(!--)|(!\[CDATA\[)|(\/?)(outline|opml)(?=[\s>/]))/gi;
const ENDINGS = { comment: '-->', data: ']]>' } as const;
const START = /^\s*<(?:\?xml|!|opml)/i;
const LINK_TYPES = new Set(['link', 'rss', 'atom', 'feed', 'url', 'bookmark']);

/** An outline is a link, a folder, or text. A feed's page comes before the feed. */
export const OPML: TextFormat = {
  kind: 'opml',
  isMarkup: true,
  matches: (text) => START.test(text.slice(0, 1000)) && /<opml[\s>]/i.test(text.slice(0, 10_000)),
  read: (text, collector) => {
    new OpmlReader(text, collector).read();
    return 'OPML';
  },
};

/** An outline whose end tag has not come. */
interface OpenOutline {
  readonly parent: number;
  readonly name: string;
  /** Null for a link without children so far. */
  folder: number | null;
}

class OpmlReader {
  readonly #text: string;
  readonly #collector: Collector;
  readonly #tags: TagScanner;
  readonly #open: OpenOutline[] = [];
  readonly #missing = new Set<string>();
  #hasEnd = false;

  constructor(text: string, collector: Collector) {
    this.#text = text;
    this.#collector = collector;
    this.#tags = new TagScanner(text);
  }

  read(): void {
    let at = 0;
    for (;;) {
      TAG.lastIndex = at;
      const found = TAG.exec(this.#text);
      if (found === null) break;
      const [all, comment, data, slash, name = ''] = found;
      const behind = found.index + all.length;
      if (comment !== undefined) at = this.#behind(ENDINGS.comment, behind);
      else if (data !== undefined) at = this.#behind(ENDINGS.data, behind);
      else if (slash === '/') at = this.#endTag(name, behind);
      else at = this.#startTag(name, behind);
    }
    if (!this.#hasEnd) this.#collector.tell(ENDS_EARLY);
  }

  #endTag(name: string, behind: number): number {
    if (name.toLowerCase() === 'opml') this.#hasEnd = true;
    else this.#open.pop();
    return behind;
  }

  #startTag(name: string, behind: number): number {
    const { attributes, end, isWhole } = this.#tags.scan(behind);
    if (name.toLowerCase() === 'opml' || !isWhole) return end;
    const isClosed = this.#text.startsWith('/>', end - 2);
    this.#outline(attributes, isClosed);
    return end;
  }

  #outline(attributes: ReadonlyMap<string, string>, isClosed: boolean): void {
    const fields = Fields.ofAttributes(attributes);
    const valueOf = (name: string): string => fields.cell(name);
    const url = fields.take(['htmlurl', 'url', 'xmlurl'], textOf);
    const name = fields.take(['text', 'title'], textOf) ?? '';
    const parent = this.#parent();
    const isLink =
      url !== null ||
      ['htmlurl', 'url', 'xmlurl'].some((attribute) => attributes.has(attribute)) ||
      LINK_TYPES.has(valueOf('type').toLowerCase());
    if (isLink) {
      this.#collector.link({
        url,
        title: name,
        created: valueOf('created'),
        folders: parent === TOP ? [] : [parent],
        note: valueOf('_note'),
      });
    } else if (isClosed) {
      this.#collector.skip('not-a-link', '', name);
    }
    fields.tellUnused(this.#collector);
    if (isClosed) return;
    this.#open.push({ parent, name, folder: isLink ? null : this.#collector.folder(parent, name) });
  }

  /** The folder of the innermost open outline. A link becomes a folder too when its first child comes. */
  #parent(): number {
    const outline = this.#open.at(-1);
    if (outline === undefined) return TOP;
    outline.folder ??= this.#collector.folder(outline.parent, outline.name);
    return outline.folder;
  }

  #behind(ending: string, start: number): number {
    if (this.#missing.has(ending)) return start;
    const found = this.#text.indexOf(ending, start);
    if (found >= 0) return found + ending.length;
    this.#missing.add(ending);
    return start;
  }
}
