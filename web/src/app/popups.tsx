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
    case 'edit-folder':
      // The dialogs of folders are another feature's.
      return null;
  }
}
