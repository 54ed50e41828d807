import { useLocation } from 'react-router-dom';

import { useLibrary } from '#web/hooks/library-hooks.ts';
import { isSearchPath } from '#web/state/search.ts';
import type { Key } from '@foldmark/library/memory/keys';
import type { Library } from '@foldmark/library/memory/library';

import { idIn, parseId } from './path-id.ts';

/** The folder whose list is shown; null on any other page. */
export function useShownFolder(): Key | null {
  const id = useShownId();
  return visibleFolder(useLibrary(), id);
}

/** The folder for new links: the shown folder, or the folder of a narrowed search. */
export function useTargetFolder(): Key | null {
  return useGetTargetFolder()();
}

/** Returns a function to call in an event, because the folder may have loaded after the last render. */
export function useGetTargetFolder(): () => Key | null {
  const shown = useShownId();
  const { pathname, search } = useLocation();
  const library = useLibrary();
  return () => {
    const narrowedTo = isSearchPath(pathname) ? new URLSearchParams(search).get('in') : null;
    return visibleFolder(library, shown ?? parseId(narrowedTo ?? undefined));
  };
}

function useShownId(): number | null {
  return parseId(idIn(useLocation().pathname, 'folders'));
}

function visibleFolder(library: Library, id: number | null): Key | null {
  if (id === null) return null;
  const key = library.keyOf('folder', id);
  return library.tree.isVisible(key) ? key : null;
}
