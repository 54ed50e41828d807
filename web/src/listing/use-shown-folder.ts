import { useMatch } from 'react-router-dom';

import type { Key } from '#web/sync/library/keys.ts';

import { useLibrary } from '#web/hooks/library-hooks.ts';

/** The folder whose list is shown; null on any other page. */
export function useShownFolder(): Key | null {
  return useGetShownFolder()();
}

/** For an event: the folder may have loaded after the last render. */
export function useGetShownFolder(): () => Key | null {
  const id = parseId(useMatch('/folders/:id')?.params['id']);
  const library = useLibrary();
  return () => {
    if (id === null) return null;
    const key = library.keyOf('folder', id);
    return library.tree.isVisible(key) ? key : null;
  };
}

/** Parses an id from a route, or the negative key of an object that has no id yet. Null if it is neither. */
export function parseId(text: string | undefined): number | null {
  return text !== undefined && /^(?:-[1-9]\d{0,15}|[1-9]\d{0,14})$/.test(text) ? Number(text) : null;
}
