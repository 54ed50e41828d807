import type { Collector } from './collector.ts';
import { decodeAttribute } from './entities.ts';
import type { TextFormat } from './format.ts';
import { type MarkupVisitor, readSections } from './markup-reader.ts';

const TITLE = /<title>\s*pocket export/i;
const HEAD_LENGTH = 4096;

/** Pocket's `ril_export.html`: the headings "Unread" and "Read Archive", each with a list. */
export const POCKET_HTML: TextFormat = {
  kind: 'pocket-html',
  isMarkup: true,
  matches: (text) => TITLE.test(text.slice(0, HEAD_LENGTH)),
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
      const text = (name: string) => decodeAttribute(attributes.get(name) ?? '');
      collector.link({
        url: text('href'),
        title,
        created: text('time_added'),
        tags: text('tags').split(','),
        archived: section === 'read archive',
        unread: section === 'unread',
      });
    },
  };
}
