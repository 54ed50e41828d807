const CLICKABLE = /^(?:https?|mailto|ftp):/i;

/** The url where it is safe to open; anything else stays text. */
export function clickableUrl(url: string): string | null {
  return CLICKABLE.test(url) ? url : null;
}

/** A name that is still only a url needs no scheme, nor the slash that ends a bare domain. */
export function shownName(name: string, url: string): string {
  if (name !== url) return name;
  const short = name.replace(/^https?:\/\/(?:www\.)?/i, '').replace(/^([^/]+)\/$/, '$1');
  return short === '' ? name : short;
}

/** The domain beside a name, unless the name says it already. */
export function shownDomain(name: string, url: string, domain: string): string {
  return name === url ? '' : domain.replace(/^www\./, '');
}
