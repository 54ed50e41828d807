import { useEffect } from 'react';
import { useMatch } from 'react-router-dom';

import { noteRecent } from '#web/features/quick-open/recent.ts';
import { useSession } from '#web/hooks/services.ts';
import { parseId } from '#web/listing/use-shown-folder.ts';

/** Notes the pages of folders and links that the user visits: quick open shows them first. */
export function useNoteVisits(): void {
  const uid = useSession().firebaseUser?.uid ?? '';
  const folder = parseId(useMatch('/folders/:id')?.params['id']);
  const link = parseId(useMatch('/links/:id')?.params['id']);
  useEffect(() => {
    if (folder !== null) noteRecent(() => localStorage, uid, { kind: 'folder', id: folder });
    if (link !== null) noteRecent(() => localStorage, uid, { kind: 'link', id: link });
  }, [uid, folder, link]);
}
