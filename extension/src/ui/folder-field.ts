import { folderOutline } from '@foldmark/library/memory/folder-outline';
import type { FolderTree } from '@foldmark/library/memory/folder-tree';
import type { Key } from '@foldmark/library/memory/keys';
import { countText } from '@foldmark/library/text/count-text';

import {
  type ChosenFolder,
  chosenName,
  chosenPath,
  type FolderList,
  type FolderRow,
  folderRows,
} from './folder-rows.ts';
import { announcer } from './announcer.ts';
import { h, setIfChanged } from './h.ts';
import { icon } from './icon.ts';
import { isPlainKey, movedBy } from './roving.ts';

export interface FolderFieldState {
  /** Null until the folders are read. */
  readonly tree: FolderTree | null;
  readonly chosen: readonly ChosenFolder[];
  readonly recent: readonly Key[];
}

interface FolderFieldOptions {
  readonly id: string;
  readonly onAdd: (folder: ChosenFolder) => void;
  readonly onRemove: (folder: ChosenFolder) => void;
}

/**
 * Chooses folders: a search field with the list of folders below it. The field keeps the focus. Arrows move through the list, and
 * Enter adds or removes the active folder. Without an active folder, Enter submits the form.
 */
export class FolderField {
  readonly element: HTMLElement;
  readonly #options: FolderFieldOptions;
  readonly #chips = h('ul', { class: 'chips', 'aria-label': 'Chosen folders', hidden: true });
  readonly #input: HTMLInputElement;
  readonly #rowList: HTMLElement;
  readonly #empty = h('p', { class: 'options-empty' });
  readonly #count = announcer();
  #list: FolderList | null = null;
  #rows: readonly FolderRow[] = [];
  /** The index of the row that Enter picks. */
  #active: number | null = null;

