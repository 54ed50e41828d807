import { lazy, Suspense, useEffect } from 'react';

import type { Popup } from '#web/state/client-state.ts';
import { usePopup } from '#web/state/popup.ts';
import { loadRowOverlays, loadSelectionBar } from '#web/listing/lazy-list-parts.ts';
import { loadConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { loadMenu } from '#web/ui/menu.tsx';

import { loadRailDrawer } from './layout/lazy-rail-drawer.tsx';

import { quickOpen } from './quick-open.ts';
import { loadPasting } from './use-pasted-links.ts';

const LOADERS = {
  newLink: async () => import('#web/features/links/new-link-dialog.tsx'),
  editLink: async () => import('#web/features/links/edit-link-dialog.tsx'),
  linkFolders: async () => import('#web/features/links/link-folders-dialog.tsx'),
  newFolder: async () => import('#web/features/folders/new-folder-dialog.tsx'),
  editFolder: async () => import('#web/features/folders/edit-folder-dialog.tsx'),
  move: async () => import('#web/features/folders/move-dialog.tsx'),
  searchHelp: async () => import('#web/features/search/search-help-dialog.tsx'),
  export: async () => import('#web/features/export/export-dialog.tsx'),
  folderPicker: async () => import('#web/listing/folder-picker.tsx'),
  pasteLinks: async () => import('#web/features/links/paste-links-dialog.tsx'),
  pasting: loadPasting,
  quickOpen: quickOpen.load,
};

const NewLinkDialog = lazy(async () => ({ default: (await LOADERS.newLink()).NewLinkDialog }));
const EditLinkDialog = lazy(async () => ({ default: (await LOADERS.editLink()).EditLinkDialog }));
const LinkFoldersDialog = lazy(async () => ({ default: (await LOADERS.linkFolders()).LinkFoldersDialog }));
const NewFolderDialog = lazy(async () => ({ default: (await LOADERS.newFolder()).NewFolderDialog }));
const EditFolderDialog = lazy(async () => ({ default: (await LOADERS.editFolder()).EditFolderDialog }));
const MoveDialog = lazy(async () => ({ default: (await LOADERS.move()).MoveDialog }));
const SearchHelpDialog = lazy(async () => ({ default: (await LOADERS.searchHelp()).SearchHelpDialog }));
const ExportDialog = lazy(async () => ({ default: (await LOADERS.export()).ExportDialog }));
const PasteLinksDialog = lazy(async () => ({ default: (await LOADERS.pasteLinks()).PasteLinksDialog }));

const OVERLAY_LOADERS = [loadMenu, loadConfirmDialog, loadRailDrawer, loadRowOverlays, loadSelectionBar];

/** By then the library has loaded, so preloading delays no other request. */
const PRELOAD_AFTER_MS = 2000;

/** The open popup, if any. */
export function Popups() {
  const popup = usePopup();
  usePreload();
  if (popup === null) return null;
  return (
    <Suspense fallback={null}>
      <OpenPopup popup={popup} />
    </Suspense>
  );
}

/** Preloads all popups and menus, so that they open instantly and also offline. */
function usePreload(): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      // A failed preload is retried when the popup opens; the error boundary shows a second failure.
      for (const load of [...Object.values(LOADERS), ...OVERLAY_LOADERS]) load().catch(() => undefined);
    }, PRELOAD_AFTER_MS);
    return () => {
      clearTimeout(timer);
    };
  }, []);
}

function OpenPopup({ popup }: { readonly popup: Popup }) {
  switch (popup.kind) {
    case 'quick-open':
      // Rendered with the shortcuts, whose commands it runs.
      return null;
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
    case 'move':
      return <MoveDialog {...popup} />;
    case 'paste-links':
      return <PasteLinksDialog {...popup} />;
    case 'search-help':
      return <SearchHelpDialog />;
    case 'export':
      return <ExportDialog scope={popup.scope} />;
  }
}
