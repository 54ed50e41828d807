import { FOLDER_NAME_MAX_LENGTH, LINK_NAME_MAX_LENGTH, URL_MAX_LENGTH } from '#library/entities/limits.ts';
import { completeUrl } from '#library/entities/link-url.ts';

import { cleanDate } from './clean-date.ts';
import { cleanFolderName, cleanNote, cleanTitle, cutNote } from './clean-text.ts';
import { type CleanUrl, cleanUrl } from './clean-url.ts';

/** Converts the values of a file to those of links and folders. */
export interface Cleaning {
  readonly url: (raw: string | null | undefined) => CleanUrl;
  /** Empty if there is no title. `url` is the cleaned url of the link, and `rawUrl` is the url as the file spells it. */
  readonly title: (raw: string, url: string, rawUrl?: string) => string;
  readonly note: (raw: string) => string;
  readonly folderName: (raw: string) => string;
  readonly date: (raw: unknown, now: number) => string | null;
}

export const CLEANED: Cleaning = {
  url: cleanUrl,
  // A title that only repeats the url counts as no title.
  title: (raw, url, rawUrl = url) => {
    const title = cleanTitle(raw);
    // Compares the schemes first, because cleaning a url takes time and does not change its scheme.
    const isUrl =
      title === url ||
      (title.startsWith(url.slice(0, 4)) && title === cleanTitle(url)) ||
      (rawUrl !== url && title === cleanTitle(rawUrl));
    return isUrl ? '' : title;
  },
  note: cleanNote,
  folderName: cleanFolderName,
  date: cleanDate,
};

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/;

/**
 * Restores our own backup with all values that the API accepts: any scheme, blanks in a name, dates before the web. Values that
 * the API would refuse are cleaned as in other files.
 */
export const EXACT: Cleaning = {
  url: (raw) => {
    const text = plain(raw ?? '');
    if (text === '') return { reason: 'no-url', url: '' };
    const url = completeUrl(text);
    return url.length > URL_MAX_LENGTH ? { reason: 'too-long', url: text } : { url };
  },
  title: (raw) => {
    const text = plain(raw);
    return text.length > LINK_NAME_MAX_LENGTH ? cleanTitle(text) : text;
  },
  note: (raw) => {
    const text = plain(raw);
    return cutNote(text) === text ? text : cleanNote(text);
  },
  folderName: (raw) => {
    const text = plain(raw);
    return text === '' || text.length > FOLDER_NAME_MAX_LENGTH ? cleanFolderName(text) : text;
  },
  date: (raw, now) => {
    const date = typeof raw === 'string' && ISO.test(raw) ? new Date(raw) : null;
    // Firestore has no year 0. For an invalid date, `>` is false.
    return date !== null && date.getUTCFullYear() > 0 ? date.toISOString() : cleanDate(raw, now);
  },
};

/** Cleans a text as the API does. */
function plain(text: string): string {
  return text.trim().toWellFormed();
}
