import { completeUrl } from '@foldmark/library/entities/link-url';

/** `word`: a text without blanks that may be a host in a private network, such as `intranet`. */
type AddressKind = 'address' | 'word' | 'text';

/** The urls of these schemes have no host, and often contain blanks. */
const WITHOUT_HOST = /^(?:about|blob|data|javascript|magnet|mailto|news|sms|tel|urn|view-source):\S/i;
/** The host may not contain blanks, although some browsers accept them. */
const AUTHORITY = /^[a-z][a-z0-9+.-]*:\/\/(?:\/|[^\s/?#\\]+(?:[/?#\\]|$))/i;
/** Blanks and invisible characters that a copied text can contain, such as direction marks. */
const INVISIBLE = /[\s\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/;
const IP_ADDRESS = /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[[0-9a-f:.]+\])$/i;
const TOP_LEVEL_DOMAIN = /[^.]\.(?:[a-z]{2,}|xn--[a-z0-9-]+)\.?$/;
/** File names that look like a host in a top-level domain. */
const FILE_NAME =
  /^[^/?#]*\.(?:html?|php|aspx?|jsp|pdf|txt|rtf|docx?|xlsx?|pptx?|od[tsp]|epub|xml|json|ya?ml|csv|log|png|jpe?g|gif|svg|webp|css|[mc]?[jt]sx?|mp[34]|wav|g?tar|t?gz|rar|7z|exe|dmg|iso|bak)$/i;

/** Tells whether the app accepts a text as a url. The API accepts any text, so this rule exists only here. */
export function addressKind(text: string): AddressKind {
  const typed = trimAddress(text);
  if (typed === '') return 'text';
  if (isAddress(typed)) return 'address';
  return /\s|:\/\//.test(typed) ? 'text' : 'word';
}

/** Removes blanks and invisible marks around a url. */
export function trimAddress(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && INVISIBLE.test(text.charAt(start))) start += 1;
  while (end > start && INVISIBLE.test(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

function isAddress(typed: string): boolean {
  if (WITHOUT_HOST.test(typed)) return true;
  const url = completeUrl(typed);
  const parsed = URL.parse(url);
  if (parsed === null) return false;
  if (url === typed) return AUTHORITY.test(typed);
  return isHost(typed, parsed);
}

/** Whether a url without a scheme starts with a host. */
function isHost(typed: string, { hostname, port, username }: URL): boolean {
  const [authority = ''] = /^[^/?#\\]*/.exec(typed.replace(/^\/\//, '')) ?? [];
  if (username !== '' || /\s/.test(authority) || authority === '') return false;
  if (hostname === 'localhost' || hostname.endsWith('.localhost')) return true;
  const host = port === '' ? authority : authority.slice(0, authority.lastIndexOf(':'));
  if (IP_ADDRESS.test(host)) return true;
  if (/^[\d.]+$/.test(host)) return false;
  // `Total:42` and `Due:10/12` are text, `nas:5000/x` is not.
  if (port !== '') return hostname.includes('.') || (authority !== typed && port.length > 3);
  return TOP_LEVEL_DOMAIN.test(hostname) && !FILE_NAME.test(typed);
}
