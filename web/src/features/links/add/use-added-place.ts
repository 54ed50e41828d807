import { useLocation } from 'react-router-dom';

import { useLibrary } from '#web/hooks/library-hooks.ts';
import { useShownFolder } from '#web/listing/place/use-shown-folder.ts';
import type { Key } from '@foldmark/library/memory/keys';

/** Where new links go. */
export interface AddedPlace {
  readonly name: string;
  readonly path: string;
  /** Whether the shown page lists the links there. */
  readonly isShown: boolean;
}

/** The pages that show a new link of any folder. The search shows it even if it does not match. */
const EVERYTHING = /^\/(?:|folders|recent|search)\/?$/;

/** Returns the place of links that are added to a folder, or to none. */
export function useAddedPlace(): (folder: Key | null) => AddedPlace {
  const shown = useShownFolder();
  const showsEverything = EVERYTHING.test(useLocation().pathname);
  const library = useLibrary();
  return (folder) => {
    if (folder === null) return { name: 'All Items', path: '/', isShown: showsEverything };
    const { name = '', folder_id = folder } = library.folder(folder) ?? {};
    return { name, path: `/folders/${folder_id}`, isShown: folder === shown };
  };
}
