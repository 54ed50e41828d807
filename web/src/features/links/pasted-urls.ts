import { URL_MAX_LENGTH } from '@foldmark/contract/limits';
import { completeUrl } from '@foldmark/contract/link-url';

import { addressKind } from './address.ts';

export interface PastedText {
  readonly plain: string;
  /** text/uri-list: a url in each line, and comments that begin with `#`. */
  readonly uriList: string;
  /** The targets of the links in text/html. */
  readonly targets: readonly string[];
}

export interface PastedUrls {
  /** Each url once, in the order of the text, as it will be stored. */
  readonly urls: readonly string[];
  /** How many lines were left out, by reason. */
  readonly skipped: { readonly notUrls: number; readonly tooLong: number; readonly repeated: number };
}

const LINE_BREAKS = /[\r\n\u2028\u2029]+/;
const HTTP = /^https?:\/\//i;
/** A link in Markdown; its url may have one pair of brackets. */
const MARKDOWN_LINK = /\[[^[\]]*\]\((?:[^\s()]|\([^\s()]*\))+(?:\s+"[^"]*")?\)/g;
const TARGET = /^(?:https?|ftp|mailto):/i;

/** Reads the urls of a paste. A copied text that has no url itself can have links, which only its HTML shows. */
export function pastedUrls({ plain, uriList, targets }: PastedText): PastedUrls {
  const listed = uriList.split(LINE_BREAKS).filter((line) => !line.startsWith('#'));
  const fromList = urlsOf(listed);
  if (fromList.urls.length > 0) return fromList;
  const fromText = urlsOf(plain.split(LINE_BREAKS).flatMap(separated));
  if (fromText.urls.length > 0) return fromText;
  const fromHtml = urlsOf(targets.filter((target) => TARGET.test(target)));
  return fromHtml.urls.length > 0 ? fromHtml : fromText;
}

function urlsOf(lines: readonly string[]): PastedUrls {
  const urls = new Set<string>();
  const skipped = { notUrls: 0, tooLong: 0, repeated: 0 };
  for (const line of lines) {
    const text = unwrapped(line.trim());
    if (text === '') continue;
    if (text.length > URL_MAX_LENGTH) {
      skipped.tooLong += 1;
      continue;
    }
    const url = completeUrl(text).toWellFormed();
    if (addressKind(text) !== 'address') skipped.notUrls += 1;
    else if (url.length > URL_MAX_LENGTH) skipped.tooLong += 1;
    else if (urls.has(url)) skipped.repeated += 1;
    else urls.add(url);
  }
  return { urls: [...urls], skipped };
}

/** The parts of a line that has only urls, or only links in Markdown. Any other line is one part: a url may have blanks. */
function separated(line: string): readonly string[] {
  const item = withoutListMark(line.trim());
  const links = item.match(MARKDOWN_LINK) ?? [];
  if (links.length > 1 && /^[\s,;|]*$/.test(item.replaceAll(MARKDOWN_LINK, ''))) return links;
  const parts = item.split(/\s+/);
  if (parts.length === 1 || !parts.every((part) => HTTP.test(part))) return [line];
  return parts.map((part) => part.replace(/[,;]$/, ''));
}

/** Mails and documents often write a url in angle brackets or quotes, as an item of a list, or as a link in Markdown. */
function unwrapped(text: string): string {
  const item = withoutListMark(text);
  const inner = /^(?:<(.*)>|"(.*)"|'(.*)'|\[[^\]]*\]\((\S+)(?:\s+"[^"]*")?\))$/s
    .exec(item)
    ?.slice(1)
    .find((part) => part !== undefined);
  return (inner ?? item).trim();
}

function withoutListMark(text: string): string {
  return text.replace(/^(?:[-*+•–>]|\d+[.)])\s+(?:\[[ x]\]\s+)?/i, '');
}
