import type { Collector } from '#library/files/reading/collect/collector.ts';
import { Fields } from '#library/files/reading/collect/fields.ts';
import type { TextFormat } from '#library/files/reading/format.ts';
import { type MarkupVisitor, readSections } from './markup-reader.ts';

const TITLE = /<title>\s*pocket export/i;
/** The list alone, without the head of the page. Only Pocket's links have this attribute. */
const ENTRY = /<a\s[^<>]*\stime_added\s*=/i;
const HEAD_LENGTH = 4096;
const LIST_LENGTH = 65_536;

/** Pocket's `ril_export.html`: the headings "Unread" and "Read Archive", each with a list. */
export const POCKET_HTML: TextFormat = {
  kind: 'pocket-html',
  isMarkup: true,
  matches: (text) => TITLE.test(text.slice(0, HEAD_LENGTH)) || ENTRY.test(text.slice(0, LIST_LENGTH)),
  read: (text, collector) => {
    readSections(text, collector, visitorFor(collector));
    return 'Pocket';
  },
};

function visitorFor(collector: Collector): Pick<MarkupVisitor, 'heading' | 'link'> {
  let section = '';
  return {
    heading: (_level, name) => {
      section = name.trim().toLowerCase();
    },
    link: (title, attributes) => {
      const fields = Fields.ofAttributes(attributes);
      const text = (name: string) => fields.cell(name);
      fields.collect(
        {
          url: text('href'),
          title,
          created: text('time_added'),
          tags: text('tags').split(','),
          archived: section === 'read archive',
          unread: section === 'unread',
        },
        collector,
      );
    },
  };
}
