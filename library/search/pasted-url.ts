import { likelyKey } from '#library/duplicates/link-identity.ts';

import { RANKS } from './best-match.ts';
import { type Candidate, type Condition, COST, fact } from './conditions.ts';
import { fold } from './fold.ts';
import { hostOf, readableUrl } from './readable-url.ts';

/** A url, or an address with a path. A host alone is found as text. */
const URL_TEXT = /^(?:https?:\/\/[^\s/]+\S*|(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}(?::\d+)?\/\S*)$/iu;

const SCHEME_LENGTH = 'https://'.length;

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
  const mayBeSame = roughTest(key, host);
  const test = ({ text, link }: Candidate): boolean => mayBeSame(text.url) && likelyKey(link.url) === key;
  const rank = (candidate: Candidate): number => (test(candidate) ? RANKS.exact : RANKS.rest);
  return { condition: fact(`likely:${key}`, COST.text, test, { rank }), host };
}

/** A fast test that each spelling of the url passes, because parsing the urls of 100,000 links takes seconds. */
function roughTest(key: string, host: string): (foldedUrl: string) => boolean {
  const [start = ''] = fold(key.slice(key.indexOf(host))).split(/[?#]/);
  if (!/%|xn--/.test(start)) return (url) => endsAfter(url, start);
  // Escapes and punycode can be stored as letters.
  const letters = fold(readableUrl(host));
  const [longest = ''] = (
    start
      .slice(host.length)
      .replaceAll(/%[\da-f]{2}/g, ' ')
      .match(/[a-z\d]+/g) ?? []
  )
    .toReversed()
    .toSorted((left, right) => right.length - left.length);
  return (url) => url.includes(longest) && (url.includes(host) || url.includes(letters));
}

/** Whether only slashes follow the text, up to the end of the path. Stored urls can have doubled slashes, which the text lacks. */
function endsAfter(url: string, text: string): boolean {
  const path = url.includes('//', SCHEME_LENGTH) ? url.replaceAll(/\/{2,}/g, '/') : url;
  const at = path.indexOf(text);
  return at !== -1 && /^\/*(?:[?#]|$)/.test(path.slice(at + text.length));
}
