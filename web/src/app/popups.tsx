import { lazy, Suspense, useEffect } from 'react';
import { useNavigate } from 'react-router-dom';

import { usePopup, useSetPopup, type Popup } from '#web/data/popup/popup.ts';
import { useSession } from '#web/data/services.ts';
import { isMember } from '#web/data/session-state.ts';

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
  const session = useSession();
  if (popup === null || !session.known) return null;
  if (!isMember(session)) return <HomeWithoutPopup />;
  return (
    <Suspense fallback={null}>
      <OpenPopup popup={popup} />
    </Suspense>
  );
}

/** Popups are for members: what a visitor opens leads home. */
function HomeWithoutPopup() {
  const setPopup = useSetPopup();
  const navigate = useNavigate();
  useEffect(() => {
    setPopup(null);
    void navigate('/');
  }, [setPopup, navigate]);
  return null;
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
