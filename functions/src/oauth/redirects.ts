import type { OAuthClient } from '#functions/services/oauth-clients.ts';

export const REDIRECT_MAX_LENGTH = 512;

/** Characters of a url, without those that could confuse a reader or a parser: `\`, `*`, quotes, brackets and other scripts. */
const PLAIN = /^[\w\-.~:/?[\]@!$&'()+,;=%]+$/;
const HTTPS = /^https:\/\/[^/?@]+(?:[/?]|$)/;
/** An app on the device listens on a port that the system chooses (RFC 8252, 7.3). */
const LOOPBACK = /^(http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost))(?::\d{1,5})?(?=[/?]|$)/;
/** The scheme of a native app is the reversed name of a domain (RFC 8252, 7.1). So none is `javascript`, `data` or `file`. */
const APP = /^[a-z][a-z\d+-]*(?:\.[a-z\d+-]+)+:\/[^@]*$/;
/** Addresses of widespread apps whose scheme is not the name of a domain. */
const KNOWN: ReadonlySet<string> = new Set(['cursor://anysphere.cursor-mcp/oauth/callback']);

/** Whether an app may have this address to be sent back to. A url with a fragment, a user or a wildcard is none. */
export function isRedirect(uri: string): boolean {
  if (uri.length > REDIRECT_MAX_LENGTH || !PLAIN.test(uri) || !URL.canParse(uri)) return false;
  return HTTPS.test(uri) || LOOPBACK.test(uri) || APP.test(uri) || KNOWN.has(uri);
}

/** Whether an app may be sent back to this address: one of its own to the letter, except for the port of a loopback address. */
export function acceptsRedirect({ redirect_uris }: OAuthClient, uri: string): boolean {
  if (!isRedirect(uri)) return false;
  const asked = withoutLoopbackPort(uri);
  return redirect_uris.some((own) => withoutLoopbackPort(own) === asked);
}

function withoutLoopbackPort(uri: string): string {
  return uri.replace(LOOPBACK, '$1');
}

/** What the consent page says of an app. */
export interface ShownClient {
  readonly name: string;
  /**
   * The host of the app's document, or else of the redirect. The scheme of an app on the device. The name of our own app. Empty with a
   * device code: anyone can ask for one with the id of any app, and no redirect brings the tokens to that app.
   */
  readonly host: string;
  /** Where the browser goes back to. Empty with a device code. */
  readonly sent_to: string;
  /** Whether the app runs on the device: it listens on a loopback address, has a scheme of its own, or shows a device code. */
  readonly is_on_device: boolean;
}

const NO_NAME = 'An app without a name';

/** The address is null with a device code. */
export function shownClient(client: OAuthClient, redirectUri: string | null): ShownClient {
  const { name, name_by_code = name } = client;
  if (redirectUri === null)
    return { name: name_by_code || NO_NAME, host: '', sent_to: '', is_on_device: true };
  const sent_to = destinationOf(redirectUri);
  const host = client.host || sent_to;
  return { name: name || host, host, sent_to, is_on_device: !HTTPS.test(redirectUri) };
}

function destinationOf(uri: string): string {
  const { protocol, host, hostname } = new URL(uri);
  if (protocol === 'https:') return host;
  return protocol === 'http:' ? hostname : protocol.slice(0, -1);
}
