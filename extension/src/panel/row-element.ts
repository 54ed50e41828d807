import { h, type Child } from '#extension/ui/h.ts';
import { icon } from '#extension/ui/icon.ts';
import { isNamedByUrl } from '@foldmark/library/entities/link-url';
import { clickableUrl, shownDomain, shownName } from '@foldmark/library/entities/link-text';
import type { Key } from '@foldmark/library/memory/keys';
import type { Library } from '@foldmark/library/memory/library';
import type { SearchQuery } from '@foldmark/library/search/compiled-query';
import type { Mark } from '@foldmark/library/search/fold';
import { hueOf, letterOf } from '@foldmark/library/text/letter-tile';
import { numberText } from '@foldmark/library/text/number-text';

import type { FolderRow, LinkRow, Row } from './panel-rows.ts';

/** What the rows show. */
export interface RowView {
  readonly library: Library;
  /** The search whose matches are marked. */
  readonly query: SearchQuery | null;
}

const HEIGHTS_REM: Readonly<Record<Row['kind'], number>> = { section: 2, folder: 2, link: 2.75, more: 2 };

/** The heights grow with the size of text that the person has chosen in the browser. */
export function rowHeights(): (row: Row) => number {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  return ({ kind }) => HEIGHTS_REM[kind] * rem;
}

/** A row of the tree. The list makes it focusable and handles its events. */
export function rowElement(row: Row, view: RowView): HTMLElement {
  const isExpanded = 'isExpanded' in row ? row.isExpanded : null;
  const element = h(
    'div',
    {
      role: 'treeitem',
      class: `row ${row.kind}`,
      tabindex: -1,
      'aria-level': row.level,
      'aria-posinset': row.position,
      'aria-setsize': row.siblings,
      ...(isExpanded === null ? {} : { 'aria-expanded': String(isExpanded) }),
      'data-id': row.id,
    },
    ...contentOf(row, view),
  );
  element.style.setProperty('--depth', String(row.level - 1));
  return element;
}

function contentOf(row: Row, view: RowView): readonly Child[] {
  switch (row.kind) {
    case 'section':
      return [twisty(true), h('span', { class: 'name' }, row.label), count(row.count)];
    case 'folder':
      return folderContent(row, view);
    case 'link':
      return linkContent(row, view);
    case 'more':
      return [h('span', { class: 'name' }, 'Show more'), count(row.hidden)];
  }
}

function folderContent({ folder, isExpanded }: FolderRow, { library, query }: RowView): readonly Child[] {
  const name = library.folder(folder)?.name ?? '';
  const links = library.count(folder);
  const below = library.countBelow(folder);
  return [
    twisty(isExpanded !== null),
    icon('folder'),
    h('span', { class: 'name one-line', dir: 'auto' }, ...marked(name, query?.marks(name, 'title') ?? [])),
    library.isFavorite('folder', folder) ? star() : null,
    isExpanded === true || below === 0 ? count(links) : count(links, below),
    moreButton(name),
  ];
}

function linkContent({ link: key, level }: LinkRow, { library, query }: RowView): readonly Child[] {
  const link = library.link(key);
  if (link === undefined) return [];
  const name = shownName(link.name, link.url);
  const domain = shownDomain(link.name, link.url, link.domain_name);
  const nameField = isNamedByUrl(link.name, link.url) ? 'any' : 'title';
  const found = query?.excerpt(key, link, { name, nameField, domain }) ?? null;
  // Below a folder, the place is clear.
  const folders = level === 1 && found?.isFolder !== true ? foldersText(library, key) : '';
  const beside: Child[][] = [
    ...(library.isPending('link', key) ? [['Not sent yet']] : []),
    ...(domain === '' ? [] : [marked(domain, query?.marks(domain, 'url') ?? [])]),
    ...(found === null ? [] : [marked(found.text, found.marks)]),
    ...(folders === '' ? [] : [[folders]]),
  ];
  const text = marked(name, query?.marks(name, nameField) ?? []);
  const href = clickableUrl(link.url);
  return [
    tile(link.domain_name),
    h(
      'span',
      { class: 'texts', title: `${name}\n${link.url}` },
      href === null
        ? h('span', { class: 'name one-line', dir: 'auto' }, ...text)
        : h('a', { class: 'name one-line', dir: 'auto', href, tabindex: -1 }, ...text),
      ' ',
      h('span', { class: 'beside one-line', dir: 'auto' }, ...joined(beside)),
    ),
    library.isFavorite('link', key) ? star() : null,
    moreButton(name),
  ];
}

function foldersText(library: Library, link: Key): string {
  return library
    .visibleFoldersOf(link)
    .map((folder) => library.folder(folder)?.name ?? '')
    .join(', ');
}

function joined(parts: readonly (readonly Child[])[]): readonly Child[] {
  return parts.flatMap((part, index) => (index === 0 ? part : [' · ', ...part]));
}

/** Highlights the matches of a search. */
function marked(text: string, marks: readonly Mark[]): Child[] {
  const parts: Child[] = [];
  let copied = 0;
  for (const { start, end } of marks) {
    parts.push(text.slice(copied, start), h('mark', {}, text.slice(start, end)));
    copied = end;
  }
  return [...parts, text.slice(copied)];
}

/** The first letter of a site in its colour, as in the app. */
function tile(domain: string): HTMLElement {
  const site = domain.replace(/^www\./, '');
  const element = h('span', { class: 'tile', 'aria-hidden': 'true' }, letterOf(site));
  element.style.setProperty('--hue', String(hueOf(site)));
  return element;
}

function twisty(hasContent: boolean): HTMLElement {
  return h('span', { class: 'twisty', 'aria-hidden': 'true' }, hasContent ? icon('chevron') : null);
}

function star(): HTMLElement {
  return h('span', { class: 'starred' }, icon('star'), onlyRead(' Favorite'));
}

/** For example '0 +1,852': the links in a folder, and those below it if they are out of sight. */
function count(links: number, below = 0): HTMLElement {
  return h(
    'span',
    { class: 'count' },
    ` ${numberText(links)}`,
    onlyRead(links === 1 ? ' link' : ' links'),
    ...(below === 0 ? [] : [` +${numberText(below)}`, onlyRead(' in folders below')]),
  );
}

/** For the mouse: the keyboard opens the menu on the row, with the menu key or Shift+F10. */
function moreButton(name: string): HTMLElement {
  return h(
    'button',
    { type: 'button', class: 'more', tabindex: -1, title: `More for ${name}`, 'aria-hidden': 'true' },
    '⋯',
  );
}

/** A text for screen readers. */
function onlyRead(text: string): HTMLElement {
  return h('span', { class: 'visually-hidden' }, text);
}
