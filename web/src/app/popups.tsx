import { lazy, Suspense } from 'react';

import { usePopup, type Popup } from '#web/data/popup/popup.ts';

const NewLinkDialog = lazy(async () => ({
  default: (await import('#web/features/links/new-link-dialog.tsx')).NewLinkDialog,
}));
const EditLinkDialog = lazy(async () => ({
  default: (await import('#web/features/links/edit-link-dialog.tsx')).EditLinkDialog,
}));
const LinkFoldersDialog = lazy(async () => ({
  default: (await import('#web/features/links/link-folders-dialog.tsx')).LinkFoldersDialog,
}));
const NewFolderDialog = lazy(async () => ({
  default: (await import('#web/features/folders/new-folder-dialog.tsx')).NewFolderDialog,
}));
const EditFolderDialog = lazy(async () => ({
  default: (await import('#web/features/folders/edit-folder-dialog.tsx')).EditFolderDialog,
}));
const MoveFolderDialog = lazy(async () => ({
  default: (await import('#web/features/folders/move-folder-dialog.tsx')).MoveFolderDialog,
}));

/** The one popup that is open, whichever it is. */
export function Popups() {
  const popup = usePopup();
  if (popup === null) return null;
  return (
    <Suspense fallback={null}>
      <OpenPopup popup={popup} />
    </Suspense>
  );
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
