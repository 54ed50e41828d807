import type { ClipboardEvent } from 'react';

import { useActions, useLibrary } from '#web/hooks/library-hooks.ts';
import { useAnnounce } from '#web/hooks/use-announce.ts';
import { useClientState } from '#web/state/client-state.ts';
import type { Key } from '#web/sync/library/keys.ts';

import { addPasted, readPasted } from './add-pasted.ts';
import { clipboardTexts } from './clipboard-texts.ts';
import { useAddedPlace } from './use-added-place.ts';

/**
 * Returns a handler for the Url field: a field would join the pasted lines, so several urls are added at once. `onAdd` closes the form
 * first, because adding many links opens a question.
 */
export function usePasteSeveral(folder: Key | null, onAdd: () => void): (event: ClipboardEvent) => void {
  const library = useLibrary();
  const actions = useActions();
  const announce = useAnnounce();
  const placeOf = useAddedPlace();
  const clientState = useClientState();
  return (event) => {
    const texts = clipboardTexts(event.clipboardData);
    const pasted = texts === null ? null : readPasted({ ...texts, html: '' });
    if (pasted === null || pasted.urls.length < 2) return;
    event.preventDefault();
    onAdd();
    void addPasted(pasted, { folder, library, actions, announce, placeOf, clientState });
  };
}
