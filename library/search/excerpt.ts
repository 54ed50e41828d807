import type { LinkRecord } from '#library/entities/records.ts';

import type { Mark } from './fold.ts';
import { readableUrl } from './readable-url.ts';

/** The part of a text around its first match. */
export interface Excerpt {
  readonly text: string;
  readonly marks: readonly Mark[];
}

type Marks = (text: string, field: 'url' | 'note') => readonly Mark[];

/** A match after this many characters could be cut off at the end of a row. */
const MAX_BEFORE = 30;
/** How many characters to keep before such a match. */
const BEFORE = 15;
const MAX_LENGTH = 200;

/** The part of a link's url or note that the search has matched. Null if neither matches. */
export function excerptOf({ url, note }: Pick<LinkRecord, 'url' | 'note'>, marks: Marks): Excerpt | null {
  const shown = url.replace(/^https?:\/\/(?:www\.)?/i, '');
  return (
    around(shown, marks(shown, 'url')) ??
    around(readableUrl(shown), marks(readableUrl(shown), 'url')) ??
    around(note, marks(note, 'note'))
  );
}

function around(text: string, marks: readonly Mark[]): Excerpt | null {
  const [first] = marks;
  if (first === undefined) return null;
  const from = first.start > MAX_BEFORE ? first.start - BEFORE : 0;
  const before = from === 0 ? '' : '…';
  const to = from + MAX_LENGTH;
  return {
    text: `${before}${text.slice(from, to).toWellFormed()}`,
    marks: marks
      .filter(({ end }) => end <= to)
      .map(({ start, end }) => ({
        start: start - from + before.length,
        end: end - from + before.length,
      })),
  };
}
