import { TOP } from '#library/files/library-file.ts';

import type { Collector } from '#library/files/reading/collect/collector.ts';
import { Fields } from '#library/files/reading/collect/fields.ts';
import type { TextFormat } from '#library/files/reading/format.ts';
import { type MarkupVisitor, readSections } from './markup-reader.ts';

const TITLE = /<title>\s*instapaper\s*:?\s*export/i;
const HEAD_LENGTH = 4096;
/** Headings that are states of a link, and no folders of the person. */
const STATES = ['unread', 'archive', 'starred'];

/** Instapaper's HTML: a heading for each folder, each with a list. */
export const INSTAPAPER_HTML: TextFormat = {
  kind: 'instapaper-html',
  isMarkup: true,
  matches: (text) => TITLE.test(text.slice(0, HEAD_LENGTH)),
  read: (text, collector) => {
    readSections(text, collector, visitorFor(collector));
    return 'Instapaper';
  },
};

function visitorFor(collector: Collector): Pick<MarkupVisitor, 'heading' | 'link'> {
  let state = '';
  let folders: readonly number[] = [];
  return {
    heading: (_level, name) => {
      const section = name.trim();
      state = STATES.find((one) => one === section.toLowerCase()) ?? '';
      folders = state === '' ? [collector.folder(TOP, section)] : [];
    },
    link: (title, attributes) => {
      const fields = Fields.ofAttributes(attributes);
      fields.collect(
        {
          url: fields.cell('href'),
          title,
          created: fields.cell('time_added') || fields.cell('add_date'),
          folders,
          favorite: state === 'starred',
          archived: state === 'archive',
          unread: state === 'unread',
        },
        collector,
      );
    },
  };
}
