import { TOP } from '#library/files/library-file.ts';

import type { Collector } from '#library/files/reading/collect/collector.ts';
import { Fields } from '#library/files/reading/collect/fields.ts';
import type { RawEntry } from '#library/files/reading/collect/raw-entry.ts';
import type { TextFormat } from '#library/files/reading/format.ts';
import { type MarkupVisitor, readMarkup } from './markup-reader.ts';

const HEAD_LENGTH = 4096;
const LIST_LENGTH = 65_536;
/** Pocket's list without the head of the page. Only Pocket's links have this attribute. */
const POCKET_ENTRY = /<a\s[^<>]*\stime_added\s*=/i;

/** A product whose HTML has a heading above each list of links, without nesting. */
interface SectionProduct {
  readonly kind: string;
  readonly source: string;
  matches(text: string): boolean;
  /** Whether a heading is a folder of the user, rather than a state of its links. */
  isFolder(section: string): boolean;
  /** Reads values from the attributes and the heading, besides url, title and folder. `section` is in lower case. */
  entry(link: Fields, section: string): Partial<RawEntry>;
}

/** Pocket's `ril_export.html`, with the headings "Unread" and "Read Archive". */
const POCKET: SectionProduct = {
  kind: 'pocket-html',
  source: 'Pocket',
  matches: (text) =>
    /<title>\s*pocket export/i.test(text.slice(0, HEAD_LENGTH)) ||
    POCKET_ENTRY.test(text.slice(0, LIST_LENGTH)),
  isFolder: () => false,
  entry: (link, section) => ({
    created: link.cell('time_added'),
    tags: link.cell('tags').split(','),
    archived: section === 'read archive',
    unread: section === 'unread',
  }),
};

/** Instapaper's HTML, with a heading for each folder and for each state. */
const INSTAPAPER: SectionProduct = {
  kind: 'instapaper-html',
  source: 'Instapaper',
  matches: (text) => /<title>\s*instapaper\s*:?\s*export/i.test(text.slice(0, HEAD_LENGTH)),
  isFolder: (section) => !['unread', 'archive', 'starred'].includes(section),
  entry: (link, section) => ({
    created: link.cell('time_added') || link.cell('add_date'),
    favorite: section === 'starred',
    archived: section === 'archive',
    unread: section === 'unread',
  }),
};

export const SECTION_HTML: readonly TextFormat[] = [POCKET, INSTAPAPER].map((product) => ({
  kind: product.kind,
  isMarkup: true,
  matches: (text) => product.matches(text),
  read: (text, collector) => {
    readMarkup(text, visitorFor(product, collector));
    return product.source;
  },
}));

function visitorFor(product: SectionProduct, collector: Collector): MarkupVisitor {
  let section = '';
  let folders: readonly number[] = [];
  return {
    heading: (_level, name) => {
      section = name.trim().toLowerCase();
      folders = product.isFolder(section) ? [collector.folder(TOP, name.trim())] : [];
    },
    link: (title, attributes) => {
      const link = Fields.ofAttributes(attributes);
      link.collect({ url: link.cell('href'), title, folders, ...product.entry(link, section) }, collector);
    },
    note: () => undefined,
    listStart: () => undefined,
    listEnd: () => undefined,
    separator: () => undefined,
    endsEarly: () => {
      collector.endsEarly();
    },
  };
}
