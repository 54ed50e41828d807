import type { MouseEvent } from 'react';

import { useLibrary } from '#web/hooks/library-hooks.ts';
import { useNoteRecent } from '#web/hooks/recent.ts';
import type { Items } from '@foldmark/library/memory/items';

import { linkAt } from '../list/item-at.ts';
import { rowOf } from '../list/row-of.ts';

interface NoteOpenedProps {
  readonly onClick: (event: MouseEvent<HTMLElement>) => void;
  readonly onAuxClick: (event: MouseEvent<HTMLElement>) => void;
}

/** Records the links of a list that the user opens by a click, with any button. The pages of folders record themselves. */
export function useNoteOpened(shown: Items): NoteOpenedProps {
  const library = useLibrary();
  const noteRecent = useNoteRecent();
  const note = ({ target, currentTarget, button }: MouseEvent<HTMLElement>): void => {
    // The right button opens the menu, not the link.
    if (button === 2 || !(target instanceof Element) || target.closest('[data-open]') === null) return;
    const row = rowOf(target, currentTarget);
    const link = row === null ? undefined : library.link(linkAt(shown, row) ?? 0);
    if (link !== undefined) noteRecent({ kind: 'link', id: link.link_id });
  };
  return { onClick: note, onAuxClick: note };
}
