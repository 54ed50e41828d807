import {
  COST,
  type Candidate,
  type Condition,
  fact,
  type TextCondition,
  type TextField,
} from './conditions.ts';
import { fold } from './fold.ts';
import { hostOf } from './readable-url.ts';

const TESTS: Readonly<Record<TextField, (candidate: Candidate, folded: string, raw: string) => boolean>> = {
  any: ({ text }, folded, raw) =>
    text.name.includes(folded) ||
    text.url.includes(folded) ||
    (text.more !== null &&
      (text.more.readable.includes(folded) ||
        text.more.note.includes(folded) ||
        text.more.description.includes(folded) ||
        text.more.rawName.includes(raw) ||
        text.more.rawUrl.includes(raw))),
  title: ({ text }, folded, raw) => text.name.includes(folded) || text.more?.rawName.includes(raw) === true,
  url: ({ text }, folded, raw) =>
    text.url.includes(folded) ||
    (text.more !== null && (text.more.readable.includes(folded) || text.more.rawUrl.includes(raw))),
  note: ({ text }, folded) => text.more?.note.includes(folded) === true,
};

/** Matches links that contain the text in one of the fields. */
export function textCondition(field: TextField, text: string): TextCondition {
  const folded = fold(text);
  const raw = text.toLowerCase();
  const search = TESTS[field];
  return {
    kind: 'text',
    id: JSON.stringify([field, folded, raw]),
    cost: COST.text,
    test: (candidate) => search(candidate, folded, raw),
    field,
    folded,
    raw,
  };
}

/** The host in the value of `site:`, which users may paste as a url. Null if it has no host. */
export function siteOf(value: string): string | null {
  const url = fold(value.trim());
  const host = hostOf(url.includes('://') ? url : `http://${url}`).replace(/^\*?\./, '');
  return host === '' || /\s/.test(host) ? null : host;
}

/** Matches links to a host and to all hosts below it. A port counts only if the site has one. */
export function siteCondition(site: string): Condition {
  const hasPort = /:\d+$/.test(site);
  const isSite = (url: string): boolean => {
    // Test this first, because most urls do not contain the site, and extracting the host takes longer.
    if (!url.includes(site)) return false;
    const host = hasPort ? hostOf(url) : hostOf(url).replace(/:\d+$/, '');
    return host === site || host.endsWith(`.${site}`);
  };
  return fact(
    `site:${site}`,
    COST.text,
    ({ text }) => isSite(text.url) || (text.more !== null && isSite(text.more.readable)),
  );
}
