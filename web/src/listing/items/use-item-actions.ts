import type { Status } from '@foldmark/contract/fields';
import { STATUS_ACTIVE, STATUS_TRASHED } from '@foldmark/contract/limits';
import { useCallback, useMemo } from 'react';

import { useClientState } from '#web/state/client-state.ts';
import { countOf, type Items, itemsOf } from '#web/sync/library/items.ts';
import type { Key } from '#web/sync/library/keys.ts';
import type { Library } from '#web/sync/library/library.ts';
import type { Performed } from '#web/sync/changes/perform.ts';

import { itemCountText } from './count-text.ts';
import { useActions, useLibrary, useUndo } from '#web/hooks/library-hooks.ts';

type Actions = ReturnType<typeof useActions>;

/** Shows a toast for a gesture, with Undo. */
type Announce = (title: string, gesture: Performed) => void;
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
  const announce = useAnnounce();
  return useMemo(() => {
    const showAlreadyIn = (name: string) => toasts.show({ title: `Already in ${name}.` });
    return {
      ...itemStateActions(actions, library, announce),
      ...folderActions(actions, library, announce, showAlreadyIn),
    };
  }, [actions, library, announce, toasts]);
}

/** If the server refuses the gesture, the failure message replaces the toast. */
function useAnnounce(): Announce {
  const { toasts } = useClientState();
  const { undo } = useUndo();
  return useCallback(
    (title, { id, outcome }) => {
      const toast = toasts.show({ title, action: { label: 'Undo', run: () => void undo(id) } });
      void outcome.then(({ ok }) => {
        if (!ok) toasts.remove(toast);
      });
    },
    [toasts, undo],
  );
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
    addToFolder: (links, folder) => {
      const added = links.filter((link) => !library.isMember(folder, link));
      const name = library.folder(folder)?.name ?? '';
      if (added.length === 0) {
        showAlreadyIn(name);
        return;
      }
      announce(
        `${describe(itemsOf('link', added))} added to ${name}.`,
        actions.addLinksToFolder(added, folder),
      );
    },
    removeFromFolder: (link, folder) => {
      announce(
        `Link removed from ${library.folder(folder)?.name ?? ''}.`,
        actions.removeLinkFromFolder(link, folder),
      );
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
