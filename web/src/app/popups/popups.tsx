import { useEffect } from 'react';

import { loadItemMenu } from '#web/commands/lazy-item-menu.ts';
import { loadFolderPicker } from '#web/listing/picker/lazy-folder-picker.tsx';
import type { Popup } from '#web/state/client-state.ts';
import { useLoading } from '#web/hooks/library-hooks.ts';
import { whenIdle } from '#web/hooks/when-idle.ts';
import { useClosePopup, usePopup } from '#web/state/popup.ts';
import { loadRowOverlays, loadSelectionBar } from '#web/listing/list/lazy-list-parts.ts';
import { loadConfirmDialog } from '#web/ui/dialogs/confirm-dialog.ts';
import { loadMenu } from '#web/ui/menus/menu.ts';
import { CloseNotLoaded } from '#web/ui/loading/not-loaded.tsx';
import { overlay } from '#web/ui/loading/loadable.tsx';

import { loadRailDrawer } from '../layout/lazy-rail-drawer.tsx';

import { PAGE_LOADERS } from '../routes/library-routes.tsx';
import { loadSearch } from '../search/search-parts.ts';
import { usePreparedNames } from './use-prepared-names.ts';
import { loadPasting } from './use-pasted-links.ts';

const POPUPS = {
  quickOpen: overlay(async () => (await import('#web/features/quick-open/quick-open.tsx')).QuickOpen),
  shortcuts: overlay(async () => (await import('./shortcuts-dialog.tsx')).ShortcutsDialog),
  newLink: overlay(async () => (await import('#web/features/links/add/new-link-dialog.tsx')).NewLinkDialog),
  editLink: overlay(
    async () => (await import('#web/features/links/edit/edit-link-dialog.tsx')).EditLinkDialog,
  ),
  linkFolders: overlay(
    async () => (await import('#web/features/links/edit/link-folders-dialog.tsx')).LinkFoldersDialog,
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
    async () => (await import('#web/features/links/paste/paste-links-dialog.tsx')).PasteLinksDialog,
  ),
  unsaved: overlay(async () => (await import('./unsaved-dialog.tsx')).UnsavedDialog),
  savedLinks: overlay(
    async () => (await import('#web/features/links/saved/saved-links-dialog.tsx')).SavedLinksDialog,
  ),
};

const LOADERS = [
  ...Object.values(POPUPS).map(({ load }) => load),
  loadConfirmDialog,
  loadFolderPicker,
  loadItemMenu,
  loadMenu,
  loadPasting,
  loadRailDrawer,
  loadRowOverlays,
  loadSelectionBar,
  loadSearch,
  ...PAGE_LOADERS,
];

/** A library that takes longer loads beside them. */
const PRELOAD_AFTER_MS = 2000;

/** The open popup, if any. */
export function Popups() {
  const popup = usePopup();
  const closePopup = useClosePopup();
  usePreload();
  usePreparedNames();
  if (popup === null) return null;
  return (
    <CloseNotLoaded value={closePopup}>
      <OpenPopup popup={popup} />
    </CloseNotLoaded>
  );
}

/**
 * Preloads all popups, menus and pages once the library shows, so that they open instantly, and also without a network before
 * the service worker has stored them.
 */
function usePreload(): void {
  const { links: isLoading } = useLoading();
  useEffect(() => {
    if (!isLoading) return whenIdle(preloadAll);
    const timer = setTimeout(preloadAll, PRELOAD_AFTER_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [isLoading]);
}

function preloadAll(): void {
  // A failed preload is retried when the popup opens, which shows a second failure.
  for (const load of LOADERS) load().catch(() => undefined);
}

function OpenPopup({ popup }: { readonly popup: Popup }) {
  switch (popup.kind) {
    case 'quick-open':
      return <POPUPS.quickOpen.Component />;
    case 'shortcuts':
      return <POPUPS.shortcuts.Component />;
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
    case 'unsaved':
      return <POPUPS.unsaved.Component />;
    case 'search-help':
      return <POPUPS.searchHelp.Component />;
    case 'export':
      return <POPUPS.export.Component scope={popup.scope} />;
  }
}
