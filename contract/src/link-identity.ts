const UNRESERVED = /[\w.~-]/;

/**
 * A key that is equal for two urls if they surely lead to the same thing: their differences are only ones of spelling
 * (docs/decisions/038). Urls are never rewritten to it.
 */
export function sameKey(url: string): string {
  const parsed = URL.parse(url);
  if (parsed === null) return url.trim();
  if (parsed.protocol !== 'http:' && parsed.protocol !== 'https:') return parsed.href;
  // Assigning costs as much as parsing, and an import has many links.
  if (parsed.hostname.endsWith('.')) parsed.hostname = parsed.hostname.slice(0, -1);
  const [fragment = ''] = parsed.hash.split(':~:');
  const search = parsed.search === '?' ? '' : parsed.search;
  const hash = fragment === '#' ? '' : fragment;
  const user =
    parsed.username === '' && parsed.password === '' ? '' : `${parsed.username}:${parsed.password}@`;
  return `${parsed.protocol}//${user}${parsed.host}${unescapeUnreserved(parsed.pathname + search + hash)}`;
}

/** Decodes the escapes of characters that need none, and writes the others in capitals. */
function unescapeUnreserved(text: string): string {
  if (!text.includes('%')) return text;
  return text.replaceAll(/%[\da-f]{2}/gi, (escaped) => {
    const character = String.fromCharCode(Number.parseInt(escaped.slice(1), 16));
    return UNRESERVED.test(character) ? character : escaped.toUpperCase();
  });
}
