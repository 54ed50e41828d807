import { TOP } from '#library/files/library-file.ts';

import type { Collector } from '#library/files/reading/collect/collector.ts';
import { lineLinks, plainText, withoutSentenceEnd } from './markdown-line.ts';

const LINE_ENDS = /\r\n|\n\r|\r/g;
/** The signs before the text of a line: quotes, bullets, numbers and task boxes. */
export const LINE_SIGNS = String.raw`^[ \t>]*(?:(?:[-*+•]|\d{1,9}[.)])[ \t]+){0,9}(?:\[[ xX]?\][ \t]+)?`;
export const BARE_HOST = /^(?:[a-z\d][a-z\d-]*\.){1,127}[a-z]{2,63}(?::\d{1,5})?(?:[/?#]\S*)?$/i;

const SIGNS = new RegExp(LINE_SIGNS);
const WHOLE_URL =
  /^(?:[a-z][a-z\d+.-]{0,30}:\/\/|\/\/(?=[^\s/])|www\.|(?:mailto|about|place|file|feed|blob|view-source):)\S+/i;
/** The code of a bookmarklet, which can contain blanks. */
const CODE = /^(?:javascript|data|vbscript):(?=\S)/i;
/** The sign between url and title: OneTab writes `url | title`. */
const TITLE_SIGN = /^[ \t]*(?:\||\t)|^[ \t]+[-–—](?=[ \t])/;
const HEADING = /^ {0,3}(#{1,6})(?:[ \t]|$)/;
const UNDERLINE = /^ {0,3}(?:=+|-{3,})[ \t]*$/;
const FENCE = /^ {0,3}(?:```|~~~)/;
/** Horizontal rules, and the lines of a table. */
const DRAWN = /^[-*_=|: \t]+$/;
const DEFINITION = /^ {0,3}\[(?!\^)([^\][\n]{1,999})\]:[ \t]+<?([^\s<>]+)/;
const DEFINITIONS = new RegExp(DEFINITION, 'gm');
/** A relative link to another Markdown file, which looks like a host. */
const NEIGHBOUR = /^[^/:]*\.(?:md|markdown)(?:[?#]|$)/i;
const PROBE_LENGTH = 100_000;
/** buku writes the tags of a link after it. */
const TAGS = /<!--[ \t]*TAGS:([^\n]*?)-->[ \t]*$/i;
const INLINE_LINK = /\[([^\][]*)\]\([^()\s]*\)/g;

/** Reads a list line by line. Only Markdown lists have headings, definitions and rules. */
export class ListReader {
  readonly #text: string;
  readonly #collector: Collector;
  readonly #isMarkdown: boolean;
  /**
   * Whether a line like `example.com` is a link. In Markdown only if many lines are hosts, because a word can look like a host.
   */
  readonly #takesHosts: boolean;
  /** The definitions by label in lower case. */
  readonly #definitions = new Map<string, { readonly url: string; isUsed: boolean; folder: number }>();
  /** The headings above the current line. */
  readonly #headings: { readonly level: number; readonly folder: number }[] = [];
  #isInFence = false;
  #hasCommentEnd = true;

  constructor(text: string, collector: Collector, isMarkdown: boolean) {
    this.#text = text.replaceAll(LINE_ENDS, '\n');
    this.#collector = collector;
    this.#isMarkdown = isMarkdown;
    this.#takesHosts = !isMarkdown || hasManyHosts(this.#text.slice(0, PROBE_LENGTH));
  }

  /** Reads line by line, because an array of all lines can be larger than the file. */
  read(): void {
    if (this.#isMarkdown) this.#findDefinitions();
    const text = this.#text;
    const frontMatterEnd = text.startsWith('---\n') ? text.indexOf('\n---\n') : -1;
    for (let at = 0; at < text.length;) {
      if (this.#isMarkdown && text.startsWith('<!--', this.#indented(at))) at = this.#behindComment(at);
      const end = lineEnd(text, at);
      const line = text.slice(at, end);
      const next = end < frontMatterEnd + 1 ? '' : text.slice(end + 1, lineEnd(text, end + 1));
      if (this.#isMarkdown) this.#markdown(line, next);
      else this.#entry(line.trim());
      at = end + 1;
    }
    for (const [label, { url, isUsed, folder }] of this.#definitions) {
      if (!isUsed) this.#add(url, label, folder);
    }
  }

  #findDefinitions(): void {
    for (const [, label = '', url = ''] of this.#text.matchAll(DEFINITIONS)) {
      const key = label.toLowerCase();
      // Comments in Markdown look like definitions too: `[//]: # (text)`.
      if (url === '#' || this.#definitions.has(key)) continue;
      this.#definitions.set(key, { url, isUsed: false, folder: TOP });
    }
  }

  #indented(at: number): number {
    let start = at;
    while (this.#text[start] === ' ' || this.#text[start] === '\t') start += 1;
    return start;
  }

  /** The position after a comment, or the same position if the comment never ends. */
  #behindComment(start: number): number {
    const end = this.#hasCommentEnd ? this.#text.indexOf('-->', start) : -1;
    if (end < 0) this.#hasCommentEnd = false;
    return end < 0 ? start : end + '-->'.length;
  }

  #markdown(line: string, next: string): void {
    if (FENCE.test(line)) {
      this.#isInFence = !this.#isInFence;
      return;
    }
    const text = line.replace(SIGNS, '').trim();
    if (text === '' || DRAWN.test(text) || isTableRule(next)) return;
    const [, definition] = DEFINITION.exec(line) ?? [];
    if (definition !== undefined) {
      const known = this.#definitions.get(definition.toLowerCase());
      if (known !== undefined) known.folder = this.#folder();
      return;
    }
    const level = this.#isInFence ? 0 : headingLevel(line, next);
    if (level === 0) this.#entry(text);
    else this.#heading(level, text.replace(/^#{1,6}/, ''));
  }

  #heading(level: number, text: string): void {
    let innermost = this.#headings.at(-1);
    while (innermost !== undefined && innermost.level >= level) {
      this.#headings.pop();
      innermost = this.#headings.at(-1);
    }
    const name = plainText(withoutClosingSigns(text).replaceAll(INLINE_LINK, '$1'));
    this.#headings.push({ level, folder: this.#collector.folder(this.#folder(), name) });
    for (const link of this.#links(text)) this.#add(link.url, link.title, this.#folder());
  }

  #entry(line: string): void {
    const [all = '', names = ''] = line.includes('-->') ? (TAGS.exec(line) ?? []) : [];
    const text = line.slice(0, line.length - all.length).trim();
    if (text === '') return;
    const links = this.#wholeLine(text) ?? this.#links(text);
    for (const link of links) this.#add(link.url, link.title, this.#folder(), names.split(','));
    if (links.length === 0) this.#collector.skip('not-a-link', '', this.#isMarkdown ? plainText(text) : text);
  }

  /**
   * Reads a line that is a single url, with or without a title. Keeps the url as it is, but removes the end of a sentence in
   * Markdown.
   */
  #wholeLine(text: string): readonly { readonly url: string; readonly title: string }[] | null {
    if (CODE.test(text)) return [{ url: text, title: '' }];
    if (this.#takesHosts && BARE_HOST.test(text)) return [{ url: text, title: '' }];
    const [url] = WHOLE_URL.exec(text) ?? [];
    if (url === undefined) return null;
    const rest = text.slice(url.length);
    if (rest === '') return [{ url: this.#isMarkdown ? withoutSentenceEnd(url) : url, title: '' }];
    const [sign] = TITLE_SIGN.exec(rest) ?? [];
    return sign === undefined ? null : [{ url, title: rest.slice(sign.length) }];
  }

  #links(text: string): readonly { readonly url: string; readonly title: string }[] {
    return lineLinks(text, (label) => {
      const definition = this.#definitions.get(label.trim().toLowerCase());
      if (definition !== undefined) definition.isUsed = true;
      return definition?.url;
    });
  }

  #add(url: string, title: string, folder: number, tags: readonly string[] = []): void {
    if (this.#isMarkdown && NEIGHBOUR.test(url)) this.#collector.skip('bad-url', url, title);
    else this.#collector.link({ url, title, folders: [folder], tags });
  }

  #folder(): number {
    return this.#headings.at(-1)?.folder ?? TOP;
  }
}

