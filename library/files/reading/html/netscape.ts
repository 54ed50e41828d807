import type { Collector } from '#library/files/reading/collect/collector.ts';
import { Fields } from '#library/files/reading/collect/fields.ts';
import { FolderPath } from '#library/files/reading/collect/folder-path.ts';
import type { TextFormat } from '#library/files/reading/format.ts';
import type { MarkupVisitor } from './markup-reader.ts';
import { readMarkup } from './markup-reader.ts';
import { netscapeSource } from './netscape-source.ts';
import type { RawEntry } from '#library/files/reading/collect/raw-entry.ts';

/** Comments and an XML declaration can come before the doctype. */
const DOCTYPE = /^\s*(?:(?:<!--(?:(?!-->)[^])*-->|<\?[^>]*>|<html>)\s*)*<!doctype\s+netscape-bookmark-file/i;
/** Without the doctype, these attributes or this list identify the file. */
const ENTRY = /<(?:a|h3)\s[^<>]*\b(?:add_date|last_modified|personal_toolbar_folder)\s*=/i;
const LIST = /<dl><p>\s*(?:<hr>\s*)?<dt>\s*<(?:a|h3)\b/i;
const HEAD_LENGTH = 65_536;

/** The HTML that browsers and most bookmark managers write. */
export const NETSCAPE: TextFormat = {
  kind: 'netscape',
  isMarkup: true,
  matches: (text) => {
    const head = text.slice(0, HEAD_LENGTH);
    return DOCTYPE.test(head) || LIST.test(head) || (/<dl\b/i.test(head) && ENTRY.test(head));
  },
  read: (text, collector) => {
    const source = netscapeSource(text);
    const reader = new NetscapeReader(collector, source);
    readMarkup(text, reader);
    reader.finish();
    return source;
  },
};

/** Attributes that browsers write on folders. Foldmark stores none of them. */
const OF_FOLDERS = ['add_date', 'personal_toolbar_folder', 'unfiled_bookmarks_folder'];
const ARCHIVED_TAG = 'linkding:bookmarks.archived';
const LINKDING_NOTES = /\[linkding-notes\]([^]*?)(?:\[\/linkding-notes\]|$)/;

class NetscapeReader implements MarkupVisitor {
  readonly #collector: Collector;
  readonly #isRaindrop: boolean;
  readonly #isOwn: boolean;
  /** The folders of the open lists. */
  readonly #open: FolderPath[] = [];
  /** The folder of the last heading. The next list has its content. */
  #announced: FolderPath | null = null;
  /** The link that the next note belongs to. */
  #link: RawEntry | null = null;
  #notes: string[] = [];
  #isHeadingLast = false;
  #separators = 0;
  #descriptions = 0;

  constructor(collector: Collector, source: string) {
    this.#collector = collector;
    this.#isRaindrop = source === 'Raindrop.io';
    this.#isOwn = source === 'Foldmark';
  }

  heading(level: number, name: string, attributes: ReadonlyMap<string, string>): void {
    this.#flush();
    this.#isHeadingLast = true;
    // The title of the file. In Firefox, it is also the heading of the menu, whose content goes to the top level.
    if (level === 1) {
      this.#announced = null;
      return;
    }
    this.#announced = this.#folderOf(name, attributes);
    const fields = Fields.ofAttributes(attributes);
    fields.ignore(...OF_FOLDERS);
    fields.tellUnused(this.#collector);
  }

  link(title: string, attributes: ReadonlyMap<string, string>): void {
    this.#flush();
    this.#isHeadingLast = false;
    const fields = Fields.ofAttributes(attributes);
    const text = (name: string) => fields.cell(name);
    const tags = text('tags').split(',');
    this.#link = {
      url: text('href'),
      title,
      created: text('add_date') || text('last_modified'),
      folders: [this.#current().position()],
      tags: tags.filter((tag) => tag.trim() !== ARCHIVED_TAG),
      favorite: isTrue(text('data-important')) || isTrue(text('favorite')),
      archived: tags.some((tag) => tag.trim() === ARCHIVED_TAG),
      unread: isTrue(text('toread')),
      cover: text('data-cover'),
    };
    fields.ignore('last_modified');
    fields.tellUnused(this.#collector);
  }

  note(text: string): void {
    if (this.#link === null) {
      if (this.#isHeadingLast && text.trim() !== '') this.#descriptions += 1;
      return;
    }
    // In our own file, linkding's mark is part of the user's note.
    if (this.#isOwn) this.#notes.push(text);
    else this.#notes.push(text.replace(LINKDING_NOTES, ''), LINKDING_NOTES.exec(text)?.[1] ?? '');
  }

  listStart(): void {
    this.#flush();
    this.#isHeadingLast = false;
    this.#open.push(this.#announced ?? this.#current());
    this.#announced = null;
  }

  listEnd(): void {
    this.#flush();
    this.#isHeadingLast = false;
    this.#announced = null;
    // Ignores surplus end tags, which some files have.
    this.#open.pop();
  }

  separator(): void {
    this.#flush();
    this.#isHeadingLast = false;
    this.#separators += 1;
  }

  endsEarly(): void {
    this.#collector.endsEarly();
  }

  finish(): void {
    this.#flush();
    if (this.#open.length > 0) this.endsEarly();
    this.#collector.leftOut(this.#separators, 'separator', 'separators');
    this.#collector.leftOut(this.#descriptions, 'description of a folder', 'descriptions of folders');
  }

  #flush(): void {
    if (this.#link === null) return;
    const notes = this.#notes.map((note) => note.trim()).filter((note) => note !== '');
    this.#collector.link({ ...this.#link, note: notes.join('\n\n') });
    this.#link = null;
    this.#notes = [];
  }

  #current(): FolderPath {
    return this.#open.at(-1) ?? FolderPath.top(this.#collector);
  }

  #folderOf(name: string, attributes: ReadonlyMap<string, string>): FolderPath {
    const parent = this.#current();
    if (this.#isRaindrop && parent.isTop && name.trim() === 'Unsorted') return parent;
    // Browsers and Raindrop write their own folders even if they are empty.
    const isOwn =
      isTrue(attributes.get('personal_toolbar_folder')) ||
      isTrue(attributes.get('unfiled_bookmarks_folder')) ||
      attributes.get('id') === 'com.apple.ReadingList' ||
      (this.#isRaindrop && attributes.get('add_date') === '0');
    return isOwn ? parent.child(name) : parent.madeChild(name);
  }
}

function isTrue(value: string | undefined): boolean {
  return value === '1' || value?.toLowerCase() === 'true';
}
