import { useActions, useLibrary } from '#web/hooks/library-hooks.ts';
import { useAnnounce } from '#web/hooks/use-announce.ts';
import { useClientState } from '#web/state/client-state.ts';

import { useAddedPlace } from '../add/use-added-place.ts';
import type { PasteTarget } from './add-pasted.ts';

/** The dependencies of adding pasted links, except the folder. */
export function usePasteDeps(): Omit<PasteTarget, 'folder'> {
  return {
    library: useLibrary(),
    actions: useActions(),
    announce: useAnnounce(),
    placeOf: useAddedPlace(),
    clientState: useClientState(),
  };
}
