import { STATUS_ACTIVE, STATUS_TRASHED } from '@foldmark/contract/limits';
import { useMemo } from 'react';

import { useClientState } from '#web/data/client/client-state.ts';
import type { NewToast } from '#web/data/client/toasts.ts';
import type { Key } from '#web/data/library/keys.ts';
import { updateFolder } from '#web/data/mutations/actions/folders.ts';
import { setLinksStatus } from '#web/data/mutations/actions/links.ts';
import {
  addLinksToFolder,
  addLinkToFolder,
  removeLinkFromFolder,
} from '#web/data/mutations/actions/memberships.ts';
import type { Outcome } from '#web/data/mutations/mutation.ts';

import { counted } from './counted.ts';
import { useActions } from './library-hooks.ts';

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
  const context = useActions();
  const { toasts } = useClientState();
  return useMemo(() => {
    const { library } = context;
    /** What did not happen must not be told; why it did not, the failures tell. */
    const tell = async (toast: NewToast, outcome: Promise<Outcome<unknown>>): Promise<void> => {
      const id = toasts.show(toast);
      if (!(await outcome).ok) toasts.remove(id);
    };
    const undo = (run: () => Promise<unknown>) => ({ label: 'Undo', run: () => void run() });
    return {
      trashLinks: (links) => {
        const action = undo(async () => setLinksStatus(context, links, STATUS_ACTIVE));
        void tell(
          { title: `${said(links)} moved to the trash.`, action },
          setLinksStatus(context, links, STATUS_TRASHED),
        );
      },
      restoreLinks: (links) => {
        const action = undo(async () => setLinksStatus(context, links, STATUS_TRASHED));
        void tell(
          { title: `${said(links)} restored.`, action },
          setLinksStatus(context, links, STATUS_ACTIVE),
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
          Promise.all(added.map(async (link) => removeLinkFromFolder(context, link, folder))),
        );
        void tell(
          { title: `${said(added)} added to ${name}.`, action },
          addLinksToFolder(context, added, folder),
        );
      },
      removeFromFolder: (link, folder) => {
        const name = library.folder(folder)?.name ?? '';
        void tell(
          {
            title: `Link removed from ${name}.`,
            action: undo(async () => addLinkToFolder(context, link, folder)),
          },
          removeLinkFromFolder(context, link, folder),
        );
      },
      trashFolder: (folder) => {
        const name = library.folder(folder)?.name ?? '';
        void tell(
          {
            title: `${name} moved to the trash.`,
            action: undo(async () => updateFolder(context, folder, { status_id: STATUS_ACTIVE })),
          },
          updateFolder(context, folder, { status_id: STATUS_TRASHED }),
        );
      },
      restoreFolder: (folder) => {
        const name = library.folder(folder)?.name ?? '';
        void tell(
          {
            title: `${name} restored.`,
            action: undo(async () => updateFolder(context, folder, { status_id: STATUS_TRASHED })),
          },
          updateFolder(context, folder, { status_id: STATUS_ACTIVE }),
        );
      },
    };
  }, [context, toasts]);
}

function said(links: readonly Key[]): string {
  return links.length === 1 ? 'Link' : counted(links.length, 'link');
}
