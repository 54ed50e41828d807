import { useLocation } from 'react-router-dom';

import type { Place } from '#web/listing/place/place.ts';
import { useShownFolder } from '#web/listing/place/use-shown-folder.ts';

const PLACES: Readonly<Record<string, Place>> = {
  '/': { kind: 'all' },
  '/folders': { kind: 'all' },
  '/recent': { kind: 'all', listId: 'recent' },
  '/search': { kind: 'all', listId: 'search' },
  '/folders/favorites': { kind: 'favorites' },
  '/folders/trash': { kind: 'trash' },
};

/** The list that is shown; null on a page without a list. */
export function useShownPlace(): Place | null {
  const { pathname } = useLocation();
  const folder = useShownFolder();
  return folder === null ? (PLACES[pathname] ?? null) : { kind: 'folder', folder };
}
