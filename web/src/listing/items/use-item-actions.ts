import type { Status } from '@foldmark/contract/fields';
import { STATUS_ACTIVE, STATUS_TRASHED } from '@foldmark/contract/limits';
import { useCallback, useMemo } from 'react';

import { useClientState } from '#web/state/client-state.ts';
import { countOf, type Items, itemsOf } from '#web/sync/library/items.ts';
import type { Key } from '#web/sync/library/keys.ts';
import type { Library } from '#web/sync/library/library.ts';
import type { Outcome } from '#web/sync/mutations/mutation.ts';

import { itemCountText } from './count-text.ts';
import { useActions, useLibrary } from '#web/hooks/library-hooks.ts';

type Actions = ReturnType<typeof useActions>;

interface UndoableAction {
  /** The text of the toast. */
  readonly title: string;
  readonly run: () => Promise<Outcome<unknown>>;
  readonly undo: () => Promise<unknown>;
}

type Perform = (action: UndoableAction) => void;
type ItemStateActions = Record<'trash' | 'restore' | 'unstar', (items: Items) => void>;

interface FolderActions {
  readonly addToFolder: (links: readonly Key[], folder: Key) => void;
  readonly removeFromFolder: (link: Key, folder: Key) => void;
}

export interface ItemActions extends Readonly<ItemStateActions>, FolderActions {}

/** Actions on links and folders. Each shows a toast with Undo. */
export function useItemActions(): ItemActions {
  const actions = useActions();
  const library = useLibrary();
  const { toasts } = useClientState();
  const perform = usePerform();
  return useMemo(() => {
    const showAlreadyIn = (name: string) => toasts.show({ title: `Already in ${name}.` });
    return {
      ...itemStateActions(actions, library, perform),
      ...folderActions(actions, library, perform, showAlreadyIn),
    };
  }, [actions, library, perform, toasts]);
}

/** Runs an action and shows its toast. If the action fails, the failure message replaces the toast. */
function usePerform(): Perform {
  const { toasts } = useClientState();
  return useCallback(
    ({ title, run, undo }) => {
      const perform = async () => {
        const outcome = run();
        const toast = toasts.show({ title, action: { label: 'Undo', run: () => void undo() } });
        if (!(await outcome).ok) toasts.remove(toast);
      };
      void perform();
    },
    [toasts],
  );
}

function itemStateActions(actions: Actions, library: Library, perform: Perform): ItemStateActions {
  const setStatus = (items: Items, status: Status, verb: string): void => {
    const previous = status === STATUS_ACTIVE ? STATUS_TRASHED : STATUS_ACTIVE;
    perform({
      title: `${nameOf(items, library)} ${verb}.`,
      run: async () => actions.setItemsStatus(items, status),
      undo: async () => actions.setItemsStatus(items, previous),
    });
  };
  return {
    trash: (items) => {
      setStatus(items, STATUS_TRASHED, 'moved to the trash');
    },
    restore: (items) => {
      setStatus(items, STATUS_ACTIVE, 'restored');
    },
    unstar: (items) => {
      perform({
        title: `${nameOf(items, library)} removed from favorites.`,
        run: async () => actions.setFavorites(items, false),
        undo: async () => actions.setFavorites(items, true),
      });
    },
  };
}

function folderActions(
  actions: Actions,
  library: Library,
  perform: Perform,
  showAlreadyIn: (folderName: string) => void,
): FolderActions {
  return {
    addToFolder: (links, folder) => {
      const added = links.filter((link) => !library.isMember(folder, link));
      const name = library.folder(folder)?.name ?? '';
      if (added.length === 0) {
        showAlreadyIn(name);
        return;
      }
      perform({
        title: `${describe(itemsOf('link', added))} added to ${name}.`,
        run: async () => actions.addLinksToFolder(added, folder),
        undo: async () => Promise.all(added.map(async (link) => actions.removeLinkFromFolder(link, folder))),
      });
    },
    removeFromFolder: (link, folder) => {
      perform({
        title: `Link removed from ${library.folder(folder)?.name ?? ''}.`,
        run: async () => actions.removeLinkFromFolder(link, folder),
        undo: async () => actions.addLinkToFolder(link, folder),
      });
    },
  };
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
