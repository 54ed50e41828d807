import type { Guarded, Values } from '#library/entities/derive.ts';
import { difference } from '#library/entities/difference.ts';
import type { LINK, PAGE_DETAILS } from '#library/entities/link.ts';
import { NOTE_MAX_LENGTH } from '#library/entities/limits.ts';
import { isPlaceholder } from '#library/entities/link-url.ts';

/**
 * Every value of a link that a user sets, and the details of its page. The date is a Date on the server and a number in the
 * browser, where 0 means unknown.
 */
interface Unitable<At>
  extends Omit<Values<Guarded<typeof LINK.fields>>, 'status_id'>, Values<typeof PAGE_DETAILS> {
  readonly created_at: At;
}

export type UnitedValues<At> = Partial<Unitable<At>>;

/**
 * The values that a link gets from another one that is merged into it: only those that change. Null if the joined notes are too
 * long for a link. Merging the same link again changes nothing.
 */
export function unitedValues<At extends number | Date>(
  into: Unitable<At>,
  link: Unitable<At>,
): UnitedValues<At> | null {
  const note = joinedNote(into.note, link.note);
  if (note.length > NOTE_MAX_LENGTH) return null;
  const hasBetterName = isPlaceholder(into.name, into.url) && !isPlaceholder(link.name, link.url);
  return difference<Unitable<At>>(into, {
    url: into.url,
    name: hasBetterName ? link.name : into.name,
    note,
    image_s3_key: into.image_s3_key || link.image_s3_key,
    description: into.description || link.description,
    picture_s3_key: into.picture_s3_key || link.picture_s3_key,
    created_at: isOlder(link.created_at, into.created_at) ? link.created_at : into.created_at,
  } satisfies Unitable<At>);
}

function joinedNote(into: string, note: string): string {
  if (into.includes(note)) return into;
  return note.includes(into) ? note : `${into}\n\n${note}`;
}

function isOlder(date: number | Date, other: number | Date): boolean {
  if (Number(date) === 0) return false;
  return Number(other) === 0 || Number(date) < Number(other);
}
