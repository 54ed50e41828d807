import { useEffect } from 'react';

import { loadFolderPicker } from '#web/listing/lazy-folder-picker.tsx';
import type { Popup } from '#web/state/client-state.ts';
import { usePopup } from '#web/state/popup.ts';
import { loadRowOverlays, loadSelectionBar } from '#web/listing/lazy-list-parts.ts';
import { loadConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { loadMenu } from '#web/ui/menu.tsx';
import { overlay } from '#web/ui/overlay.tsx';

import { loadRailDrawer } from './layout/lazy-rail-drawer.tsx';

import { quickOpen } from './quick-open.ts';
import { usePreparedNames } from './use-prepared-names.ts';
import { loadPasting } from './use-pasted-links.ts';

const POPUPS = {
  newLink: overlay(async () => (await import('#web/features/links/new-link-dialog.tsx')).NewLinkDialog),
  editLink: overlay(async () => (await import('#web/features/links/edit-link-dialog.tsx')).EditLinkDialog),
  linkFolders: overlay(
    async () => (await import('#web/features/links/link-folders-dialog.tsx')).LinkFoldersDialog,
  ),
  newFolder: overlay(
    async () => (await import('#web/features/folders/new-folder-dialog.tsx')).NewFolderDialog,
  ),
  editFolder: overlay(
    async () => (await import('#web/features/folders/edit-folder-dialog.tsx')).EditFolderDialog,
  ),
  move: overlay(async () => (await import('#web/features/folders/move-dialog.tsx')).MoveDialog),
  searchHelp: overlay(
    async () => (await import('#web/features/search/search-help-dialog.tsx')).SearchHelpDialog,
  ),
  export: overlay(async () => (await import('#web/features/export/export-dialog.tsx')).ExportDialog),
  pasteLinks: overlay(
    async () => (await import('#web/features/links/paste-links-dialog.tsx')).PasteLinksDialog,
  ),
  savedLinks: overlay(
    async () => (await import('#web/features/links/saved-links-dialog.tsx')).SavedLinksDialog,
  ),
};

const LOADERS = [
  ...Object.values(POPUPS).map(({ load }) => load),
  loadConfirmDialog,
  loadFolderPicker,
  loadMenu,
  loadPasting,
  loadRailDrawer,
  loadRowOverlays,
  loadSelectionBar,
  quickOpen.load,
];

/** By then the library has loaded, so preloading delays no other request. */
const PRELOAD_AFTER_MS = 2000;

/** The open popup, if any. */
export function Popups() {
  const popup = usePopup();
  usePreload();
  usePreparedNames();
  if (popup === null) return null;
  return <OpenPopup popup={popup} />;
}

/** Preloads all popups and menus, so that they open instantly and also offline. */
function usePreload(): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      // A failed preload is retried when the popup opens; the error boundary shows a second failure.
      for (const load of LOADERS) load().catch(() => undefined);
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
      return <POPUPS.newLink.Component />;
    case 'edit-link':
      return <POPUPS.editLink.Component key={popup.linkId} linkId={popup.linkId} />;
    case 'link-folders':
      return <POPUPS.linkFolders.Component key={popup.linkId} linkId={popup.linkId} />;
    case 'new-folder':
      return <POPUPS.newFolder.Component parent={popup.parentId} />;
    case 'edit-folder':
      return <POPUPS.editFolder.Component key={popup.folderId} folderId={popup.folderId} />;
    case 'move':
      return <POPUPS.move.Component {...popup} />;
    case 'paste-links':
      return <POPUPS.pasteLinks.Component {...popup} />;
    case 'saved-links':
      return <POPUPS.savedLinks.Component {...popup} />;
    case 'search-help':
      return <POPUPS.searchHelp.Component />;
    case 'export':
      return <POPUPS.export.Component scope={popup.scope} />;
  }
}
