import { numberText } from '#library/text/number-text.ts';

import { columnName } from '#library/files/reading/csv/csv.ts';
import { cleanTitle } from '#library/files/reading/clean/clean-text.ts';

/**
 * Fields that are no content of the user: ids, positions, dates of changes and visits, and icons, which Foldmark fetches itself.
 */
const TECHNICAL = new Set(
  (
    'id,guid,uuid,uid,key,hash,checksum,index,position,order,sort order,type,type code,parent,root,version,folded,' +
    'updated,updated at,modified,modified at,date modified,date group modified,last modified,date updated,last visit,visited,' +
    'date last used,last charset,icon,icon uri,icon url,iconuri,favicon,favicon url,fav icon url,lang,language,domain,hostname'
  ).split(','),
);
const ENDS_IN_ID = /(?:^| |_)(?:id|uuid|guid)s?$/;
const SHOWN_MAX_COUNT = 12;
/** A hostile file can have millions of names. */
const COUNTED_MAX_COUNT = 1000;
const NAME_MAX_LENGTH = 40;

/** Counts the fields of a file that no link stores. */
export class UnusedFields {
  readonly #counts = new Map<string, number>();
  readonly #isTechnical = new Map<string, boolean>();
  #hasMore = false;

  add(name: string): void {
    let isTechnical = this.#isTechnical.get(name);
    if (isTechnical === undefined) {
      const plain = columnName(name.slice(0, 2 * NAME_MAX_LENGTH));
      isTechnical = TECHNICAL.has(plain) || ENDS_IN_ID.test(plain);
      if (this.#isTechnical.size < COUNTED_MAX_COUNT) this.#isTechnical.set(name, isTechnical);
    }
    if (isTechnical) return;
    const count = this.#counts.get(name);
    if (count !== undefined || this.#counts.size < COUNTED_MAX_COUNT)
      this.#counts.set(name, (count ?? 0) + 1);
    else this.#hasMore = true;
  }

  /** Null if nothing was left out. */
  sentence(): string | null {
    if (this.#counts.size === 0) return null;
    const names = [...this.#counts].map(([name, count]) => `${shown(name)} (${numberText(count)})`);
    const more =
      names.length > SHOWN_MAX_COUNT || this.#hasMore
        ? [...names.slice(0, SHOWN_MAX_COUNT), 'and others']
        : names;
    return `Foldmark has no place for these fields, so they are left out: ${more.join(', ')}.`;
  }
}

function shown(name: string): string {
  const text = cleanTitle(name);
  return text.length > NAME_MAX_LENGTH
    ? `${text.slice(0, NAME_MAX_LENGTH).toWellFormed()}...`
    : text || '(no name)';
}
