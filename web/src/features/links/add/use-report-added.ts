import { useNavigate } from 'react-router-dom';

import { useClientState } from '#web/state/client-state.ts';
import type { Key } from '@foldmark/library/memory/keys';

import { highlightLinks } from './highlight-links.ts';
import { useAddedPlace } from './use-added-place.ts';

/** Tells where a new link went, unless the shown list highlights it there. */
export function useReportAdded(): (link: Key, folder: Key | null) => void {
  const placeOf = useAddedPlace();
  const { toasts, newLinks } = useClientState();
  const navigate = useNavigate();
  return (link, folder) => {
    const { name, path, isShown } = placeOf(folder);
    if (isShown) return;
    toasts.show({
      title: `Link added to ${name}.`,
      action: {
        label: folder === null ? 'Show' : 'Open folder',
        run: () => {
          void navigate(path);
          highlightLinks(newLinks, [link]);
        },
      },
    });
  };
}
