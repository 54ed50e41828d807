import { useMemo } from 'react';

import { useLibrary } from '#web/hooks/library-hooks.ts';
import { compileQuery, type SearchQuery } from '#web/search/compile-query.ts';

import type { Place } from './place.ts';

/** The search in a list; null without a text. */
export function useListQuery(place: Place, text: string): SearchQuery | null {
  const library = useLibrary();
  return useMemo(
    () => (text === '' ? null : compileQuery(text, { library, within: place })),
    [library, place, text],
  );
}
