import { STATUS_TRASHED } from '@foldmark/library/entities/limits';
import { useEffect } from 'react';

import { useLibrary } from '#web/hooks/library-hooks.ts';
import { useItemActions } from '#web/listing/items/use-item-actions.ts';
import { listKeyOf } from '#web/listing/list/list-keys.ts';
import { useClientState } from '#web/state/client-state.ts';
import { itemsOf } from '@foldmark/library/memory/items';
import type { Key } from '@foldmark/library/memory/keys';
import { isTyping } from '#web/ui/is-typing.ts';

/** Edits, stars or trashes the link of a page by the keys of the lists. */
export function useLinkKeys(linkId: Key): void {
  const { popup } = useClientState();
  const { trash, star, unstar } = useItemActions();
  const library = useLibrary();
  useEffect(() => {
    const items = itemsOf('link', [linkId]);
    const runs = (event: KeyboardEvent): boolean => {
      const key = listKeyOf(event);
      if (key === 'edit') {
        popup.set({ kind: 'edit-link', linkId });
        return true;
      }
      // As in the list of the trash, where Delete would ask to delete the link forever.
      if (library.link(linkId)?.status_id === STATUS_TRASHED) return false;
      if (key === 'star') (library.isFavorite('link', linkId) ? unstar : star)(items);
      else if (key === 'remove') trash(items);
      else return false;
      return true;
    };
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || popup.get() !== null || isTyping(event.target)) return;
      if (runs(event)) event.preventDefault();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => {
      document.removeEventListener('keydown', onKeyDown);
    };
  }, [linkId, library, popup, star, trash, unstar]);
}
