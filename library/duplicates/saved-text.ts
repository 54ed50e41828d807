import { dateOf, type LinkRecord } from '#library/entities/records.ts';
import { STATUS_TRASHED } from '#library/entities/limits.ts';
import { withoutDirections } from '#library/entities/page-text.ts';

import { differences } from './link-identity.ts';

/** In English, the language of the app. */
const DATE = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' });

/** More names would fill the dialog. */
const NAMES_MAX_COUNT = 2;
const NAME_MAX_LENGTH = 40;

/**
 * For example 'Saved in Recipes, 12 March 2019' or 'In the trash, added 12 March 2019'. `folders` are the names of the link's
 * visible folders.
 */
export function savedText(
  { status_id, created_at }: Pick<LinkRecord, 'status_id' | 'created_at'>,
  folders: readonly string[],
): string {
  const date = DATE.format(dateOf(created_at));
  if (status_id === STATUS_TRASHED) return `In the trash, added ${date}`;
  return `Saved in ${namesText(folders)}, ${date}`;
}

/** For example 'Recipes', 'A and B', 'A, B and 2 more folders' or 'no folder'. */
export function namesText(names: readonly string[]): string {
  if (names.length === 0) return 'no folder';
  const rest = names.length - NAMES_MAX_COUNT;
  const shown = names.slice(0, NAMES_MAX_COUNT).map(shortened);
  if (rest > 0) return `${shown.join(', ')} and ${rest} more folder${rest === 1 ? '' : 's'}`;
  return shown.join(' and ');
}

function shortened(folder: string): string {
  // A name must not reverse the rest of the sentence.
  const name = withoutDirections(folder);
  return name.length <= NAME_MAX_LENGTH
    ? name
    : `${name.slice(0, NAME_MAX_LENGTH).toWellFormed().trimEnd()}…`;
}

/** How the saved url differs from the new one. Empty if the two differ only in spelling. */
export function differenceText(saved: string, url: string): string {
  const reasons = differences(url, saved);
  return reasons.length === 0 ? '' : `The saved url differs: ${reasons.join('; ')}.`;
}
