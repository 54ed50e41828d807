import { use } from 'react';

import type { SearchParts } from '#web/features/search/search-parts.tsx';

import { loadable } from '#web/ui/loading/loadable.tsx';

export const searchTools = loadable(
  async () => (await import('#web/features/search/search-tools.tsx')).SearchTools,
  'over',
);

let loaded: SearchParts | null = null;
let loading: Promise<SearchParts | 'failed'> | null = null;

export async function loadSearchParts(): Promise<SearchParts> {
  loaded ??= (await import('#web/features/search/search-parts.tsx')).SEARCH_PARTS;
  return loaded;
}

/** Suspends until the page of a search has loaded, or failed to. Without a search, returns null. */
export function useSearchParts(isSearch: boolean): SearchParts | 'failed' | null {
  if (!isSearch) return null;
  // A promise suspends at its first use even if it has resolved.
  return loaded ?? use((loading ??= loadSearchParts().catch(() => 'failed')));
}

export async function loadSearch(): Promise<void> {
  await Promise.all([loadSearchParts(), searchTools.load()]);
}