/** Whether at least half of the lines are hosts, not counting headings and lines with a url. */
function hasManyHosts(text: string): boolean {
  const lines = text.split('\n').map((line) => line.replace(SIGNS, '').trim());
  const plain = lines.filter((line) => line !== '' && !/^#|:\/\/|\]\(/.test(line));
  const hosts = plain.filter((line) => BARE_HOST.test(line) && !NEIGHBOUR.test(line));
  return hosts.length > 0 && hosts.length >= plain.length / 2;
}

/** 0 if the line is no heading. A heading has signs before it, or a line of signs below it. */
function headingLevel(line: string, next: string): number {
  const [, signs] = HEADING.exec(line) ?? [];
  if (signs !== undefined) return signs.length;
  const isPlain = line.replace(SIGNS, '').length === line.trimStart().length;
  if (!isPlain || !UNDERLINE.test(next) || WHOLE_URL.test(line.trim())) return 0;
  return next.includes('=') ? 1 : 2;
}

/** Removes the closing signs of a heading such as `## Title ##`. */
function withoutClosingSigns(text: string): string {
  let end = text.trimEnd().length;
  while (end > 0 && text.charAt(end - 1) === '#') end -= 1;
  const isClosing = end === 0 || /\s/.test(text.charAt(end - 1));
  return (isClosing ? text.slice(0, end) : text).trim();
}

/** Whether a line is the rule below the head of a table. */
function isTableRule(line: string): boolean {
  return DRAWN.test(line) && line.includes('-') && line.includes('|');
}

function lineEnd(text: string, start: number): number {
  const end = text.indexOf('\n', start);
  return end < 0 ? text.length : end;
}
