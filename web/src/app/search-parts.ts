import { use } from 'react';

import type { SearchParts } from '#web/features/search/search-parts.tsx';

import { loadable } from './loadable.tsx';

export const searchTools = loadable(
  async () => (await import('#web/features/search/search-tools.tsx')).SearchTools,
);

let loaded: SearchParts | null = null;
let loading: Promise<SearchParts> | null = null;

async function loadParts(): Promise<SearchParts> {
  loaded = (await import('#web/features/search/search-parts.tsx')).SEARCH_PARTS;
  return loaded;
}

/** Suspends until the page of a search has loaded. Without a search, returns null. */
export function useSearchParts(isSearch: boolean): SearchParts | null {
  if (!isSearch) return null;
  // A promise suspends at its first use even if it has resolved.
  return loaded ?? use((loading ??= loadParts()));
}

export async function loadSearch(): Promise<void> {
  loading ??= loadParts();
  await Promise.all([loading, searchTools.load()]);
}
