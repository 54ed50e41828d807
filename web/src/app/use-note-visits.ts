import { useEffect } from 'react';
import { useMatch } from 'react-router-dom';

import { useNoteRecent } from '#web/hooks/recent.ts';
import { parseId } from '#web/listing/use-shown-folder.ts';

/** Notes the pages of folders and links that the user visits: quick open shows them first. */
export function useNoteVisits(): void {
  const noteRecent = useNoteRecent();
  const folder = parseId(useMatch('/folders/:id')?.params['id']);
  const link = parseId(useMatch('/links/:id')?.params['id']);
  useEffect(() => {
    if (folder !== null) noteRecent({ kind: 'folder', id: folder });
    if (link !== null) noteRecent({ kind: 'link', id: link });
  }, [noteRecent, folder, link]);
}
