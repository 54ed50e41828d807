import type { FolderTree } from '@foldmark/library/memory/folder-tree';
import type { Key } from '@foldmark/library/memory/keys';

import type { SavedPage } from '#extension/pages/page-state.ts';
import type { NewGesture } from '#extension/queue/perform.ts';
import type { ChosenFolder } from '#extension/ui/folder-rows.ts';

import {
  addGesture,
  editGesture,
  type PageForm,
  removeGesture,
  restoreGesture,
  starGesture,
  trashGesture,
} from './gestures.ts';
import { messageView, trashedView } from './message-view.ts';
import type { PopupServices } from './popup-services.ts';
import { editedText } from './popup-texts.ts';
import type { PopupView } from './popup-view.ts';
import { savedView } from './saved-view.ts';
import { unsavedView } from './unsaved-view.ts';

/** A view in the page. Calls that a kind of view does not know have no effect. */
export interface ShownView {
  readonly key: string;
  readonly element: HTMLElement;
  /** Buttons for the head of the popup. */
  readonly tools: HTMLElement | null;
  readonly focus: () => void;
  readonly update: (view: PopupView) => void;
  readonly updateFolders: (tree: FolderTree, recent: readonly Key[]) => void;
  readonly suggestNote: (note: string) => void;
  /** Null if there is nothing to save. */
  readonly form: () => PageForm | null;
  readonly setPending: (isPending: boolean) => void;
  /** Saves the texts that the person is editing, because the popup closes. */
  readonly leave: () => void;
}

interface ShownDeps {
  readonly services: PopupServices;
  /** The address of the Foldmark. */
  readonly origin: string;
  /** What the person has entered before. */
  readonly draft: PageForm | null;
  readonly save: () => void;
  readonly perform: (gesture: NewGesture, text: string) => Promise<void>;
  readonly folderName: (folder: Key) => string;
}

/** Views with the same key are the same one, with other values. */
export function keyOf(view: PopupView): string {
  return view.kind === 'message' ? view.text : view.kind;
}

const INERT = {
  tools: null,
  update: () => undefined,
  updateFolders: () => undefined,
  suggestNote: () => undefined,
  form: () => null,
  setPending: () => undefined,
  leave: () => undefined,
};

export function shownView(view: PopupView, deps: ShownDeps): ShownView {
  const inert = { ...INERT, key: keyOf(view) };
  switch (view.kind) {
    case 'message':
      return { ...inert, ...messageView(view.text, messageAction(view.action, deps.services)) };
    case 'unsaved':
      return { ...inert, ...unsavedView({ initial: deps.draft ?? emptyForm(view), onSave: deps.save }) };
    case 'saved':
      return { ...inert, ...shownSaved(view, deps) };
    case 'trashed':
      return { ...inert, ...shownTrashed(view, deps) };
  }
}

function emptyForm({ url, title }: PopupView & { readonly kind: 'unsaved' }): PageForm {
  return { url, name: title, note: '', folders: [], isFavorite: false };
}

type LinkView = PopupView & { readonly kind: 'saved' | 'trashed' };

function messageAction(action: 'connect' | null, { connect }: PopupServices) {
  return action === null ? null : { label: 'Connect', run: connect };
}

function shownTrashed(view: LinkView, deps: ShownDeps) {
  let { saved } = view;
  return {
    ...trashedView(saved, {
      onRestore: () => void deps.perform(restoreGesture(saved.link), 'Link restored.'),
      onOpen: () => {
        openLink(saved, deps);
      },
    }),
    update: (next: PopupView) => {
      if (next.kind === 'trashed') ({ saved } = next);
    },
  };
}

function openLink({ record }: SavedPage, { services, origin }: ShownDeps): void {
  services.openTab(`${origin}/links/${record.link_id}`);
}

function shownSaved(view: LinkView, deps: ShownDeps) {
  const { services, perform, folderName } = deps;
  let { saved } = view;
  const add = async (chosen: ChosenFolder): Promise<void> => {
    const name = typeof chosen === 'number' ? folderName(chosen) : chosen.names.join(' / ');
    const { folder, ...gesture } = addGesture(saved.link, chosen, name, services.nextRef);
    await perform(gesture, `Link added to ${name}.`);
    await services.rememberFolders([folder]);
  };
  const shown = savedView({
    url: view.url,
    onEdit: (texts, edits) => {
      const gesture = editGesture(saved.link, texts, edits);
      if (gesture !== null) void perform(gesture, editedText(edits));
    },
    onLeave: (texts, edits) => {
      const gesture = editGesture(saved.link, texts, edits);
      if (gesture !== null) services.handOver(gesture);
    },
    onAdd: (chosen) => void add(chosen),
    onRemove: (folder) => {
      const name = folderName(folder);
      void perform(removeGesture(saved.link, folder, name), `Link removed from ${name}.`);
    },
    onStar: (isOn) => {
      void perform(starGesture(saved.link, isOn), `Link ${isOn ? 'added to' : 'removed from'} favorites.`);
    },
    onTrash: () => void perform(trashGesture(saved.link), 'Link moved to the trash.'),
    onOpen: () => {
      openLink(saved, deps);
    },
  });
  shown.update(saved);
  return {
    ...shown,
    update: (next: PopupView) => {
      if (next.kind !== 'saved') return;
      ({ saved } = next);
      shown.update(saved);
    },
  };
}
