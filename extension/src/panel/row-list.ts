import { isPlainKey, movedBy } from '#extension/ui/roving.ts';
import { h } from '#extension/ui/h.ts';

import { type Where, whereOf } from './open-link.ts';
import { parentIndex, type Row } from './panel-rows.ts';
import { rowElement, rowHeights, type RowView } from './row-element.ts';
import { VirtualRows } from './virtual-rows.ts';

interface Point {
  readonly x: number;
  readonly y: number;
}

export interface RowCalls {
  readonly open: (row: Row & { readonly kind: 'link' }, where: Where) => void;
  /** Expands or collapses a row. */
  readonly setExpanded: (row: Row, isExpanded: boolean) => void;
  readonly showMore: (row: Row) => void;
  readonly openMenu: (row: Row, anchor: HTMLElement, at: Point | null) => void;
  readonly star: (row: Row) => void;
  readonly trash: (row: Row) => void;
  /** The person leaves the list upwards. */
  readonly leave: () => void;
}

/** The rows of the panel as a tree with the usual keys. One row is in the tab order. */
export class RowList {
  readonly element: HTMLElement;
  readonly #tree: HTMLElement;
  readonly #rows: VirtualRows<Row>;
  readonly #calls: RowCalls;
  #view: RowView | null = null;
  /** The id of the row in the tab order. */
  #current = '';

  constructor(calls: RowCalls) {
    this.#calls = calls;
    this.#tree = h('div', { role: 'tree', class: 'tree', 'aria-label': 'Links' });
    this.element = h('div', { class: 'scroller' }, this.#tree);
    this.#rows = new VirtualRows<Row>({
      scroller: this.element,
      list: this.#tree,
      heightOf: rowHeights(),
      render: (row) => this.#render(row),
    });
    this.#tree.addEventListener('click', (event) => this.#onClick(event));
    this.#tree.addEventListener('auxclick', (event) => {
      if (event.button === 1) this.#onClick(event);
    });
    this.#tree.addEventListener('contextmenu', (event) => this.#onContextMenu(event));
    this.#tree.addEventListener('keydown', (event) => this.#onKey(event));
    this.#tree.addEventListener('focusin', ({ target }) => {
      this.#setCurrent(this.#rowOf(target)?.id ?? this.#current);
    });
  }

  get rows(): readonly Row[] {
    return this.#rows.rows;
  }

  show(rows: readonly Row[], view: RowView, label: string): void {
    // Focus follows the place, not the row: after a row is gone, the next one is current.
    const place = Math.max(0, this.#rows.indexOf(this.#current));
    const hadFocus = this.#tree.contains(document.activeElement);
    this.#view = view;
    if (!rows.some(({ id }) => id === this.#current))
      this.#current = rows[Math.min(place, rows.length - 1)]?.id ?? '';
    this.#tree.setAttribute('aria-label', label);
    this.element.hidden = rows.length === 0;
    this.#rows.show(rows);
    if (!hadFocus || this.#tree.contains(document.activeElement)) return;
    if (rows.length === 0) this.#calls.leave();
    else this.#focus(this.#rows.indexOf(this.#current));
  }

  scrollToTop(): void {
    this.element.scrollTop = 0;
    this.#setCurrent(this.rows[0]?.id ?? '');
  }

  /** Moves the focus to the current row. */
  focus(): void {
    this.#focus(Math.max(0, this.#rows.indexOf(this.#current)));
  }

  #render(row: Row): HTMLElement {
    if (this.#view === null) return h('div');
    const element = rowElement(row, this.#view);
    if (row.id === this.#current) element.tabIndex = 0;
    return element;
  }

  #focus(index: number): void {
    const row = this.rows[index];
    if (row === undefined) return;
    this.#setCurrent(row.id);
    this.#rows.reveal(index)?.focus({ preventScroll: true });
  }

  #setCurrent(id: string): void {
    if (id === this.#current) return;
    this.#current = id;
    for (const element of this.#tree.querySelectorAll<HTMLElement>('[role=treeitem]'))
      element.tabIndex = element.dataset['id'] === id ? 0 : -1;
  }

  #rowOf(target: EventTarget | null): Row | undefined {
    const element = target instanceof Element ? target.closest<HTMLElement>('[data-id]') : null;
    return this.rows[this.#rows.indexOf(element?.dataset['id'] ?? '')];
  }

  #onClick(event: MouseEvent): void {
    const row = this.#rowOf(event.target);
    if (row === undefined || !(event.target instanceof Element)) return;
    event.preventDefault();
    const button = event.target.closest<HTMLElement>('.more');
    if (button !== null) this.#calls.openMenu(row, button, null);
    else this.#activate(row, whereOf(event));
  }

  #onContextMenu(event: MouseEvent): void {
    const row = this.#rowOf(event.target);
    if (row === undefined || (row.kind !== 'link' && row.kind !== 'folder')) return;
    event.preventDefault();
    const element = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-id]') : null;
    // The menu key of the keyboard has no position.
    const at = event.clientX === 0 && event.clientY === 0 ? null : { x: event.clientX, y: event.clientY };
    if (element !== null) this.#calls.openMenu(row, element, at);
  }

  #activate(row: Row, where: Where): void {
    if (row.kind === 'link') this.#calls.open(row, where);
    else if (row.kind === 'more') this.#calls.showMore(row);
    else if (row.isExpanded !== null) this.#calls.setExpanded(row, !row.isExpanded);
  }

  #onKey(event: KeyboardEvent): void {
    const row = this.#rowOf(event.target);
    if (row === undefined || event.isComposing) return;
    if (this.#isHandled(event, row)) event.preventDefault();
  }

  #isHandled(event: KeyboardEvent, row: Row): boolean {
    const { key } = event;
    if (key === 'Enter') return this.#done(() => this.#activate(row, whereOf(event)));
    if (!isPlainKey(event)) return false;
    const index = this.#rows.indexOf(row.id);
    if (key === 'ArrowUp' && index === 0) return this.#done(() => this.#calls.leave());
    const next = movedBy(key, index, this.rows.length);
    if (next !== null) return this.#done(() => this.#focus(next));
    return this.#isTreeKey(key, row, index) || this.#isItemKey(key, row);
  }

  #isTreeKey(key: string, row: Row, index: number): boolean {
    const isExpanded = 'isExpanded' in row ? row.isExpanded : null;
    if (key === 'ArrowRight' && isExpanded === false)
      return this.#done(() => this.#calls.setExpanded(row, true));
    if (key === 'ArrowRight' && isExpanded === true) return this.#done(() => this.#focus(index + 1));
    if (key === 'ArrowLeft' && isExpanded === true)
      return this.#done(() => this.#calls.setExpanded(row, false));
    const parent = parentIndex(this.rows, index);
    if (key === 'ArrowLeft' && parent !== null) return this.#done(() => this.#focus(parent));
    if (key === ' ') return this.#done(() => row.kind !== 'link' && this.#activate(row, 'this-tab'));
    return false;
  }

  #isItemKey(key: string, row: Row): boolean {
    if (key === 'Escape') return this.#done(() => this.#calls.leave());
    if (row.kind !== 'link' && row.kind !== 'folder') return false;
    if (key === 's') return this.#done(() => this.#calls.star(row));
    if (key === 'Delete' || key === 'Backspace') return this.#done(() => this.#calls.trash(row));
    return false;
  }

  #done(run: () => unknown): true {
    run();
    return true;
  }
}
