import { completeUrl, isNamedByUrl } from '@foldmark/library/entities/link-url';
import { clickableUrl, shownDomain, shownName } from '@foldmark/library/entities/link-text';
import { withoutDirections } from '@foldmark/library/entities/page-text';
import type { Key } from '@foldmark/library/memory/keys';
import type { Library } from '@foldmark/library/memory/library';
import type { SearchQuery } from '@foldmark/library/search/compiled-query';
import type { Today } from '@foldmark/library/search/dates';
import { findLinks } from '@foldmark/library/search/find-links';
import type { Mark } from '@foldmark/library/search/fold';

const MAX_RESULTS = 5;
const MAX_TEXT = 200;

/** A line of the address bar. */
export interface Suggestion {
  /** The url. The browser puts it into the address bar. */
  readonly content: string;
  readonly description: string;
}

export interface SuggestOptions extends Today {
  /** Chrome reads descriptions as XML. Firefox shows them as they are. */
  readonly isXml: boolean;
}

/** The best matches of a search, with the matching parts marked. */
export function suggestionsFor(
  library: Library,
  typed: string,
  { isXml, ...today }: SuggestOptions,
): readonly Suggestion[] {
  if (typed.trim() === '') return [];
  const { query, keys } = findLinks(library, typed, today);
  const suggestions = new Map<string, Suggestion>();
  for (const key of keys) {
    const url = clickableUrl(library.link(key)?.url ?? '');
    // The address bar shows only one line for a url.
    if (url === null || suggestions.has(url)) continue;
    suggestions.set(url, { content: url, description: describe(library, key, query, isXml) });
    if (suggestions.size === MAX_RESULTS) break;
  }
  return [...suggestions.values()];
}

/** Where Enter leads: to a typed url, or the best match, or otherwise to the search page of the app. */
export function destinationOf(
  suggestions: readonly Suggestion[],
  typed: string,
  origin: string,
): { readonly url: string; readonly isSearch: boolean } {
  const text = typed.trim();
  const address = clickableUrl(text) ?? (ADDRESS_WITH_PATH.test(text) ? completeUrl(text) : null);
  const url = address ?? suggestions[0]?.content ?? (ADDRESS.test(text) ? completeUrl(text) : null);
  if (url !== null) return { url, isSearch: false };
  return { url: `${origin}/search?q=${encodeURIComponent(text.slice(0, MAX_SEARCH))}`, isSearch: true };
}

const ADDRESS = /^(?:localhost|(?:[\p{L}\p{N}-]+\.)+\p{L}{2,})(?::\d+)?(?:[/?#]\S*)?$/u;
/** A host alone is searched first, because people search for the links of a site by it. */
const ADDRESS_WITH_PATH = /^(?:localhost|(?:[\p{L}\p{N}-]+\.)+\p{L}{2,})(?::\d+)?[/?#]\S+$/u;
/** The search page of the app takes no more. */
const MAX_SEARCH = 1000;

/** The first line, if no link matches. */
export function searchLine(typed: string, isXml: boolean): string {
  return `Search Foldmark for ${styled(typed.trim(), 'match', isXml)}`;
}

export function openLine(url: string, isXml: boolean): string {
  return `Open ${styled(url, 'url', isXml)}`;
}

function describe(library: Library, key: Key, query: SearchQuery, isXml: boolean): string {
  const link = library.link(key);
  if (link === undefined) return '';
  const name = shownName(link.name, link.url);
  const domain = shownDomain(link.name, link.url, link.domain_name);
  const nameField = isNamedByUrl(link.name, link.url) ? 'any' : 'title';
  const found = query.excerpt(key, link, { name, nameField, domain });
  const parts = [
    marked(name, query.marks(name, nameField), isXml),
    ...(domain === '' ? [] : [tagged('url', marked(domain, query.marks(domain, 'url'), isXml), isXml)]),
    ...(found === null ? [] : [tagged('dim', marked(found.text, found.marks, isXml), isXml)]),
  ];
  return parts.join(' · ');
}

/** Marks the matches of a text. */
function marked(text: string, marks: readonly Mark[], isXml: boolean): string {
  const shown = text.slice(0, MAX_TEXT);
  if (!isXml) return plain(shown);
  let xml = '';
  let copied = 0;
  for (const { start, end } of marks) {
    if (start >= shown.length) break;
    xml += `${escapeXml(shown.slice(copied, start))}<match>${escapeXml(shown.slice(start, end))}</match>`;
    copied = Math.min(end, shown.length);
  }
  return xml + escapeXml(shown.slice(copied));
}

function styled(text: string, tag: 'match' | 'url', isXml: boolean): string {
  const shown = text.slice(0, MAX_TEXT);
  return isXml ? tagged(tag, escapeXml(shown), isXml) : plain(shown);
}

function tagged(tag: 'dim' | 'match' | 'url', content: string, isXml: boolean): string {
  return isXml ? `<${tag}>${content}</${tag}>` : content;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Chrome shows no suggestion at all if one of them is not well-formed XML. */
export function escapeXml(text: string): string {
  return plain(text).replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}

/** One line without the characters that XML forbids, and those that reverse the text after them, as the domain of the link. */
function plain(text: string): string {
  return withoutDirections(text.toWellFormed()).replaceAll(/[\p{Cc}\u2028\u2029\ufffe\uffff]+/gu, ' ');
}
