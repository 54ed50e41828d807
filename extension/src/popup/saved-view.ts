import { differenceText, savedText } from '@foldmark/library/duplicates/saved-text';
import { LINK_NAME_MAX_LENGTH, NOTE_MAX_LENGTH } from '@foldmark/library/entities/limits';
import type { FolderTree } from '@foldmark/library/memory/folder-tree';
import type { Key } from '@foldmark/library/memory/keys';
import { MESSAGES } from '@foldmark/contract/messages';

import type { SavedPage } from '#extension/pages/page-state.ts';
import { button, iconButton } from '#extension/ui/button.ts';
import { type Field, textArea, textField } from '#extension/ui/field.ts';
import { FolderField } from '#extension/ui/folder-field.ts';
import { type ChosenFolder } from '#extension/ui/folder-rows.ts';
import { h } from '#extension/ui/h.ts';
import { icon } from '#extension/ui/icon.ts';

import type { LinkTexts } from './gestures.ts';
import { starToggle } from './star-toggle.ts';

export interface SavedView {
  readonly element: HTMLElement;
  /** Buttons for the head of the popup. */
  readonly tools: HTMLElement;
  readonly focus: () => void;
  readonly update: (saved: SavedPage) => void;
  readonly updateFolders: (tree: FolderTree, recent: readonly Key[]) => void;
  /** Saves the texts that the person is editing, because the popup closes. */
  readonly leave: () => void;
}

type OnEdit = (shown: LinkTexts, edits: Partial<LinkTexts>) => void;

interface SavedOptions {
  readonly url: string;
  readonly onEdit: OnEdit;
  /** Like `onEdit`, while the popup closes. */
  readonly onLeave: OnEdit;
  readonly onAdd: (folder: ChosenFolder) => void;
  readonly onRemove: (folder: Key) => void;
  readonly onStar: (isOn: boolean) => void;
  readonly onTrash: () => void;
  readonly onOpen: () => void;
}

/** A saved page: where and since when it is saved, and its fields, each of which is saved when it changes. */
export function savedView(options: SavedOptions): SavedView {
  const place = h('p', { class: 'place-line', dir: 'auto' });
  const hint = h('p', { class: 'muted' });
  const name = editedField(textField('Name', { id: 'name', maxlength: LINK_NAME_MAX_LENGTH, dir: 'auto' }));
  const note = editedField(textArea('Note', { id: 'note', maxlength: NOTE_MAX_LENGTH, dir: 'auto' }));
  const star = starToggle(options.onStar);
  const field = new FolderField({
    id: 'folders',
    onAdd: options.onAdd,
    onRemove: (folder) => {
      if (typeof folder === 'number') options.onRemove(folder);
    },
  });
  const open = iconButton('external', 'Open in Foldmark', options.onOpen);
  let saved: SavedPage | null = null;
  let folders: { readonly tree: FolderTree; readonly recent: readonly Key[] } | null = null;

  const commitName = (onEdit: OnEdit): void => {
    const text = name.edited();
    if (text === null) return;
    name.field.setProblem(text === '' ? MESSAGES.nameMissing : '');
    if (text === '') return;
    onEdit({ name: name.stored(), note: note.stored() }, { name: text });
    name.accept();
  };
  const commitNote = (onEdit: OnEdit): void => {
    const text = note.edited();
    if (text === null) return;
    onEdit({ name: name.stored(), note: note.stored() }, { note: text });
    note.accept();
  };
  // A click beside the popup closes it, and changes the field before that.
  const onEditNow = (): OnEdit => (document.hasFocus() ? options.onEdit : options.onLeave);
  name.field.input.addEventListener('change', () => {
    commitName(onEditNow());
  });
  note.field.input.addEventListener('change', () => {
    commitNote(onEditNow());
  });

  const show = (): void => {
    if (saved === null) return;
    const { tree = null, recent = [] } = folders ?? {};
    const visible = tree === null ? [] : saved.folders.filter((folder) => tree.isVisible(folder));
    const names = visible.map((folder) => tree?.name(folder) ?? '');
    place.textContent = tree === null ? '' : savedText(saved.record, names);
    hint.textContent = differenceText(saved.record.url, options.url);
    field.update({ tree, chosen: visible, recent });
  };

  return {
    tools: open,
    element: h(
      'form',
      {
        class: 'form',
        // Enter saves an edited text.
        onsubmit: (event) => {
          event.preventDefault();
          commitName(options.onEdit);
          commitNote(options.onEdit);
        },
        onkeydown: (event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          commitNote(options.onEdit);
        },
      },
      h('div', {}, place, hint),
      name.field.element,
      note.field.element,
      field.element,
      h(
        'div',
        { class: 'row actions' },
        star.element,
        h('span', { class: 'spacer' }),
        button('quiet', [icon('trash'), 'Move to Trash'], options.onTrash),
        h('button', { type: 'submit', hidden: true }, 'Save'),
      ),
    ),
    focus: () => {
      // The start of a long name shows.
      name.field.input.setSelectionRange(0, 0);
      name.field.input.focus();
    },
    update: (next) => {
      saved = next;
      name.show(next.record.name);
      note.show(next.record.note);
      star.set(next.isFavorite);
      // The app knows the link only after it is sent.
      open.disabled = next.record.link_id < 0;
      show();
    },
    updateFolders: (tree, recent) => {
      folders = { tree, recent };
      show();
    },
    leave: () => {
      commitName(options.onLeave);
      commitNote(options.onLeave);
    },
  };
}

/** A field of a stored text. A newer text from elsewhere replaces the shown one, unless the person has edited it. */
function editedField<E extends HTMLInputElement | HTMLTextAreaElement>(field: Field<E>) {
  const { input } = field;
  let stored = '';
  /** The stored text as the field has it: without returns, and a name without line breaks. */
  let shown = '';
  const element: HTMLElement = input;
  element.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || input.value.trim() === shown) return;
    // The first Escape drops the edit, and the second one closes the popup.
    event.preventDefault();
    event.stopPropagation();
    input.value = stored;
    field.setProblem('');
  });
  return {
    field,
    stored: () => stored,
    /** Null if the text has not changed. */
    edited: () => (input.value.trim() === shown ? null : input.value.trim()),
    accept: () => {
      stored = input.value.trim();
      shown = stored;
    },
    show: (text: string) => {
      // An edited field keeps the text that it replaces, which guards the change.
      if (input.value.trim() !== shown) return;
      input.value = text;
      stored = text;
      shown = input.value.trim();
    },
  };
}
