import type { Status } from '@foldmark/contract/fields';
import { STATUS_ACTIVE, STATUS_TRASHED } from '@foldmark/contract/limits';
import { useMemo } from 'react';

import { useClientState } from '#web/state/client-state.ts';
import type { NewToast } from '#web/state/toasts.ts';
import { countOf, type Items, itemsOf } from '#web/sync/library/items.ts';
import type { Key } from '#web/sync/library/keys.ts';
import type { Outcome } from '#web/sync/mutations/mutation.ts';

import { countedItems } from './counted.ts';
import { useActions, useLibrary } from '#web/hooks/library-hooks.ts';

export interface ItemActions {
  readonly trash: (items: Items) => void;
  readonly restore: (items: Items) => void;
  readonly unstar: (items: Items) => void;
  readonly addToFolder: (links: readonly Key[], folder: Key) => void;
  readonly removeFromFolder: (link: Key, folder: Key) => void;
}

/** What one can do to rows: each is told by a message that takes it back. */
export function useItemActions(): ItemActions {
  const actions = useActions();
  const { toasts } = useClientState();
  const library = useLibrary();
  return useMemo(() => {
    /** What did not happen must not be told; why it did not, the failures tell. */
    const tell = async (toast: NewToast, outcome: Promise<Outcome<unknown>>): Promise<void> => {
      const id = toasts.show(toast);
      if (!(await outcome).ok) toasts.remove(id);
    };
    const undo = (run: () => Promise<unknown>) => ({ label: 'Undo', run: () => void run() });
    /** A folder is called by its name, a link is not: links have long names. */
    const nameOf = (items: Items): string => {
      const [folder] = items.folders;
      return folder !== undefined && countOf(items) === 1
        ? (library.folder(folder)?.name ?? '')
        : said(items);
    };
    const setStatus = (items: Items, status: Status, what: string): void => {
      const back = status === STATUS_ACTIVE ? STATUS_TRASHED : STATUS_ACTIVE;
      const action = undo(async () => actions.setItemsStatus(items, back));
      void tell({ title: `${nameOf(items)} ${what}.`, action }, actions.setItemsStatus(items, status));
    };
    return {
      trash: (items) => {
        setStatus(items, STATUS_TRASHED, 'moved to the trash');
      },
      restore: (items) => {
        setStatus(items, STATUS_ACTIVE, 'restored');
      },
      unstar: (items) => {
        const action = undo(async () => actions.setFavorites(items, true));
        void tell(
          { title: `${nameOf(items)} removed from favorites.`, action },
          actions.setFavorites(items, false),
        );
      },
      addToFolder: (links, folder) => {
        const added = links.filter((link) => !library.isMember(folder, link));
        const name = library.folder(folder)?.name ?? '';
        if (added.length === 0) {
          toasts.show({ title: `Already in ${name}.` });
          return;
        }
        const action = undo(async () =>
          Promise.all(added.map(async (link) => actions.removeLinkFromFolder(link, folder))),
        );
        void tell(
          { title: `${said(itemsOf('link', added))} added to ${name}.`, action },
          actions.addLinksToFolder(added, folder),
        );
      },
      removeFromFolder: (link, folder) => {
        const name = library.folder(folder)?.name ?? '';
        void tell(
          {
            title: `Link removed from ${name}.`,
            action: undo(async () => actions.addLinkToFolder(link, folder)),
          },
          actions.removeLinkFromFolder(link, folder),
        );
      },
    };
  }, [actions, library, toasts]);
}

function said(items: Items): string {
  return items.folders.length === 0 && items.links.length === 1 ? 'Link' : countedItems(items);
}
