import type { Collector } from '#library/files/reading/collect/collector.ts';
import { FolderPath } from '#library/files/reading/collect/folder-path.ts';
import type { TextFormat } from '#library/files/reading/format.ts';

const PROBE_LENGTH = 100_000;
/** Tags are at the end of a headline. Searching all of a long line would take too long. */
const TAGS_MAX_LENGTH = 300;
const HEADLINE = /^(\*+)[ \t]+(.*)$/;
/** A link in Org mode: `[[url][title]]` or `[[url]]`. */
const LINK = /\[\[([^\][\n]+)\](?:\[((?:(?!\[\[).)*?)\](?=\](?!\])))?\]/g;
const SIGN = /^[ \t]*(?:\*+|[-+])?[ \t]*\[\[[a-z][a-z\d+.-]{1,20}:|^[ \t]*:URL:[ \t]+https?:/im;
/** Tags at the end of a headline, such as `:one:two:`. buku doubles a colon inside a tag. */
const TAGS = /[ \t]:((?:[^\n:]|::)+(?::(?:[^\n:]|::)+)*):[ \t]*$/;
const PROPERTY = /^[ \t]*:([A-Za-z_-]+):(?:[ \t]+(.*))?$/;
const PLANNING = /^[ \t]*(?:#\+|#[ \t]|CLOSED:|SCHEDULED:|DEADLINE:)/;

/** Org mode outlines of Emacs, which buku also writes. A headline with a link is a link, and any other headline is a folder. */
export const ORG: TextFormat = {
  kind: 'org',
  matches: (text) => SIGN.test(text.slice(0, PROBE_LENGTH)),
  read: (text, collector) => {
    const reader = new OrgReader(collector);
    const end = /\r\n|\n|\r/g;
    let at = 0;
    for (let found = end.exec(text); found !== null; found = end.exec(text)) {
      reader.line(text.slice(at, found.index));
      at = end.lastIndex;
    }
    reader.line(text.slice(at));
    reader.finish();
    return 'Org';
  },
};

interface Headline {
  readonly level: number;
  readonly title: string;
  readonly tags: readonly string[];
  readonly folder: FolderPath;
  /** Whether the headline has a property with its url. Then it is no folder. */
  isLink: boolean;
}

class OrgReader {
  readonly #collector: Collector;
  readonly #above: Headline[] = [];

  constructor(collector: Collector) {
    this.#collector = collector;
  }

  line(line: string): void {
    const [, stars, rest = ''] = HEADLINE.exec(line) ?? [];
    if (stars !== undefined) {
      this.#headline(stars.length, rest);
      return;
    }
    const [, property, value = ''] = PROPERTY.exec(line) ?? [];
    if (property !== undefined) this.#property(property, value.trim());
    else if (!this.#links(line, [], this.#folder()) && line.trim() !== '' && !PLANNING.test(line))
      this.#collector.skip('not-a-link', '', line.trim());
  }

  /** Finishes the outline. A headline without links below it becomes an empty folder. */
  finish(): void {
    this.#leave(1);
  }

  #headline(level: number, text: string): void {
    this.#leave(level);
    const [all = '', names = ''] = TAGS.exec(text.slice(-TAGS_MAX_LENGTH)) ?? [];
    const tags = names.split(/(?<!:):(?!:)/).map((tag) => tag.replaceAll('::', ':'));
    const parent = this.#folder();
    if (this.#links(text, tags, parent)) return;
    const title = text.slice(0, text.length - all.length).trim();
    this.#above.push({ level, title, tags, folder: parent.child(title), isLink: false });
  }

  #leave(level: number): void {
    for (
      let last = this.#above.at(-1);
      last !== undefined && last.level >= level;
      last = this.#above.at(-1)
    ) {
      if (!last.isLink) last.folder.position();
      this.#above.pop();
    }
  }

  #property(name: string, value: string): void {
    const headline = this.#above.at(-1);
    if (name.toLowerCase() !== 'url' || headline === undefined) {
      if (value !== '') this.#collector.unused(name.toLowerCase());
      return;
    }
    headline.isLink = true;
    const { title, tags } = headline;
    this.#add(value, title, tags, this.#folder(-2));
  }

  #links(text: string, tags: readonly string[], folder: FolderPath): boolean {
    let count = 0;
    for (const [, url, title = ''] of text.matchAll(LINK)) {
      this.#add(url ?? '', title, tags, folder);
      count += 1;
    }
    return count > 0;
  }

  #add(url: string, title: string, tags: readonly string[], folder: FolderPath): void {
    this.#collector.link({ url, title, folders: [folder.position()], tags });
  }

  #folder(level = -1): FolderPath {
    return this.#above.at(level)?.folder ?? FolderPath.top(this.#collector);
  }
}
