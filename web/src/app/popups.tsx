import { lazy, Suspense, useEffect } from 'react';

import type { Popup } from '#web/state/client-state.ts';
import { usePopup } from '#web/state/popup.ts';

const LOADERS = {
  newLink: async () => import('#web/features/links/new-link-dialog.tsx'),
  editLink: async () => import('#web/features/links/edit-link-dialog.tsx'),
  linkFolders: async () => import('#web/features/links/link-folders-dialog.tsx'),
  newFolder: async () => import('#web/features/folders/new-folder-dialog.tsx'),
  editFolder: async () => import('#web/features/folders/edit-folder-dialog.tsx'),
  moveFolder: async () => import('#web/features/folders/move-folder-dialog.tsx'),
};

const NewLinkDialog = lazy(async () => ({ default: (await LOADERS.newLink()).NewLinkDialog }));
const EditLinkDialog = lazy(async () => ({ default: (await LOADERS.editLink()).EditLinkDialog }));
const LinkFoldersDialog = lazy(async () => ({ default: (await LOADERS.linkFolders()).LinkFoldersDialog }));
const NewFolderDialog = lazy(async () => ({ default: (await LOADERS.newFolder()).NewFolderDialog }));
const EditFolderDialog = lazy(async () => ({ default: (await LOADERS.editFolder()).EditFolderDialog }));
const MoveFolderDialog = lazy(async () => ({ default: (await LOADERS.moveFolder()).MoveFolderDialog }));

/** By then the library is there, and nothing else waits for the network. */
const LOAD_AHEAD_MS = 2000;

/** The one popup that is open, whichever it is. */
export function Popups() {
  const popup = usePopup();
  useLoadAhead();
  if (popup === null) return null;
  return (
    <Suspense fallback={null}>
      <OpenPopup popup={popup} />
    </Suspense>
  );
}

/** So that a popup opens at once, also when the network is gone by then. */
function useLoadAhead(): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      // What can't be loaded now is loaded when its popup opens, which then tells of the failure.
      for (const load of Object.values(LOADERS)) load().catch(() => undefined);
    }, LOAD_AHEAD_MS);
    return () => {
      clearTimeout(timer);
    };
  }, []);
}

function OpenPopup({ popup }: { readonly popup: Popup }) {
  switch (popup.kind) {
    case 'new-link':
      return <NewLinkDialog />;
    case 'edit-link':
      return <EditLinkDialog key={popup.linkId} linkId={popup.linkId} />;
    case 'link-folders':
      return <LinkFoldersDialog key={popup.linkId} linkId={popup.linkId} />;
    case 'new-folder':
      return <NewFolderDialog parent={popup.parentId} />;
    case 'edit-folder':
      return <EditFolderDialog key={popup.folderId} folderId={popup.folderId} />;
    case 'move-folder':
      return <MoveFolderDialog key={popup.folderId} folderId={popup.folderId} />;
  }
}