  constructor(options: FolderFieldOptions) {
    const { id } = options;
    this.#options = options;
    this.#rowList = h('ul', {
      id: `${id}-list`,
      class: 'options',
      role: 'listbox',
      'aria-label': 'Folders',
      'aria-multiselectable': 'true',
    });
    this.#input = h('input', {
      id,
      type: 'search',
      class: 'input',
      role: 'combobox',
      autocomplete: 'off',
      spellcheck: 'false',
      placeholder: 'search folders',
      'aria-expanded': 'true',
      'aria-controls': this.#rowList.id,
      'aria-autocomplete': 'list',
      oninput: () => {
        this.#search();
      },
      onkeydown: (event) => {
        if (!isPlainKey(event) || !this.#isHandled(event.key)) return;
        event.preventDefault();
        event.stopPropagation();
      },
    });
    this.element = h(
      'div',
      { class: 'field' },
      h('label', { for: id, class: 'label' }, 'Folders'),
      this.#chips,
      this.#input,
      h('div', { class: 'options-box' }, this.#rowList, this.#empty),
      this.#count.element,
    );
  }

  update({ tree, chosen, recent }: FolderFieldState): void {
    this.#chips.hidden = tree === null || chosen.length === 0;
    if (tree === null) return;
    const known = this.#list?.tree === tree ? this.#list.outline : null;
    this.#list = { tree, outline: known ?? folderOutline(tree), chosen, recent };
    const chips = chosen.map((folder) => ({
      folder,
      name: chosenName(tree, folder),
      path: chosenPath(tree, folder),
    }));
    setIfChanged(this.#chips, chips, (chip) =>
      chipOf(chip, () => {
        this.#options.onRemove(chip.folder);
        this.#input.focus();
      }),
    );
    this.#show();
  }

  #search(): void {
    this.#show();
    const isFiltered = this.#input.value.trim() !== '';
    this.#activate(isFiltered && this.#rows.length > 0 ? 0 : null);
    const found = this.#rows.filter(({ folder }) => typeof folder === 'number').length;
    this.#count.say(isFiltered ? countText(found, 'folder') : '');
  }

  #show(): void {
    const list = this.#list;
    if (list === null) return;
    this.#rows = folderRows(list, this.#input.value);
    setIfChanged(this.#rowList, this.#rows, (row, index) =>
      optionOf(`${this.#rowList.id}-${index}`, row, () => {
        this.#pick(row);
      }),
    );
    this.#empty.textContent = this.#rows.length > 0 ? '' : emptyText(list);
    this.#activate(this.#active !== null && this.#active < this.#rows.length ? this.#active : null);
  }

  #pick(row: FolderRow): void {
    this.#input.value = '';
    this.#active = null;
    if (row.isChosen) this.#options.onRemove(row.folder);
    else this.#options.onAdd(row.folder);
    this.#count.say(`${row.name} ${row.isChosen ? 'removed' : 'added'}`);
    this.#show();
  }

  #activate(index: number | null): void {
    this.#active = index;
    for (const [at, option] of [...this.#rowList.children].entries())
      option.classList.toggle('active', at === index);
    const option = index === null ? undefined : this.#rowList.children[index];
    if (option === undefined) this.#input.removeAttribute('aria-activedescendant');
    else {
      this.#input.setAttribute('aria-activedescendant', option.id);
      option.scrollIntoView({ block: 'nearest' });
    }
  }

  /** Returns whether the key was for the list. */
  #isHandled(key: string): boolean {
    const row = this.#active === null ? undefined : this.#rows[this.#active];
    const last = this.#list?.chosen.at(-1);
    const isEmpty = this.#input.value === '';
    if (key === 'Enter' && row !== undefined) this.#pick(row);
    else if (key === 'Escape' && !isEmpty) {
      this.#input.value = '';
      this.#search();
    } else if (key === 'Backspace' && isEmpty && last !== undefined) this.#options.onRemove(last);
    else return this.#isMoved(key);
    return true;
  }

  #isMoved(key: string): boolean {
    if ((key === 'Home' || key === 'End') && this.#input.value !== '') return false;
    const next = movedBy(key, this.#active ?? (key === 'ArrowDown' ? -1 : 0), this.#rows.length);
    if (next === null) return false;
    // Above the first row is the field itself.
    this.#activate(key === 'ArrowUp' && this.#active === 0 ? null : next);
    return true;
  }
}

function emptyText({ outline }: FolderList): string {
  return outline.length === 0 ? 'No folders yet. Type a name to create one.' : 'No match';
}

function optionOf(id: string, row: FolderRow, onPick: () => void): HTMLElement {
  const { folder, name, place, level, isChosen } = row;
  const isNew = typeof folder !== 'number';
  const option = h(
    'li',
    {
      id,
      class: 'option',
      role: 'option',
      'aria-selected': String(isChosen),
      title: place === '' ? name : `${place} / ${name}`,
      // A press on a row leaves the focus in the field.
      onmousedown: (event) => {
        event.preventDefault();
      },
      onclick: onPick,
    },
    icon(isNew ? 'plus' : isChosen ? 'check' : 'folder'),
    h(
      'span',
      { class: 'one-line', dir: 'auto' },
      isNew ? `Create "${name}"` : name,
      place === '' ? null : h('span', { class: 'place' }, ` in ${place}`),
    ),
  );
  option.style.paddingInlineStart = `${Math.min(8 + 14 * (level - 1), 120)}px`;
  return option;
}

interface Chip {
  readonly folder: ChosenFolder;
  readonly name: string;
  readonly path: string;
}

function chipOf({ name, path }: Chip, onRemove: () => void): HTMLElement {
  return h(
    'li',
    { class: 'chip', title: path },
    h('span', { class: 'one-line', dir: 'auto' }, name),
    h(
      'button',
      { type: 'button', class: 'chip-remove', 'aria-label': `Remove ${name}`, onclick: onRemove },
      icon('close'),
    ),
  );
}
