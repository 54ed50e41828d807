import { useNavigate } from 'react-router-dom';

import { useLibrary } from '#web/hooks/library-hooks.ts';
import { useNoteRecent } from '#web/hooks/recent.ts';
import { clickableUrl } from '@foldmark/library/entities/link-text';
import { useClosePopup } from '#web/state/popup.ts';
import { afterFrame } from '#web/ui/focus/after-frame.ts';
import { FOCUS_MAIN } from '#web/ui/focus/focus-main.ts';

import type { Item } from './items.ts';

/** Opens an item of quick open, and closes it. */
export function useOpenItem(): (item: Item, wantsDetails: boolean) => void {
  const library = useLibrary();
  const navigate = useNavigate();
  const close = useClosePopup();
  const noteRecent = useNoteRecent();
  return (item, wantsDetails) => {
    close();
    if (item.kind === 'command') {
      // The dialog returns the focus before the next frame. The command runs after that, so that it can move the focus.
      void afterFrame().then(item.command.run);
      return;
    }
    const record = item.kind === 'folder' ? library.folder(item.key) : library.link(item.key);
    if (record === undefined) return;
    if ('folder_id' in record) {
      noteRecent({ kind: 'folder', id: record.folder_id });
      void navigate(`/folders/${record.folder_id}`, { state: FOCUS_MAIN });
      return;
    }
    const { link_id, url } = record;
    noteRecent({ kind: 'link', id: link_id });
    const href = clickableUrl(url);
    if (wantsDetails || href === null) void navigate(`/links/${link_id}`, { state: FOCUS_MAIN });
    else window.open(href, '_blank', 'noopener,noreferrer');
  };
}
