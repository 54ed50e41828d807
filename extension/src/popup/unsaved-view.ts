import { LINK_NAME_MAX_LENGTH, NOTE_MAX_LENGTH } from '@foldmark/library/entities/limits';
import type { FolderTree } from '@foldmark/library/memory/folder-tree';
import type { Key } from '@foldmark/library/memory/keys';

import { textArea, textField } from '#extension/ui/field.ts';
import { FolderField } from '#extension/ui/folder-field.ts';
import { type ChosenFolder, isSameFolder } from '#extension/ui/folder-rows.ts';
import { h } from '#extension/ui/h.ts';

import type { PageForm } from './gestures.ts';
import { starToggle } from './star-toggle.ts';

export interface UnsavedView {
  readonly element: HTMLElement;
  readonly focus: () => void;
  readonly form: () => PageForm;
  /** Sets the note, unless the person has typed one. */
  readonly suggestNote: (note: string) => void;
  readonly updateFolders: (tree: FolderTree, recent: readonly Key[]) => void;
  /** While the form is being saved, it can't be saved again. */
  readonly setPending: (isPending: boolean) => void;
}

interface UnsavedOptions {
  readonly initial: PageForm;
  readonly onSave: () => void;
}

/** The form that saves a page. */
export function unsavedView({ initial, onSave }: UnsavedOptions): UnsavedView {
  const name = textField('Name', {
    id: 'name',
    value: initial.name,
    maxlength: LINK_NAME_MAX_LENGTH,
    dir: 'auto',
    placeholder: 'The title of the page',
  });
  const note = textArea('Note', { id: 'note', maxlength: NOTE_MAX_LENGTH, dir: 'auto' });
  const star = starToggle(() => undefined);
  const save = h('button', { type: 'submit', class: 'button primary' }, 'Save');
  note.input.value = initial.note;
  star.set(initial.isFavorite);
  let chosen = initial.folders;
  let folders: { readonly tree: FolderTree | null; readonly recent: readonly Key[] } = {
    tree: null,
    recent: [],
  };

  const choose = (next: readonly ChosenFolder[]): void => {
    chosen = next;
    field.update({ ...folders, chosen });
  };
  const field = new FolderField({
    id: 'folders',
    onAdd: (folder) => {
      choose([...chosen, folder]);
    },
    onRemove: (folder) => {
      choose(chosen.filter((one) => !isSameFolder(one, folder)));
    },
  });
  const submit = (event: Event): void => {
    event.preventDefault();
    if (!save.disabled) onSave();
  };
  const element = h(
    'form',
    {
      class: 'form',
      onsubmit: submit,
      // Enter in the note adds a line.
      onkeydown: (event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event);
      },
    },
    name.element,
    note.element,
    field.element,
    h('div', { class: 'row actions' }, star.element, h('span', { class: 'spacer' }), save),
  );
  return {
    element,
    focus: () => {
      name.input.focus();
      name.input.select();
    },
    form: () => ({
      url: initial.url,
      name: name.input.value,
      note: note.input.value,
      folders: chosen,
      isFavorite: star.isOn(),
    }),
    suggestNote: (text) => {
      if (note.input.value === '') note.input.value = text;
    },
    updateFolders: (tree, recent) => {
      folders = { tree, recent };
      field.update({ ...folders, chosen });
    },
    setPending: (isPending) => {
      save.disabled = isPending;
    },
  };
}
