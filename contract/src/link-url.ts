import { LINK_NAME_MAX_LENGTH } from './limits.ts';

const SCHEME = /^[a-z][a-z0-9+.-]*:/i;
/** Schemes that no host follows: what comes behind may look like a port, as in `tel:112`. */
const WITHOUT_HOST = /^(?:about|blob|data|javascript|mailto|news|sms|tel|urn|view-source):/i;
/** `localhost:3000` and `example.com:8080/x` begin like a scheme, but mean a host and its port. */
const HOST_AND_PORT = /^[a-z0-9.-]+:\d{1,5}(?:[/?#]|$)/i;

/** The url as it is saved: what a person typed, with `https://` where no scheme was given. */
export function completeUrl(typed: string): string {
  if (typed.startsWith('//')) return `https:${typed}`;
  const hasScheme = WITHOUT_HOST.test(typed) || (SCHEME.test(typed) && !HOST_AND_PORT.test(typed));
  return hasScheme ? typed : `https://${typed}`;
}

/** The host of a url, or empty text where there is none. */
export function domainOf(url: string): string {
  return URL.parse(url)?.hostname ?? '';
}

/** What a new link is called until the title of its page is known. */
export function placeholderName(url: string): string {
  return url.slice(0, LINK_NAME_MAX_LENGTH).toWellFormed();
}
