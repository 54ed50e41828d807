import { URL_MAX_LENGTH } from '@foldmark/library/entities/limits';
import { completeUrl } from '@foldmark/library/entities/link-url';

import { addressKind, trimAddress } from '../address.ts';

export interface PastedText {
  readonly plain: string;
  /** text/uri-list: a url in each line, and comments that begin with `#`. */
  readonly uriList: string;
  /** The targets of the links in text/html. */
  readonly targets: readonly string[];
}

export interface PastedUrls {
  /** Each url once, in the order of the text, in the form in which it will be stored. */
  readonly urls: readonly string[];
  /** How many lines were left out, by reason. */
  readonly skipped: { readonly notUrls: number; readonly tooLong: number; readonly repeated: number };
}

const LINE_BREAKS = /[\r\n\u2028\u2029]+/;
const HTTP = /^https?:\/\//i;
/** The blanks and commas before a further url in the same line. */
const NEXT_URL = /(?<![\s,;])[\s,;]+(?=https?:\/\/)/i;
/**
 * The blanks and commas before a further url in brackets or quotes. A quoted url can be a part of a sentence, unless it follows
 * another url.
 */
const NEXT_WRAPPED =
  /(?<![\s,;])[\s,;]+(?=<https?:\/\/)|(?<=["'“”‘’«»‹›)」』])[\s,;]+(?=["'“”„‘’‚«»‹›(「『]https?:\/\/)/i;
/** A url, and after a bar, a dash or a tab the title of its page. */
const WITH_TITLE = /^(\S+)(?:\t|\s+[|–—-]\s).*$/s;
/** A title, and after a bar, a dash or a colon its url. */
const AFTER_TITLE = /(?:\s[|–—-]|:)\s+(https?:\/\/\S+)$/i;
/**
 * A url that ends after its host or with a slash, and then a title, as in a row of CSV. `https://exa mple.com` is a mistyped
 * host, not a url with a title.
 */
const ENDED_WITH_TITLE =
  /^(https?:\/\/(?:(?=[^\s/?#.,;]+\.[^\s/?#,;]|localhost[:,;\s]|\[)[^\s/?#,;@]+(?=[\s,;])|[^\s?#]*\/(?=\s))).*$/is;
/** Quotes or brackets around a url, or a link in Markdown. A pair of round brackets can belong to the url. */
const WRAPPED =
  /^(?:[<"'`“”„‘’‚«»‹›「『](.*)[>"'`“”‘’«»‹›」』]|\(((?:[^()]|\([^()]*\))*)\)|\[[^\]]*\]\((\S+)(?:\s+"[^"]*")?\))$/s;
/** The image of a link, as in the badges of a README. */
const MARKDOWN_IMAGE = /!\[[^[\]]*\]\([^\s()]*\)(?=\])/g;
/** A link in Markdown; its url may have one pair of brackets. */
const MARKDOWN_LINK = /\[[^[\]]*\]\((?:[^\s()]|\([^\s()]*\))+(?:\s+"[^"]*")?\)/g;
const TARGET = /^(?:https?|ftp|mailto):/i;

/** Reads the urls of a paste. If the plain text has no url, uses the link targets of its HTML. */
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
    const text = unwrapped(trimAddress(line));
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

/**
 * Splits a line into urls: the cells of a table row, Markdown links, or several urls side by side. Any other line stays whole,
 * because a url may have blanks.
 */
function separated(line: string): readonly string[] {
  const inCells = line.split('\t').filter((cell) => HTTP.test(trimAddress(cell)));
  if (inCells.length > 0 && line.includes('\t')) return inCells.flatMap(separated);
  const item = withoutListMark(trimAddress(line)).replace(/(?<=["')>])[,;]$/, '');
  if (!HTTP.test(item)) {
    const links = item.replaceAll(MARKDOWN_IMAGE, '').match(MARKDOWN_LINK);
    const [, titled] = AFTER_TITLE.exec(item) ?? [];
    return links ?? (titled === undefined ? item.split(NEXT_WRAPPED) : [titled]);
  }
  return item
    .split(NEXT_URL)
    .map((part) => part.replace(WITH_TITLE, '$1').replace(ENDED_WITH_TITLE, '$1').replace(/[,;]$/, ''));
}

/** Removes list marks, brackets, quotes and Markdown around a url, as mails and documents write it. */
function unwrapped(text: string): string {
  const item = withoutListMark(text);
  const inner = WRAPPED.exec(item)
    ?.slice(1)
    .find((part) => part !== undefined);
  return (inner ?? item).trim();
}

function withoutListMark(text: string): string {
  return text.replace(/^(?:[-*+•–>]|\d+[.)])\s+(?:\[[ x]\]\s+)?/i, '');
}
