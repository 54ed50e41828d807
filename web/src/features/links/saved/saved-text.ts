import { dateOf, type LinkRecord } from '@foldmark/library/entities/records';
import { STATUS_TRASHED } from '@foldmark/library/entities/limits';
import { differences } from '@foldmark/library/duplicates/link-identity';

import { countText } from '#web/sync/count-text.ts';
import { numberText } from '@foldmark/library/text/number-text';

/** Formats dates in English, the language of the app. */
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

function namesText(names: readonly string[]): string {
  if (names.length === 0) return 'no folder';
  const rest = names.length - NAMES_MAX_COUNT;
  const shown = names.slice(0, NAMES_MAX_COUNT).map(shortened);
  if (rest > 0) return `${shown.join(', ')} and ${rest} more folder${rest === 1 ? '' : 's'}`;
  return shown.join(' and ');
}

function shortened(name: string): string {
  return name.length <= NAME_MAX_LENGTH
    ? name
    : `${name.slice(0, NAME_MAX_LENGTH).toWellFormed().trimEnd()}…`;
}

/** How the saved url differs from the new one. Empty if the two differ only in spelling. */
export function differenceText(saved: string, url: string): string {
  const reasons = differences(url, saved);
  return reasons.length === 0 ? '' : `The saved url differs: ${reasons.join('; ')}.`;
}

interface Found {
  readonly level: 'same' | 'likely';
}

/** The title of the dialog: how many of the pasted links are saved already. */
export function pastedTitle(saved: readonly Found[], pasted: number): string {
  const state = stateOf(saved);
  if (pasted === 1) return `This link is ${state}`;
  const which =
    saved.length === pasted
      ? `All ${countText(pasted, 'link')}`
      : `${numberText(saved.length)} of ${countText(pasted, 'link')}`;
  return `${which} ${saved.length === 1 ? 'is' : 'are'} ${state}`;
}

/** Describes what happened to the pasted links. */
export function pastedText(saved: number, pasted: number): string {
  const others = pasted - saved;
  const added =
    others === 0 ? '' : `${countText(others, 'new link')} ${others === 1 ? 'was' : 'were'} added. `;
  return `${added}${saved === 1 ? 'This link was' : 'These links were'} not added again.`;
}

/** The toast for a link that was created before the form could show that its url is saved. */
export function savedAgainText(found: Found): string {
  return `Link added, but it is ${stateOf([found])}.`;
}

/** The toast after the dialog was closed without a choice. */
export function leftOutText(saved: readonly Found[]): string {
  const state = stateOf(saved);
  return saved.length === 1
    ? `1 link was not added: it is ${state}.`
    : `${countText(saved.length, 'link')} were not added: they are ${state}.`;
}

function stateOf(saved: readonly Found[]): string {
  return saved.every(({ level }) => level === 'same') ? 'saved already' : 'probably saved already';
}
