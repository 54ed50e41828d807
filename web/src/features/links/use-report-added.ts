import { useLocation, useNavigate } from 'react-router-dom';

import { useLibrary } from '#web/hooks/library-hooks.ts';
import { useShownFolder } from '#web/listing/use-shown-folder.ts';
import { useClientState } from '#web/state/client-state.ts';
import type { Key } from '#web/sync/library/keys.ts';

import { highlightLinks } from './highlight-links.ts';

/** The pages that show a new link of any folder. The search shows it even if it does not match. */
const EVERYTHING = /^\/(?:|folders|recent|search)\/?$/;

/** Tells where a new link went, unless the shown list highlights it there. */
export function useReportAdded(): (link: Key, folder: Key | null) => void {
  const shown = useShownFolder();
  const showsEverything = EVERYTHING.test(useLocation().pathname);
  const library = useLibrary();
  const { toasts, newLinks } = useClientState();
  const navigate = useNavigate();
  return (link, folder) => {
    const show = (label: string, path: string) => ({
      label,
      run: () => {
        void navigate(path);
        highlightLinks(newLinks, [link]);
      },
    });
    if (folder === null) {
      if (!showsEverything) toasts.show({ title: 'Link added to All Items.', action: show('Show', '/') });
    } else if (folder !== shown) {
      const { name = '', folder_id = folder } = library.folder(folder) ?? {};
      toasts.show({
        title: `Link added to ${name}.`,
        action: show('Open folder', `/folders/${folder_id}`),
      });
    }
  };
}
