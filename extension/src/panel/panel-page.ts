import { forgetTold, lastTold, listenForTold, type Told } from '#extension/background/told.ts';
import { connection } from '#extension/connection/connection.ts';
import type { Connection } from '#extension/connection/stored-connection.ts';
import { openLibrary } from '#extension/copy/open-library.ts';
import { pageState } from '#extension/pages/page-state.ts';
import { listenForChanges, tellWorker } from '#extension/platform/messages.ts';
import { undo } from '#extension/queue/queue.ts';
import { h } from '#extension/ui/h.ts';
import { undoLine } from '#extension/ui/undo-line.ts';
import type { ObjectKind } from '@foldmark/library/entities/collections';
import type { Key } from '@foldmark/library/memory/keys';
import type { Library } from '@foldmark/library/memory/library';
import { findLinks } from '@foldmark/library/search/find-links';
import { firstWeekday } from '@foldmark/library/search/first-weekday';
import { countText } from '@foldmark/library/text/count-text';

import { readExpanded, writeExpanded } from './expanded.ts';
import { moveToTrash, toggleStar } from './item-actions.ts';
import { openUrl, type Where } from './open-link.ts';
import { browseRows, resultRows, type Row } from './panel-rows.ts';
import { RowList } from './row-list.ts';
import { type MenuEntry, openMenu } from './row-menu.ts';
import { searchField } from './search-field.ts';
import {
  connectState,
  emptyState,
  endedNotice,
  failedState,
  firstPullState,
  noMatchState,
} from './states.ts';

const RECENT_COUNT = 8;
const MORE_COUNT = 100;

