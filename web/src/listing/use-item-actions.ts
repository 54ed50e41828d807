import { STATUS_ACTIVE, STATUS_TRASHED } from '@foldmark/contract/limits';
import { useMemo } from 'react';

import { useClientState } from '#web/data/client/client-state.ts';
import type { NewToast } from '#web/data/client/toasts.ts';
import type { Key } from '#web/data/library/keys.ts';
import type { Outcome } from '#web/data/mutations/mutation.ts';

import { counted } from './counted.ts';
import { useActions, useLibrary } from '#web/data/react/library-hooks.ts';

export interface ItemActions {
  readonly trashLinks: (links: readonly Key[]) => void;
  readonly restoreLinks: (links: readonly Key[]) => void;
  readonly addToFolder: (links: readonly Key[], folder: Key) => void;
  readonly removeFromFolder: (link: Key, folder: Key) => void;
  readonly trashFolder: (folder: Key) => void;
  readonly restoreFolder: (folder: Key) => void;
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
    return {
      trashLinks: (links) => {
        const action = undo(async () => actions.setLinksStatus(links, STATUS_ACTIVE));
        void tell(
          { title: `${said(links)} moved to the trash.`, action },
          actions.setLinksStatus(links, STATUS_TRASHED),
        );
      },
      restoreLinks: (links) => {
        const action = undo(async () => actions.setLinksStatus(links, STATUS_TRASHED));
        void tell(
          { title: `${said(links)} restored.`, action },
          actions.setLinksStatus(links, STATUS_ACTIVE),
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
          { title: `${said(added)} added to ${name}.`, action },
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
      trashFolder: (folder) => {
        const name = library.folder(folder)?.name ?? '';
        void tell(
          {
            title: `${name} moved to the trash.`,
            action: undo(async () => actions.updateFolder(folder, { status_id: STATUS_ACTIVE })),
          },
          actions.updateFolder(folder, { status_id: STATUS_TRASHED }),
        );
      },
      restoreFolder: (folder) => {
        const name = library.folder(folder)?.name ?? '';
        void tell(
          {
            title: `${name} restored.`,
            action: undo(async () => actions.updateFolder(folder, { status_id: STATUS_TRASHED })),
          },
          actions.updateFolder(folder, { status_id: STATUS_ACTIVE }),
        );
      },
    };
  }, [actions, library, toasts]);
}

function said(links: readonly Key[]): string {
  return links.length === 1 ? 'Link' : counted(links.length, 'link');
}
