import { FOLDER_NAME_MAX_LENGTH, LINK_NAME_MAX_LENGTH, URL_MAX_LENGTH } from '#library/entities/limits.ts';
import { completeUrl } from '#library/entities/link-url.ts';

import { cleanDate } from './clean-date.ts';
import { cleanFolderName, cleanNote, cleanTitle, cutNote } from './clean-text.ts';
import type { CleanUrl } from './clean-url.ts';

// Our own backup brings everything back as the API accepts it: any scheme, blanks in a name, dates before the web. What the API
// would refuse is cleaned as in other files.

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/;

export function exactUrl(raw: string | null | undefined): CleanUrl {
  const text = plain(raw ?? '');
  if (text === '') return { reason: 'no-url', url: '' };
  const url = completeUrl(text);
  return url.length > URL_MAX_LENGTH ? { reason: 'too-long', url: text } : { url };
}

export function exactTitle(raw: string): string {
  const text = plain(raw);
  return text.length > LINK_NAME_MAX_LENGTH ? cleanTitle(text) : text;
}

export function exactNote(raw: string): string {
  const text = plain(raw);
  return cutNote(text) === text ? text : cleanNote(text);
}

export function exactFolderName(raw: string): string {
  const text = plain(raw);
  return text === '' || text.length > FOLDER_NAME_MAX_LENGTH ? cleanFolderName(text) : text;
}

export function exactDate(raw: unknown, now: number): string | null {
  const date = typeof raw === 'string' && ISO.test(raw) ? new Date(raw) : null;
  // Firestore has no year 0. `>` is false for an invalid date.
  return date !== null && date.getUTCFullYear() > 0 ? date.toISOString() : cleanDate(raw, now);
}

/** As the API stores texts. */
function plain(text: string): string {
  return text.trim().toWellFormed();
}
