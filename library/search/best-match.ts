import type { LinkRecord } from '#library/entities/records.ts';
import type { Key } from '#library/memory/keys.ts';
import type { LinkRanking } from '#library/memory/link-query.ts';
import { compareLinks } from '#library/order/order.ts';

import { Candidate, type Condition } from './conditions.ts';
import { type SearchIndex, type SearchText, textOfLink } from './search-index.ts';

/** How well a link matches: the lower, the better. A word of a note, or an excluded word, says nothing about the rank. */
export const RANKS = { exact: 0, wordStart: 1, title: 2, host: 3, rest: 4 } as const;
const RANK_COUNT = 5;

type Ranker = (candidate: Candidate) => number;

/**
 * Sorts the results of a query by how well they match. A link is as good as the word that matches it worst. `exact` is the folded
 * title that matches best.
 */
export function rankingOf(condition: Condition, exact: string, index: SearchIndex): LinkRanking {
  const ranker = rankerOf(condition);
  const candidate = new Candidate(index);
  const rank: Ranker =
    ranker === null ? () => RANKS.rest : (each) => (each.text.name === exact ? RANKS.exact : ranker(each));
  const rankOf = (link: LinkRecord): number => rank(candidate.set(0, link, textOfLink(link)));
  return {
    sorting: {
      isByEdit: false,
      compare: (left, right) => rankOf(left) - rankOf(right) || compareLinks(left, right),
      writeKey: (link, units) => {
        units.room(1)[units.end] = rankOf(link);
        units.end += 1;
      },
    },
    sorted: (keys) => {
      if (ranker === null) return keys;
      const texts = index.textsOf(keys);
      const byRank: Key[][] = Array.from({ length: RANK_COUNT }, () => []);
      for (let place = 0; place < keys.length; place += 1) {
        const key = keys[place] ?? 0;
        byRank[rank(candidate.set(key, undefined, texts?.[place]))]?.push(key);
      }
      return byRank.flat();
    },
  };
}

/** Null for a condition that ranks all links equally. */
function rankerOf(condition: Condition): Ranker | null {
  switch (condition.kind) {
    case 'text':
      return condition.field === 'any' || condition.field === 'title' ? textRanker(condition) : null;
    case 'fact':
      return condition.rank ?? null;
    case 'not':
      return null;
    case 'all':
      return combined(condition.parts, Math.max, RANKS.exact);
    case 'any':
      return combined(condition.parts, Math.min, RANKS.rest);
  }
}

function combined(
  parts: readonly Condition[],
  choose: (left: number, right: number) => number,
  first: number,
): Ranker | null {
  const rankers = parts.flatMap((part) => rankerOf(part) ?? []);
  if (rankers.length === 0) return null;
  return (candidate) => {
    let rank = first;
    for (const ranker of rankers) rank = choose(rank, ranker(candidate));
    return rank;
  };
}

function textRanker({ folded, raw }: { readonly folded: string; readonly raw: string }): Ranker {
  return ({ text }) => {
    const { name, url, more } = text;
    // A name that is still the url is no title.
    const at = name === url ? -1 : name.indexOf(folded);
    if (at !== -1) return startsWord(name, folded, at) ? RANKS.wordStart : RANKS.title;
    if (more?.rawName.includes(raw) === true && name !== url) return RANKS.title;
    return isInHost(text, folded) ? RANKS.host : RANKS.rest;
  };
}

/** Whether a word of the text starts with the needle, which is first at `from`. */
export function startsWord(text: string, needle: string, from = text.indexOf(needle)): boolean {
  for (let at = from; at !== -1; at = text.indexOf(needle, at + 1)) {
    if (at === 0 || !isInWord(text, at - 1)) return true;
  }
  return false;
}

const LETTER = /[\p{L}\p{N}\p{M}]/u;

/** Whether this unit belongs to a letter or digit, so that no word starts after it. */
function isInWord(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  // Folded texts have no capitals.
  if (unit < 0x80) return (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x30 && unit <= 0x39);
  const isLow = unit >= 0xdc_00 && unit <= 0xdf_ff;
  return LETTER.test(text.slice(isLow ? at - 1 : at, at + 1));
}

function isInHost({ url, more }: SearchText, folded: string): boolean {
  return hasHostWith(url, folded) || (more !== null && hasHostWith(more.readable, folded));
}

function hasHostWith(url: string, folded: string): boolean {
  const at = url.indexOf(folded);
  const scheme = url.indexOf('://');
  if (at === -1 || scheme === -1) return false;
  const end = at + folded.length;
  if (end <= scheme + 3) return false;
  for (let place = scheme + 3; place < end; place += 1) {
    const unit = url.charCodeAt(place);
    if (unit === SLASH || unit === QUESTION_MARK || unit === HASH) return false;
  }
  return true;
}

const SLASH = 0x2f;
const QUESTION_MARK = 0x3f;
const HASH = 0x23;
