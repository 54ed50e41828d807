import { isNamedByUrl } from './link-url.ts';

const CLICKABLE = /^(?:https?|mailto|ftp):/i;

/** Returns the url if it is safe to open; null if it must stay plain text. */
export function clickableUrl(url: string): string | null {
  return CLICKABLE.test(url) ? url : null;
}

/** The name to show. If the name is still the url, drops its scheme, and the trailing slash of a bare domain. */
export function shownName(name: string, url: string): string {
  if (!isNamedByUrl(name, url)) return name;
  const short = name.replace(/^https?:\/\/(?:www\.)?/i, '').replace(/^([^/]+)\/$/, '$1');
  return short === '' ? name : short;
}

/** The domain to show beside the name; empty if the name is the url. */
export function shownDomain(name: string, url: string, domain: string): string {
  return isNamedByUrl(name, url) ? '' : domain.replace(/^www\./, '');
}