/** The panel beside the page: a search, the latest links, the favorites and the folders. */
export class Panel {
  readonly #main: HTMLElement;
  readonly #search = searchField({
    onInput: () => this.#showSearch(),
    onDown: () => this.#list.focus(),
    onEnter: (where) => this.#openBest(where),
  });
  readonly #found = h('p', { class: 'found', role: 'status' });
  readonly #undoLine = undoLine({ onUndone: () => void forgetTold() });
  readonly #list = new RowList({
    open: ({ link }, where) => this.#open(link, where),
    setExpanded: (row, isExpanded) => this.#setExpanded(row, isExpanded),
    showMore: () => this.#showMore(),
    openMenu: (row, anchor, at) => {
      openMenu('Actions', this.#menuOf(row), { anchor, at }, () => this.#list.focus());
    },
    star: (row) => this.#act(row, toggleStar),
    trash: (row) => this.#act(row, moveToTrash),
    leave: () => this.#search.input.focus(),
  });
  readonly #state = h('div', { class: 'state' });
  readonly #notice = h('div');
  #connection: Connection | null = null;
  #library: Library | null = null;
  #isCopied = false;
  #expanded = new Set<string>();
  /** Folders that are expanded in the results of a search. */
  #expandedFound = new Set<string>();
  #recent = RECENT_COUNT;
  /** Set while the library is read again. True if it has changed since. */
  #reading: { isOld: boolean } | null = null;

  constructor(main: HTMLElement) {
    this.#main = main;
  }

  async start(): Promise<void> {
    this.#main.append(
      h('h1', { class: 'visually-hidden' }, 'Foldmark'),
      h('div', { class: 'head' }, this.#search.element, this.#found),
      this.#notice,
      this.#state,
      this.#list.element,
      h('div', { class: 'foot' }, this.#undoLine.element),
    );
    this.#state.replaceChildren(h('div', { class: 'loading' }));
    this.#list.element.hidden = true;
    document.addEventListener('keydown', (event) => {
      if (event.key !== '/' || event.target === this.#search.input) return;
      event.preventDefault();
      this.#search.input.focus();
    });
    listenForChanges(() => void this.#read());
    this.#expanded = await readExpanded();
    await this.#read();
    tellWorker({ kind: 'pull' });
    const told = await lastTold();
    if (told !== null) this.#tell(told);
    listenForTold((next) => this.#tell(next));
  }

  /** Reads the library, and once more if it has changed meanwhile. */
  async #read(): Promise<void> {
    if (this.#reading !== null) {
      this.#reading.isOld = true;
      return;
    }
    const reading = (this.#reading = { isOld: false });
    try {
      do {
        reading.isOld = false;
        this.#connection = await connection();
        this.#library = this.#connection === null ? null : await openLibrary();
        this.#isCopied = this.#library !== null && (this.#isCopied || (await pageState('')).isCopied);
        this.#update();
      } while (reading.isOld);
    } catch (thrown) {
      this.#showState(failedState(messageOf(thrown), () => void this.#read()));
    } finally {
      this.#reading = null;
    }
  }

  #update(): void {
    this.#notice.replaceChildren(...(this.#connection?.isEnded === true ? [endedNotice()] : []));
    this.#search.input.disabled = this.#connection === null;
    if (this.#library === null) {
      this.#showState(connectState());
      return;
    }
    if (this.#search.text().trim() === '') this.#browse(this.#library);
    else this.#searchIn(this.#library);
  }

  /** Shows a state instead of the list. */
  #showState(state: HTMLElement): void {
    this.#found.textContent = '';
    this.#list.element.hidden = true;
    this.#state.replaceChildren(state);
  }

  #browse(library: Library): void {
    const rows = browseRows(library, { expanded: this.#expanded, recent: this.#recent });
    this.#found.textContent = '';
    this.#list.show(rows, { library, query: null }, 'Links and folders');
    if (rows.length === 0) this.#showState(this.#isCopied ? emptyState() : firstPullState());
    else this.#state.replaceChildren();
  }

  #searchIn(library: Library): void {
    const text = this.#search.text();
    const { query, keys } = findLinks(library, text, { now: Date.now(), firstWeekday: firstWeekday() });
    const folders = query.bestFolders(() => true);
    const rows = resultRows(library, { folders, links: keys }, this.#expandedFound);
    const counts = [
      ...(folders.length === 0 ? [] : [countText(folders.length, 'folder')]),
      countText(keys.length, 'link'),
    ];
    this.#found.textContent = counts.join(', ');
    this.#list.show(rows, { library, query }, 'Search results');
    this.#state.replaceChildren(
      ...(rows.length === 0 ? [noMatchState(text.trim(), () => this.#search.clear())] : []),
    );
  }

  #openBest(where: Where): void {
    const best = this.#list.rows.find((row) => row.kind === 'link');
    if (best !== undefined && this.#search.text().trim() !== '') this.#open(best.link, where);
  }

  #open(link: Key, where: Where): void {
    void openUrl(this.#library?.link(link)?.url ?? '', where);
  }

  #showSearch(): void {
    this.#expandedFound = new Set();
    this.#update();
    this.#list.scrollToTop();
  }

  #setExpanded({ id }: Row, isExpanded: boolean): void {
    const isSearch = this.#search.text().trim() !== '';
    const expanded = isSearch ? this.#expandedFound : this.#expanded;
    if (isExpanded) expanded.add(id);
    else expanded.delete(id);
    this.#update();
    if (!isSearch) void writeExpanded(expanded);
  }

  #showMore(): void {
    this.#recent += MORE_COUNT;
    this.#update();
  }

  #menuOf(row: Row): readonly MenuEntry[] {
    const [library, origin] = [this.#library, this.#connection?.origin];
    if (library === null || origin === undefined) return [];
    const item = itemOf(row);
    if (item === null) return [];
    const { kind, key } = item;
    const id = library.tables.keys.idOf(kind, key);
    const url = library.link(key)?.url ?? '';
    return [
      ...(kind === 'link'
        ? [
            { label: 'Open', run: () => void openUrl(url, 'this-tab') },
            { label: 'Open in a new tab', run: () => void openUrl(url, 'new-tab') },
          ]
        : []),
      // A new link or folder has no page before the server knows it.
      ...(id === null
        ? []
        : [{ label: 'Open in Foldmark', run: () => void openUrl(`${origin}/${kind}s/${id}`, 'this-tab') }]),
      {
        label: library.isFavorite(kind, key) ? 'Remove from favorites' : 'Add to favorites',
        key: 'S',
        run: () => this.#act(row, toggleStar),
      },
      { label: 'Move to Trash', key: 'Delete', run: () => this.#act(row, moveToTrash) },
    ];
  }

  #act(row: Row, action: (library: Library, kind: ObjectKind, key: Key) => Promise<Told>): void {
    const [library, item] = [this.#library, itemOf(row)];
    if (item === null || library === null) return;
    const run = async (): Promise<void> => {
      try {
        this.#tell(await action(library, item.kind, item.key));
      } catch (thrown) {
        // For example because there is no space left.
        this.#undoLine.show(messageOf(thrown));
      }
    };
    void run();
  }

  #tell({ text, action }: Told): void {
    this.#undoLine.show(text, ...(action === null ? [] : [async () => undo(action)]));
  }
}

function itemOf(row: Row): { readonly kind: ObjectKind; readonly key: Key } | null {
  if (row.kind === 'link') return { kind: 'link', key: row.link };
  return row.kind === 'folder' ? { kind: 'folder', key: row.folder } : null;
}

function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
