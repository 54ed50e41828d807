import { LINK_NAME_MAX_LENGTH } from './limits.ts';

const SCHEME = /^[a-z][a-z0-9+.-]*:/i;
/** Schemes without a host. The text after them can look like a port, as in `tel:112`. */
const WITHOUT_HOST = /^(?:about|blob|data|javascript|mailto|news|sms|tel|urn|view-source):/i;
/** `localhost:3000` and `example.com:8080/x` look like a scheme but are a host and a port. */
const HOST_AND_PORT = /^[a-z0-9.-]+:\d{1,5}(?:[/?#]|$)/i;

/** This computer and IP addresses. They rarely have a certificate. */
const WITHOUT_CERTIFICATE =
  /^(?:(?:[a-z0-9-]+\.)*localhost|\d{1,3}(?:\.\d{1,3}){3}|\[[0-9a-f:.]+\])(?:[:/?#]|$)/i;

/** Completes a typed url without a scheme: with `http://` for this computer and IP addresses, otherwise with `https://`. */
export function completeUrl(typed: string): string {
  if (hasScheme(typed)) return typed;
  const address = typed.startsWith('//') ? typed.slice(2) : typed;
  return `${WITHOUT_CERTIFICATE.test(address) ? 'http' : 'https'}://${address}`;
}

function hasScheme(typed: string): boolean {
  return WITHOUT_HOST.test(typed) || (SCHEME.test(typed) && !HOST_AND_PORT.test(typed));
}

/** Returns the host of a url, or '' if it has none. */
export function domainOf(url: string): string {
  return URL.parse(url)?.hostname ?? '';
}

/** Whether a name says no more than the url, as that of a new link or of a page without a title. */
export function isPlaceholder(name: string, url: string): boolean {
  return name.trim() === '' || name === placeholderName(url) || /^https?:\/\/\S+$/i.test(name);
}

/** The name of a new link until the title of its page is known. */
export function placeholderName(url: string): string {
  return url.slice(0, LINK_NAME_MAX_LENGTH).toWellFormed();
}

/** Whether the name of a link is still its url, possibly cut. */
export function isNamedByUrl(name: string, url: string): boolean {
  return name === url || (url.length > LINK_NAME_MAX_LENGTH && name === placeholderName(url));
}

/** A url without its text fragment, `:~:text=`, which only tells a browser what to highlight. */
export function withoutTextFragment(url: string): string {
  const fragment = url.indexOf('#');
  const at = fragment === -1 ? -1 : url.indexOf(':~:', fragment);
  if (at === -1) return url;
  return url.slice(0, at - 1 === fragment ? fragment : at);
}
