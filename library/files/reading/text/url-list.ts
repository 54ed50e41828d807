import type { TextFormat } from '#library/files/reading/format.ts';
import { BARE_HOST, LINE_SIGNS, ListReader } from './list-reader.ts';

const LINE_WITH_URL = new RegExp(
  String.raw`${LINE_SIGNS}<?(?:[a-z][a-z\d+.-]{0,30}:\/\/\S|www\.\S|mailto:\S)`,
  'im',
);
/** Syntax that only Markdown has. */
const MARKDOWN =
  /\]\(|^ {0,3}\[[^\][\n]{1,99}\]:[ \t]|^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]|^ {0,3}#{1,6}[ \t]|<https?:/m;
const MARKDOWN_LINK = /\]\([ \t]{0,10}<?(?:https?|ftp|mailto):|\]:[ \t]{1,10}<?https?:/i;
/** Programs, documents and feeds, which contain urls too. A line of a list can begin with `<https:` or a comment. */
const OTHER_FILE = /^\s*(?:[{%]|<(?!(?:https?|ftp|mailto):|!--))/i;
// eslint-disable-next-line no-control-regex -- Control characters show that a file is no text.
const BINARY = /[\0-\x08\x0E-\x1F\uFFFD]/g;
const BINARY_SHARE = 0.01;
const PROBE_LENGTH = 100_000;
const PROBE_LINES = 50;
const URL_AT_END = /(?:^|\s)https?:\/\/\S+$/i;
const MOST = 2 / 3;
/** A comment or a url in angle brackets, which can occur among bare hosts. */
const NO_HOST = /^(?:#|\/\/|<[a-z]+:)/i;

/** Headings become folders. Other text is recorded as skipped, so that the user sees which parts of the file are left out. */
export const MARKDOWN_LIST: TextFormat = {
  kind: 'markdown',
  matches: (text) => isList(text) && MARKDOWN.test(text),
  read: (text, collector) => {
    new ListReader(text, collector, true).read();
    return 'Markdown';
  },
};

export const URL_LIST: TextFormat = {
  kind: 'list',
  matches: isList,
  read: (text, collector) => {
    new ListReader(text, collector, false).read();
    return 'List of urls';
  },
};

function isList(text: string): boolean {
  const probe = text.slice(0, PROBE_LENGTH);
  if (OTHER_FILE.test(probe)) return false;
  if ((probe.match(BINARY)?.length ?? 0) > probe.length * BINARY_SHARE) return false;
  return LINE_WITH_URL.test(text) || MARKDOWN_LINK.test(text) || hasUrlInMostLines(probe);
}

/** Whether most lines are `title https://...`, or urls without a scheme, such as `example.com/path`. */
function hasUrlInMostLines(probe: string): boolean {
  const lines = probe
    .split(/[\n\r]+/, PROBE_LINES)
    .flatMap((line) => (line.trim() === '' ? [] : [line.trim()]));
  if (lines.length < 2) return false;
  const withUrl = lines.filter((line) => URL_AT_END.test(line));
  if (withUrl.length > lines.length * MOST) return true;
  const others = lines.filter((line) => !BARE_HOST.test(line));
  return others.length < lines.length / 2 && others.every((line) => NO_HOST.test(line));
}
