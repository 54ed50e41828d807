import { TOP } from '#library/files/library-file.ts';
import type { Arranged, ArrangedLink } from './arrange.ts';

/** The head of the file. Chrome reads the charset from its own line. No line is indented, because each list must start a line. */
const HEAD = `<!DOCTYPE NETSCAPE-Bookmark-file-1>
<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
<TITLE>Foldmark Bookmarks</TITLE>
<H1>Foldmark Bookmarks</H1>
<DL><p>
`;
const LIST_START = '<DL><p>';
const LIST_END = '</DL><p>';
/** Chrome stores ADD_DATE as a 32-bit number. */
const MAX_SECONDS = 2 ** 32;

/**
 * The format that browsers import. Chrome reads it line by line: a link and a heading are one line each, with tags in capitals. A
 * link is repeated in each of its folders. A link without a folder is at the top level.
 */
export function writeHtml({ folders, links }: Arranged): string {
  const linksIn = linksByFolder(links);
  const lines: string[] = [];
  const open: number[] = [];
  const close = (): void => {
    const folder = open.pop();
    if (folder === undefined) return;
    addAll(lines, linksIn.get(folder));
    lines.push(LIST_END);
  };
  for (const [position, { name, parent }] of folders.entries()) {
    while (open.length > 0 && open.at(-1) !== parent) close();
    lines.push(`<DT><H3>${escaped(name)}</H3>`, LIST_START);
    open.push(position);
  }
  while (open.length > 0) close();
  addAll(lines, linksIn.get(TOP));
  return `${HEAD}${lines.map((line) => `${line}\n`).join('')}${LIST_END}\n`;
}

/** A call with a spread list of 50,000 lines would exceed the stack. */
function addAll(lines: string[], more: readonly string[] = []): void {
  for (const line of more) lines.push(line);
}

function linksByFolder(links: readonly ArrangedLink[]): ReadonlyMap<number, readonly string[]> {
  const byFolder = new Map<number, string[]>();
  for (const link of links) {
    const lines = linesOf(link);
    for (const folder of link.folders.length === 0 ? [TOP] : link.folders) {
      const before = byFolder.get(folder) ?? [];
      addAll(before, lines);
      byFolder.set(folder, before);
    }
  }
  return byFolder;
}

function linesOf({ url, name, note, createdAt, favorite }: ArrangedLink): readonly string[] {
  const seconds = Math.floor(createdAt / 1000);
  const date = seconds > 0 && seconds < MAX_SECONDS ? ` ADD_DATE="${seconds}"` : '';
  const important = favorite ? ' DATA-IMPORTANT="true"' : '';
  const link = `<DT><A HREF="${escaped(url)}"${date}${important}>${escaped(name)}</A>`;
  return note === '' ? [link] : [link, `<DD>${escaped(note)}`];
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** The five escapes that Chrome reads back. */
function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? character);
}
