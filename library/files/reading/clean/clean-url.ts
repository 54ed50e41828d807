import { URL_MAX_LENGTH } from '#library/entities/limits.ts';
import { completeUrl } from '#library/entities/link-url.ts';

import type { SkipReason } from '#library/files/library-file.ts';

/** The schemes of urls that the app makes clickable. */
const KEPT = /^(?:https?|ftp|mailto):/i;
/** Browsers' own pages, code and files. Some look like a host and a port, for example `about:1`. */
const SKIPPED =
  /^(?:javascript|data|file|place|about|chrome|edge|brave|vivaldi|opera|blob|view-source|vbscript|feed|[a-z-]+-extension):/i;
const SCHEME = /^[a-z][a-z0-9+.-]*:/i;
/** Browsers ignore these characters in a url, and control characters and blanks at both ends. */
const IGNORED = /[\t\n\r]/g;
/** A relative link to a file, such as `page2.html`, which looks like a host. */
const FILE_NAME = /\.(?:html?|xhtml|php\d?|aspx?|jsp|pdf|txt|xml|json|csv|png|jpe?g|gif|svg|webp|css|m?js)$/i;

export type CleanUrl = { readonly url: string } | { readonly reason: SkipReason; readonly url: string };

/** Checks the url of an entry and completes one without a scheme. Other urls are stored as they are. */
export function cleanUrl(raw: string | null | undefined): CleanUrl {
  const text = trimEnds((raw ?? '').replaceAll(IGNORED, '')).toWellFormed();
  if (text === '') return { reason: 'no-url', url: '' };
  if (SKIPPED.test(text)) return { reason: 'scheme', url: text };
  const url = completeUrl(text);
  if (!KEPT.test(url)) return { reason: 'scheme', url: text };
  if (url.length > URL_MAX_LENGTH) return { reason: 'too-long', url: text };
  const parsed = URL.parse(url);
  if (parsed === null) return { reason: 'bad-url', url: text };
  return url === text || text.startsWith('//') || isHost(text, parsed)
    ? { url }
    : { reason: 'bad-url', url: text };
}

/** Whether a text without a scheme begins with a host, and is not a relative url. */
function isHost(text: string, { hostname, port, username }: URL): boolean {
  if (SCHEME.test(text)) return true;
  if (username !== '' || /^[/?#.\\]/.test(text)) return false;
  if (hostname === 'localhost' || hostname.startsWith('[') || port !== '') return true;
  if (/^www\./i.test(text)) return true;
  const name = /^[^/?#]*/.exec(text)?.[0] ?? '';
  return /[^.]\.[^.]/.test(name) && !FILE_NAME.test(name);
}

/** Not `String.trim`, which keeps other control characters. A regular expression for both ends would be quadratic in V8. */
function trimEnds(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isBlank(text, start)) start += 1;
  while (end > start && isBlank(text, end - 1)) end -= 1;
  return text.slice(start, end);
}

function isBlank(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return (
    code <= 0x20 || code === 0xa0 || code === 0xfeff || code === 0x3000 || (code >= 0x2000 && code <= 0x200a)
  );
}
