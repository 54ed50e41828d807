import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';

import { useNoteRecent } from '#web/hooks/recent.ts';
import { idIn, parseId } from '#web/listing/place/path-id.ts';

/** Notes the pages of folders and links that the user visits: quick open shows them first. */
export function useNoteVisits(): void {
  const noteRecent = useNoteRecent();
  const { pathname } = useLocation();
  const folder = parseId(idIn(pathname, 'folders'));
  const link = parseId(idIn(pathname, 'links'));
  useEffect(() => {
    if (folder !== null) noteRecent({ kind: 'folder', id: folder });
    if (link !== null) noteRecent({ kind: 'link', id: link });
  }, [noteRecent, folder, link]);
}
