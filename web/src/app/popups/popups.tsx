import { useEffect } from 'react';

import { SYSTEM_TIMERS } from '#web/sync/timers.ts';
import { loadItemMenu } from '#web/commands/lazy-item-menu.ts';
import { loadFolderPicker } from '#web/listing/picker/lazy-folder-picker.tsx';
import type { Popup, PopupOf } from '#web/state/client-state.ts';
import { useLoading } from '#web/hooks/library-hooks.ts';
import { whenIdle } from '#web/hooks/when-idle.ts';
import { useClosePopup, usePopup } from '#web/state/popup.ts';
import { loadCards, loadRowOverlays, loadSelectionBar } from '#web/listing/list/lazy-list-parts.ts';
import { loadConfirmDialog } from '#web/ui/dialogs/confirm-dialog.ts';
import { loadMenu } from '#web/ui/menus/menu.ts';
import { CloseNotLoaded } from '#web/ui/loading/not-loaded.tsx';
import { type Loadable, overlay } from '#web/ui/loading/loadable.tsx';

import { loadPreview } from '../layout/lazy-preview.ts';
import { loadRailDrawer } from '../layout/lazy-rail-drawer.tsx';

import { PAGE_LOADERS } from '../routes/library-routes.tsx';
import { loadSearch } from '../search/search-parts.ts';
import { usePreparedNames } from './use-prepared-names.ts';
import { loadPasting } from './use-pasted-links.ts';

const POPUPS: { readonly [K in Popup['kind']]: Loadable<PopupOf<K>> } = {
  'quick-open': overlay(async () => (await import('#web/features/quick-open/quick-open.tsx')).QuickOpen),
  shortcuts: overlay(async () => (await import('./shortcuts-dialog.tsx')).ShortcutsDialog),
  'new-link': overlay(
    async () => (await import('#web/features/links/add/new-link-dialog.tsx')).NewLinkDialog,
  ),
  'edit-link': overlay(
    async () => (await import('#web/features/links/edit/edit-link-dialog.tsx')).EditLinkDialog,
  ),
  'link-folders': overlay(
    async () => (await import('#web/features/links/edit/link-folders-dialog.tsx')).LinkFoldersDialog,
  ),
  details: overlay(
    async () => (await import('#web/features/links/details/details-dialog.tsx')).DetailsDialog,
  ),
  'new-folder': overlay(
    async () => (await import('#web/features/folders/new-folder-dialog.tsx')).NewFolderDialog,
  ),
  'edit-folder': overlay(
    async () => (await import('#web/features/folders/edit-folder-dialog.tsx')).EditFolderDialog,
  ),
  move: overlay(async () => (await import('#web/features/folders/move-dialog.tsx')).MoveDialog),
  'add-to-folder': overlay(
    async () => (await import('#web/features/folders/move-dialog.tsx')).AddToFolderDialog,
  ),
  'search-help': overlay(
    async () => (await import('#web/features/search/search-help-dialog.tsx')).SearchHelpDialog,
  ),
  export: overlay(async () => (await import('#web/features/export/export-dialog.tsx')).ExportDialog),
  'paste-links': overlay(
    async () => (await import('#web/features/links/paste/paste-links-dialog.tsx')).PasteLinksDialog,
  ),
  unsaved: overlay(async () => (await import('./unsaved-dialog.tsx')).UnsavedDialog),
  'saved-links': overlay(
    async () => (await import('#web/features/links/saved/saved-links-dialog.tsx')).SavedLinksDialog,
  ),
};

const LOADERS = [
  ...Object.values(POPUPS).map(({ load }) => load),
  loadCards,
  loadConfirmDialog,
  loadFolderPicker,
  loadItemMenu,
  loadMenu,
  loadPasting,
  loadPreview,
  loadRailDrawer,
  loadRowOverlays,
  loadSelectionBar,
  loadSearch,
  ...PAGE_LOADERS,
];

/** Preloading starts by then, even if the library is still loading. */
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
      <OpenPopup kind={popup.kind} popup={popup} />
    </CloseNotLoaded>
  );
}

/**
 * Preloads all popups, menus and pages once the library shows, so that they open instantly, and also without a network before
 * the service worker has stored them.
 */
function usePreload(): void {
  const { links: isLoading } = useLoading();
  useEffect(
    () => (isLoading ? SYSTEM_TIMERS.after(PRELOAD_AFTER_MS, preloadAll) : whenIdle(preloadAll)),
    [isLoading],
  );
}

function preloadAll(): void {
  // A failed preload is retried when the popup opens, which shows a second failure.
  for (const load of LOADERS) load().catch(() => undefined);
}

interface OpenPopupProps<K extends Popup['kind']> {
  readonly kind: K;
  readonly popup: PopupOf<K>;
}

/** The fields of a popup are the props of its component. */
function OpenPopup<K extends Popup['kind']>({ kind, popup }: OpenPopupProps<K>) {
  const { Component }: Loadable<PopupOf<K>> = POPUPS[kind];
  return <Component key={idOf(popup)} {...popup} />;
}

/** A popup of another item gets another key, so that React mounts it again. */
function idOf(popup: Popup): number {
  return 'linkId' in popup ? popup.linkId : 'folderId' in popup ? popup.folderId : 0;
}
