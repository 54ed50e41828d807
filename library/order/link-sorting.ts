import type { LinkRecord, Micros } from '#library/entities/records.ts';
import { isNamedByUrl } from '#library/entities/link-url.ts';
import { compareLinks, compareText } from './order.ts';

import { CodeUnits } from './code-units.ts';
import { writeNameKey } from './name-key.ts';

/** How to sort links. Ties are sorted by url. */
export interface LinkSorting {
  readonly compare: (left: LinkRecord, right: LinkRecord) => number;
  /** Whether every edit of a link can change its position. */
  readonly isByEdit: boolean;
  /**
   * Writes units that compare as the links do, except for ties. Null for the order by url, from which all other orders are
   * sorted.
   */
  readonly writeKey: ((link: LinkRecord, units: CodeUnits) => void) | null;
}

/** Whether a change keeps the position of a link in all lists that are not sorted by the last edit. */
export function hasSameSortKeys(before: LinkRecord, after: LinkRecord): boolean {
  if (before.url !== after.url || before.name !== after.name) return false;
  return before.created_at === after.created_at && before.link_id === after.link_id;
}

export const BY_URL: LinkSorting = { isByEdit: false, compare: compareLinks, writeKey: null };

export const BY_NAME = byName();

export const BY_CREATED = newestFirst(({ created_at }) => created_at, false);
export const BY_EDITED = newestFirst(({ updated_at }) => updated_at, true);

function newestFirst(timeOf: (link: LinkRecord) => Micros, isByEdit: boolean): LinkSorting {
  return {
    isByEdit,
    compare: (left, right) => timeOf(right) - timeOf(left) || compareLinks(left, right),
    writeKey: (link, units) => {
      writeDescending(timeOf(link), units);
    },
  };
}

function byName(): LinkSorting {
  const units = new CodeUnits(1);
  const keyOf = (link: LinkRecord): string => {
    writeShownName(link, units);
    return units.takeText();
  };
  return {
    isByEdit: false,
    compare: (left, right) => compareText(keyOf(left), keyOf(right)) || compareLinks(left, right),
    writeKey: writeShownName,
  };
}

const UNSHOWN = /^https?:\/\/(?:www\.)?/i;

/** Writes the name as a row shows it: a name that is still the url has no scheme. */
function writeShownName({ name, url }: LinkRecord, units: CodeUnits): void {
  writeNameKey(name, isNamedByUrl(name, url) ? (UNSHOWN.exec(name)?.[0].length ?? 0) : 0, units);
}

const HALF = 2 ** 32;

/** Writes the difference from the largest integer, from its highest to its lowest 16 bits. */
function writeDescending(time: Micros, units: CodeUnits): void {
  const rest = Number.MAX_SAFE_INTEGER - time;
  const high = Math.floor(rest / HALF);
  const low = rest - high * HALF;
  const out = units.room(4);
  const { end } = units;
  out[end] = high >>> 16;
  // Stores the lowest 16 bits, because the array truncates.
  out[end + 1] = high;
  out[end + 2] = low >>> 16;
  out[end + 3] = low;
  units.end = end + 4;
}
