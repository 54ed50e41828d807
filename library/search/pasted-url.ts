import { likelyKey } from '#library/duplicates/link-identity.ts';

import { RANKS } from './best-match.ts';
import { type Candidate, type Condition, COST, fact } from './conditions.ts';
import { fold } from './fold.ts';
import { hostOf } from './readable-url.ts';

/** A url, or an address with a path. A host alone is found as text. */
const URL_TEXT = /^(?:https?:\/\/[^\s/]+\S*|(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}(?::\d+)?\/\S*)$/iu;

export interface PastedUrl {
  /** Matches the links whose url is probably the same: without scheme, `www.`, last slash and tracking parameters. */
  readonly condition: Condition;
  /** The folded host. */
  readonly host: string;
}

/** Null if the word is no url. */
export function pastedUrl(word: string): PastedUrl | null {
  if (!URL_TEXT.test(word)) return null;
  const key = likelyKey(/^https?:/i.test(word) ? word : `https://${word}`);
  const host = hostOf(key);
  if (host === '') return null;
  const parts = partsToFind(key, host);
  const test = ({ text, link }: Candidate): boolean => {
    // Test this first, because parsing the urls of 100,000 links would take too long.
    for (const part of parts) if (!text.url.includes(part)) return false;
    return likelyKey(link.url) === key;
  };
  const rank = (candidate: Candidate): number => (test(candidate) ? RANKS.exact : RANKS.rest);
  return { condition: fact(`likely:${key}`, COST.text, test, { rank }), host };
}

/** Parts that every spelling of the url contains. A host in punycode can be stored as letters. */
function partsToFind(key: string, host: string): readonly string[] {
  const path = fold(key.slice(key.indexOf(host) + host.length)).replaceAll(/%[\da-f]{2}/g, ' ');
  const longest = (path.match(/[a-z\d]+/g) ?? []).reduce(
    (best, part) => (part.length > best.length ? part : best),
    '',
  );
  return host.includes('xn--') ? [longest] : [host, longest];
}
