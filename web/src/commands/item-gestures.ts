import type { Status } from '@foldmark/library/entities/fields';
import { ROOT_FOLDER_ID, STATUS_ACTIVE, STATUS_TRASHED } from '@foldmark/library/entities/limits';

import type { Announce } from '#web/hooks/use-announce.ts';
import type { Toasts } from '#web/state/toasts.ts';
import type { Actions } from '#web/sync/changes/actions.ts';
import type { Performed, PerformOptions } from '#web/sync/changes/performed.ts';
import { itemCountText } from '#web/sync/count-text.ts';
import { countOf, type Items, itemsOf } from '@foldmark/library/memory/items';
import type { Key } from '@foldmark/library/memory/keys';
import type { Library } from '@foldmark/library/memory/library';

type ItemStateActions = Record<'trash' | 'restore' | 'star' | 'unstar', (items: Items) => void>;

/** `step` is an earlier gesture that the Undo of this one undoes too. */
interface FolderActions {
  readonly addToFolder: (links: readonly Key[], folder: Key, step?: string) => void;
  readonly removeFromFolder: (links: readonly Key[], folder: Key) => void;
  /** Moves folders into `to` (0 is the root), and links from the folder `from` into it. */
  readonly move: (items: Items, from: Key | null, to: Key, step?: string) => void;
}

/** Gestures with links and folders. Each shows a toast with Undo. */
export interface ItemGestures extends Readonly<ItemStateActions>, FolderActions {}

export function itemGestures(
  actions: Actions,
  library: Library,
  announce: Announce,
  toasts: Toasts,
): ItemGestures {
  const showAlreadyIn = (name: string) => toasts.show({ title: `Already in ${name}.` });
  return {
    ...itemStateActions(actions, library, announce),
    ...folderActions(actions, library, announce, showAlreadyIn),
  };
}

function itemStateActions(actions: Actions, library: Library, announce: Announce): ItemStateActions {
  const setStatus = (items: Items, status: Status, verb: string): void => {
    const name = nameOf(items, library);
    announce(`${name} ${verb}.`, actions.setItemsStatus(items, status));
  };
  return {
    trash: (items) => {
      setStatus(items, STATUS_TRASHED, 'moved to the trash');
    },
    restore: (items) => {
      setStatus(items, STATUS_ACTIVE, 'restored');
    },
    star: (items) => {
      announce(`${nameOf(items, library)} added to favorites.`, actions.setFavorites(items, true));
    },
    unstar: (items) => {
      announce(`${nameOf(items, library)} removed from favorites.`, actions.setFavorites(items, false));
    },
  };
}

function folderActions(
  actions: Actions,
  library: Library,
  announce: Announce,
  showAlreadyIn: (folderName: string) => void,
): FolderActions {
  return {
    addToFolder: (links, folder, step) => {
      const added = links.filter((link) => !library.isMember(folder, link));
      const name = library.folder(folder)?.name ?? '';
      if (added.length === 0) {
        showAlreadyIn(name);
        return;
      }
      announce(
        `${describe(itemsOf('link', added))} added to ${name}.`,
        asStep(step, (options) => actions.addLinksToFolder(added, folder, options)),
      );
    },
    removeFromFolder: (links, folder) => {
      announce(
        `${describe(itemsOf('link', links))} removed from ${library.folder(folder)?.name ?? ''}.`,
        actions.removeLinksFromFolder(links, folder),
      );
    },
    move: (items, from, to, step) => {
      const destination = to === ROOT_FOLDER_ID ? 'the root' : (library.folder(to)?.name ?? '');
      announce(
        `${nameOf(items, library)} moved to ${destination}.`,
        asStep(step, (options) => actions.moveItems(items, from, to, options)),
      );
    },
  };
}

/** Performs a gesture as a part of an earlier one, if there is one. */
function asStep(step: string | undefined, perform: (options?: PerformOptions) => Performed): Performed {
  return step === undefined ? perform() : { ...perform({ step }), id: step };
}

/** A single folder by its name; a link as 'Link', because links often have long names. */
function nameOf(items: Items, library: Library): string {
  const [folder] = items.folders;
  return folder !== undefined && countOf(items) === 1
    ? (library.folder(folder)?.name ?? '')
    : describe(items);
}

function describe(items: Items): string {
  return items.folders.length === 0 && items.links.length === 1 ? 'Link' : itemCountText(items);
}
